package engine

import "cairn.example/game"

// Evaluator estimates positions of one game, and does nothing else: what the
// search may know about the game besides is [Knowledge], so that every evaluator
// of a game can be used with it. An Evaluator is used by one goroutine; each
// thread of a search makes its own.
//
// It is told of every move the search makes and takes back, so that it can keep
// what it computes up to date instead of computing it anew: after Reset(root) the
// calls of Push and Pop are nested, and the position last told is the child of
// the last Push that no Pop has taken back, or else the root. Positions handed
// over belong to the search and change after the call.
type Evaluator interface {
	// Reset tells that p is the position to start from. Everything pushed is
	// forgotten.
	Reset(p game.Position)

	// Push tells that m, played in parent, the position last told, gave child.
	Push(parent game.Position, m game.Move, child game.Position)

	// Pop takes the last Push back.
	Pop()

	// Evaluate estimates p, the position last told, for its side to move. What
	// it says depends on nothing but what the key of p tells apart, for the
	// search remembers it and does not ask again. It may return a decided score
	// only where p is over and that is its exact score. p may be over, and
	// [FinalScore] is then what is known; an estimate there is no error, but the
	// search takes it for no more than that.
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
