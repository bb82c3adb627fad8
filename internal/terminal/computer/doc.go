// Package computer lets the players and engines of this module take part in games
// in the terminal: as opponents by a clock, as analysts of the full screen, as
// advisers of line play, and as what says what is wrong with a move of a puzzle.
//
//	o := tui.Options{Engines: computer.Engines{}}
//
// How strong they play is decided in package players, what a draw is worth in
// package judge, and how all this is said in package say.
//
// The package refuses to read files and flags: who makes players by what a command
// line says hands that in.
package computer
