// Command rules is the rules of all games for a browser worker, see package
// worker: what there is to see and to do in a position, what a move does, what
// forbids one, and positions under construction.
//
// It keeps no state: every question brings its position as text. It refuses to
// search, since the engine is a program and a worker of its own, and to read or
// write files of records, which is the program records: people wait for this one
// to load before they can play, so it carries nothing else.
package main
