// Package think is what the engine needs to know about DVONN, in two parts that
// can be combined with others: [Linear] and, with the nets that are shipped, [Nets]
// estimate positions of both phases; [Knowledge] is the rest: tactical moves, an
// order of moves, bounds that are certain, the length of games, and reasons for a
// move.
//
// Vocabulary: a stack is attacked when an opponent's stack could move onto it; a
// layer is the stacks at one distance from the DVONN pieces, counted in steps
// over stacks; a hanging stack has one neighbor only.
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
