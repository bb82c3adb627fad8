// Package bot plays at the tables of a server: it stands there with what it offers, and
// plays every game that the server has begun with it, by a level of this program or by
// any program that speaks the text engine protocol.
//
// # Vocabulary
//
// A [Bot] is one program at one server, known by its token. A [Thinker] finds its moves.
// A [Desk] is where they wait: one search runs at a time, those of live games first, so
// that games of days never cost a live one its clock. Several bots may share one, as the
// levels of a server do.
//
// # Delivery
//
// The live connection is that of package client, which comes back by itself, sends again
// what has no answer and hears "started" for every game that goes on. The id of a move
// follows from its number, so that two processes that play for one program do no harm:
// the server carries the first one out.
//
// The package never declines a game: what it does not play it does not offer. It answers
// offers of draws and takebacks with no, and says nothing in the chat.
package bot
