// Package client speaks to a server of tables the way the page does: it has a
// session, holds one live connection, sends what a player does until the server has
// acknowledged or refused it, and folds the game with internal/play. The terminal
// and the load generator play through it.
//
// # Vocabulary
//
// A [Session] is somebody at a server: an address and a cookie. A [Live] is the
// session's live connection; it connects again by itself whenever the connection is
// lost. A [Table] is one table that the connection watches, and a [View] is what is
// known of it. What the server declines is a [*Refused].
//
// # Delivery
//
// A message has one id however often it is sent, so the server carries it out once.
// It is sent again after every reconnection, after "busy", and when no answer came
// for a while. A table that is watched again asks for what follows the last event it
// has. [Table.Send] returns when the message was acknowledged and the table has
// reached the event that it led to.
//
// The package decides nothing about the game: legality is the server's business, and
// an event of the server that the own fold refuses is reported as a [Problem].
package client
