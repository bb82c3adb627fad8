// Package dvonn is the game of DVONN: board, both phases, isolation, text.
//
// Vocabulary, beyond that of package game: [Position.Owned] says whose
// the stack on a spot is, [Position.Dvonn] whether it holds a DVONN piece; a stack is
// surrounded when all six neighbors are occupied; a hinge is a stack that others
// hang on. White is [game.First].
//
// Programs that do not care which game they play take [Game] as a [game.Game].
// Its start position is the empty board of the placing phase; [Rules.StartFull]
// gives a random full board instead, ready for stacking. Beyond the contract a
// [*Position] offers its bitboards, whose bit of column c and row r, both counted
// from 0, is c + 12r, and answers such as [Position.Targets] and
// [Position.Hinges], for evaluation and for display.
//
// Rule errors are *[game.Error] values with the codes of [Codes]; clauses such as
// 2.3 are those of docs/rules.md.
//
// The package refuses to keep a history, to undo, and to accept a text that is
// almost right: spaces count.
package dvonn
