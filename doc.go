// Package cairn is the root of Cairn: rules, engines, records and programs for
// the games LYNGK and DVONN. It holds no code, only this map of the library.
//
//   - [cairn.example/game]: the contract every game meets; start here.
//   - [cairn.example/games]: the table from an id ("lyngk", "dvonn") to a game.
//   - [cairn.example/lyngk], [cairn.example/dvonn]: the rules themselves.
//   - [cairn.example/record]: games as text, read and written;
//     [cairn.example/record/formats] does that in every known format.
//   - [cairn.example/players]: whom one can play against, and engines ready to search.
//   - [cairn.example/engine]: the search, for an evaluation of one's own.
//   - [cairn.example/ugi]: the protocol between a program that plays and one that
//     asks it, both ends of it.
//   - [cairn.example/match]: engines against each other in series, with statistics.
//   - [cairn.example/nn]: nets that estimate positions. It and the think packages of
//     the games are unstable: they may change with every version.
//
// The packages outside internal/ and cmd/ form a library for other Go programs
// that needs the standard library only. docs/architecture.md tells how they
// hang together, deps_test.go who may import whom.
package cairn
