package engine

import "cairn.example/game"

// estimates remembers what an [Evaluator] has said of positions: the same ones come
// again at every deeper iteration and by other orders of moves, and an estimate costs
// more than most of what a node does.
//
// An entry is the key of a position with its low bits, which say where it lies,
// replaced by the estimate; zero is no entry. So an entry is of the position looked
// for exactly when the keys agree. Every score fits into 16 bits.
type estimates [1 << estimateBits]uint64

const estimateBits = 16

// evaluate returns the estimate of pos, the position last told to the evaluator.
func (w *worker) evaluate(pos game.Position) Score {
	key := pos.Key()
	e := &w.estimates[key&(1<<estimateBits-1)]
	if (*e^key)>>estimateBits == 0 && *e != 0 {
		return Score(int16(*e))
	}
	s := w.eval.Evaluate(pos)
	*e = key>>estimateBits<<estimateBits | uint64(uint16(int16(s)))
	return s
}
