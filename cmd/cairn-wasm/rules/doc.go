// Package rules is the rules of all games for a browser worker, see package
// worker: what there is to see and to do in a position, what a move does, what
// forbids one, positions under construction, and the life of a game: what a log of
// events has led to, and what further events do.
//
// It keeps no state: every question brings its position as text, or its whole log.
// (The last game is remembered, so that it need not be played again; see gameCache.)
// It reads no clock: the page says how much time has passed. The program play is
// this package alone; the engine's program has it too, for pages that need both. It
// refuses to search, and to read or write files of records.
package rules
