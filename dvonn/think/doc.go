// Package think is what the engine needs to know about DVONN: an estimate of
// positions in both phases, tactical moves, an order of moves, and bounds that
// are certain.
//
// Vocabulary: a stack is attacked when an opponent's stack could move onto it; a
// layer is the stacks at one distance from the DVONN pieces, counted in steps
// over stacks; a hanging stack has one neighbor only.
//
//	e := engine.New(engine.Options{Hash: 64, Evaluator: think.New})
//
// The estimate is linear: [Mind.Features] describes a position by numbers, the
// weights were fitted to the results of games (docs/strength.md).
//
// The package refuses to search and to look further than the position itself.
package think
