package think

import (
	_ "embed"
	"fmt"
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
)

// shipped holds the nets of both phases, one after the other: docs/training.md says how they
// were made and what they won.
//
//go:embed dvonn.net
var shipped []byte

// NewNet returns the evaluator of DVONN with the nets that are shipped.
func NewNet() engine.Evaluator {
	nets, err := nn.ParseDense(shipped)
	if err != nil {
		panic(err) // no build whose tests have passed
	}
	e, err := NewDense(nets)
	if err != nil {
		panic(err)
	}
	return e
}

// Dense estimates positions by dense nets: one for each phase, where it has one, and
// otherwise like [Linear]. It is used by one goroutine.
type Dense struct {
	Linear
	counts            PlacingCounts
	x                 [placingInputs + nn.Lanes]int32 // as many as either phase has, and zeros
	stacking, placing *nn.DenseLine
}

// NewDense returns an evaluator with some nets, one a phase at most. The error says which
// does not fit.
func NewDense(nets []*nn.Dense) (*Dense, error) {
	e := &Dense{}
	for _, n := range nets {
		var c nn.Counts
		var line **nn.DenseLine
		switch n.Counts {
		case (*StackingCounts)(nil).ID():
			c, line = &StackingCounts{}, &e.stacking
		case (*PlacingCounts)(nil).ID():
			c, line = &e.counts, &e.placing
		default:
			return nil, fmt.Errorf("the net is for the counts %s, which DVONN does not have", game.Shown(n.Counts))
		}
		if *line != nil {
			return nil, fmt.Errorf("there are two nets for the counts %s", n.Counts)
		}
		var err error
		if *line, err = nn.NewDenseLine(n, c); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// Evaluate estimates p.
func (e *Dense) Evaluate(p game.Position) engine.Score {
	pos := p.(*dvonn.Position)
	switch {
	case pos.Placing() && e.placing != nil:
		e.counts.Count(p, e.x[:placingInputs])
		n := e.placing.Evaluate(e.x[:], e.counts.Phase(p))
		if p.Side() != game.First {
			n = -n
		}
		return engine.Estimate(n)
	case !pos.Placing() && e.stacking != nil:
		e.computeFeatures(pos)
		copy(e.x[:], e.Linear.x[:])
		e.countMore(pos, e.x[Inputs:])
		return engine.Estimate(e.stacking.Evaluate(e.x[:], bits.OnesCount64(pos.Occupied())))
	}
	return e.Linear.Evaluate(p)
}
