// Package cairn is the root of Cairn: rules, engines, records and programs for
// the games LYNGK and DVONN. It holds no code, only this map of the library.
//
//   - [cairn.example/game]: the contract every game meets; start here.
//   - cairn.example/games: the table from an id ("lyngk", "dvonn") to a game.
//   - cairn.example/lyngk, cairn.example/dvonn: the rules themselves.
//   - cairn.example/record: games as text, read and written.
//   - cairn.example/players: whom one can play against.
//
// The packages outside internal/ and cmd/ form a library for other Go programs
// that needs the standard library only. docs/architecture.md tells how they
// hang together, deps_test.go who may import whom.
package cairn
