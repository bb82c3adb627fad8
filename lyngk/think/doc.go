// Package think is what the engine needs to know about LYNGK and its variants, in
// two parts that can be combined with others: [Linear] and, with the nets that are
// shipped, [Dense] estimate positions; [Knowledge] is the rest: tactical moves, an
// order of moves, bounds that are certain, the length of games, and reasons for a move.
//
// Vocabulary: a completion is a move that makes a full stack under a top of
// one's own; a build is a move that makes a stack of some height; a color is
// open to a side that may still claim it.
//
//	e := engine.New(engine.Options{Hash: 64, Evaluator: think.NewLinear, Knowledge: think.NewKnowledge})
//
// The estimate of Linear is a weighted sum of features of a position; the weights were
// fitted to the results of games (docs/lab/2026-11-strength.md).
//
// The package is unstable: its interface may change with every version.
//
// The package refuses to search and to look further than the position itself.
package think
