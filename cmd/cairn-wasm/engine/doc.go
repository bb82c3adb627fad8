// Command engine is the engine for a browser worker: questions come in and
// events go out, both as JSON texts.
//
// It is built with GOOS=js GOARCH=wasm. It sets the global function
// cairnEngine, which takes a question, and calls the global function
// cairnEvent with each event; package message has the types of both:
//
//	{"op":"search","id":1,"game":"dvonn","position":"...","player":"level4","seed":"7"}
//	{"id":1,"info":{"depth":3,"score":42,"nodes":900,"pv":["e3-f3"],"chance":0.55,...}}
//	{"id":1,"best":{"move":"e3-f3","reasons":[{"key":"lyngk.completes","args":{"spot":"f3"},"spots":["f3"]}]}}
//	{"op":"stop","id":1}
//
// Questions are answered one after another, each with any number of info events
// and one last event, best or error. A browser runs the program on one thread:
// a search yields every few milliseconds, so that a stop can arrive; the search
// then ends with the best move it has.
//
// Built for any other system the same program reads questions from its standard
// input, one a line, and prints the events: for tests, for measuring and by
// hand.
//
// Invariant: what a player at a level answers depends on game, position, level
// and seed alone, so that a level is as strong in a browser as anywhere.
//
// The program has the rules too, as package rules offers them: a page that needs both
// fetches one program in place of two, and starts two workers with it. A worker that sets
// no cairnEvent gets the rules alone.
//
// It refuses to keep a game: every question brings its position as text.
package main
