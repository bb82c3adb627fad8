// Package line plays games line by line: one command or move a line in,
// sentences and a plain board out. It works through pipes and with screen
// readers, draws nothing that moves, and never asks for a key.
//
// [Run] is the whole package. A line is a move in the text form of the rules or
// a command word; "help" lists them. An empty line plays a forced pass.
//
// What is played is a log of package play: every command that changes the game
// is one of its events, with the time that has passed before it, so clocks,
// offers, takebacks and ends are those of every other program. The table of
// cases in internal/play/playtest runs through the commands. With a clock the
// flag falls while a person thinks, if [Clock] can wait, else at the next line.
//
// It refuses to know how an opponent chooses, to read a clock of its own, and to
// write anywhere but to its output and to files the player names.
package line
