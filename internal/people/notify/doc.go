// Package notify tells people what happens while they are away: it sends the notices that
// package table stores with their causes to the devices of people by Web Push, lists them for
// the page, and writes the feeds.
//
// # Words
//
// A notice is a piece of news for somebody; the store keeps it, with its cause, in one
// transaction. A device is a browser that has subscribed. To hold a notice back is to have it
// come again later, because its person is at a page, or asleep.
//
// # What holds
//
// A notice is sent at most twice, and twice only where a process died while it was sent or a push
// service gave no answer. It is never lost: what no device took is on the page. Nothing is sent
// to an address that is not public, nor to a name that is no push service. A push has no
// position and no chat in it.
//
// The package shows nothing in words: texts are made by who reads them, in their language.
package notify
