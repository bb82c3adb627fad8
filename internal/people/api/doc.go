// Package api is what a server of tables and its clients say to each other: the
// messages of the live connection, the bodies of the HTTP calls and the codes of
// refusals. The server, the terminal and the load generator use these types; the
// page uses the types that are generated from them. docs/api.md describes the same
// for strangers, with an example of every message.
//
// # Vocabulary
//
// A [Table] is one game of people. Its seats are numbered 0 (who made it) and 1
// (who joined); when the game starts, the two seats become the sides First and
// Second. Everything that happened at a table is its log of [Event]s, numbered from
// 1 without gaps (Seq); what a reader may not know yet is in none of them. The
// events of kind "play" hold the events of internal/play in their stored form, so
// that a client folds the same game with the same code.
//
// Chat, presence and the number of watchers are not part of the log.
//
// # Delivery
//
// A client repeats a [ToServer] message of type "send" with the same id until it
// was acknowledged or refused; the same id is carried out once. A client that lost
// its connection says "watch" with the last Seq it has and gets what it missed, or
// a whole [Table].
//
// The package holds types and codes only. It reads and writes nothing.
package api
