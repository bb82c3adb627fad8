// Command rules is the rules of all games for a browser worker: one function
// that takes a question and returns the answer, both as JSON.
//
// It is built with GOOS=js GOARCH=wasm and sets the global function cairnRules.
// A question names what is asked in "op" and carries its arguments beside it;
// web/src/rules/types.ts describes every question and answer in TypeScript:
//
//	{"op":"view","game":"lyngk","position":"..."}
//	{"ok":{"side":0,"stacks":{"a1":"R"},"moves":[...]}}
//	{"error":{"code":"lyngk.text_turn","offset":120,...}}
//
// Built for any other system the same program answers questions from its
// standard input, one a line, on its standard output: for tests and by hand.
//
// It keeps no state: every question brings its position as text. It refuses to
// search; the engine is a program and a worker of its own.
package main
