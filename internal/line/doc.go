// Package line plays games line by line: one command or move a line in,
// sentences and a plain board out. It works through pipes and with screen
// readers, draws nothing that moves, and never asks for a key.
//
// [Run] is the whole package. A line is a move in the text form of the rules or
// a command word; "help" lists them. An empty line plays a forced pass, or lets
// the opponent move again after moves were taken back.
//
// It refuses to know how an opponent chooses, and to write anywhere but to its
// output and to files the player names.
package line
