// Package dvonn is the game of DVONN: board, both phases, isolation, text.
//
// Vocabulary, beyond that of package game: White is [game.First]; a stack is
// surrounded when all six neighbors are occupied; a hinge is a stack whose leaving
// cuts others off.
//
// Programs that do not care which game they play take [Game] as a [game.Game].
// Its start position is the empty board of the placing phase; [Rules.StartFull]
// gives a random full board instead, ready for stacking.
//
// Evaluation and display get more from a [*Position]: its bitboards, in which
// column c and row r, both counted from 0, are bit c + 12r, so that a step is a
// shift by 1, 12 or 13 that never wraps around onto a spot; and answers such as
// [Position.Targets], [Position.Isolated] and [Position.Hinges]. [Grow], [Flood],
// [Around], [Pairs], [Surrounded], [Linked] and [Reach] answer the same on any set of
// spots; the search uses them too.
//
// Rule errors are *[game.Error] values with the codes of [Reasons]; clauses such as
// 2.3 are those of docs/rules.md.
//
// The package refuses to keep a history, to undo, and to accept a text that is
// almost right: spaces count.
package dvonn
