// Command play is the rules alone in a worker: what people wait for before they can
// play, so it carries nothing else. It refuses to search, since the engine is a program
// of its own, and to read or write files of records, which is the program records.
package main

import "cairn.example/cmd/cairn-wasm/rules"

func main() { rules.Program().Run() }
