package engine

import "cairn.example/game"

// Evaluator estimates positions of one game, and does nothing else: what the
// search may know about the game besides is [Knowledge], so that every evaluator
// of a game can be used with it. An Evaluator is used by one goroutine; each
// thread of a search makes its own.
type Evaluator interface {
	// Evaluate estimates p for its side to move. The result depends only on what
	// the key of p distinguishes, because the search remembers it and does not ask
	// again. It may be a decided score only where p is over and that is its exact
	// score. Where p is over, [FinalScore] is exact; the search takes an estimate
	// there as an estimate. p belongs to the search and changes after the call.
	Evaluate(p game.Position) Score
}

// Dot returns the sum of the features x, each times its weight. There are as
// many weights as features, and their products' sum must fit 32 bits. Every
// linear [Evaluator] ends in it; four sums side by side, because each addition
// waits for the one before.
func Dot(x, weights []int32) int32 {
	weights = weights[:len(x)]
	var a, b, c, d int32
	i := 0
	for ; i+3 < len(x); i += 4 {
		a += x[i] * weights[i]
		b += x[i+1] * weights[i+1]
		c += x[i+2] * weights[i+2]
		d += x[i+3] * weights[i+3]
	}
	for ; i < len(x); i++ {
		a += x[i] * weights[i]
	}
	return a + b + c + d
}
