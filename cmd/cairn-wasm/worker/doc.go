// Package worker is the frame of a program that answers questions of the page:
// one function that takes a question and returns the answer, both as JSON.
//
//	{"op":"view","game":"lyngk","position":"..."}
//	{"ok":{"side":0,"stacks":{"a1":"R"},"moves":[...]}}
//	{"error":{"code":"lyngk.text_turn","offset":120,...}}
//
// Built with GOOS=js GOARCH=wasm the program sets a global function. Built for
// any other system it answers questions from its standard input, one a line, on
// its standard output: for tests and by hand.
//
// It refuses to keep anything between two questions that an answer depends on: a
// program may keep what saves it work.
package worker
