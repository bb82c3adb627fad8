// Package local is a game played at one computer: the moves played and taken
// back, where in them one stands, and how the game ended. The line-by-line
// and the full-screen terminal show the same [Session].
//
// A session is a tree of positions with a cursor. Playing a move that was played
// here before goes to it, another one starts a variation; nothing played is
// ever thrown away, and [Session.Record] keeps it all.
//
// It refuses to read input, to draw, and to choose moves.
package local
