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
	nets, err := nn.ParsePhaseNets(shipped)
	if err != nil {
		panic(err) // no build whose tests have passed
	}
	e, err := NewNets(nets)
	if err != nil {
		panic(err)
	}
	return e
}

// Nets estimates positions by nets: one for each phase, where it has one, and otherwise
// like [Linear]. Where the placing phase has a dense and a convolutional net, the latter
// is asked. It is used by one goroutine.
type Nets struct {
	Linear
	counts            PlacingCounts
	x                 [placingInputs + nn.Lanes]int32 // as many as either phase has, and zeros
	stacking, placing *nn.DenseLine
	board             *nn.ConvLine // of placings and full boards
}

// NewNets returns an evaluator with some nets, one of a kind for each phase at most. The
// error says which does not fit.
func NewNets(nets nn.PhaseNets) (*Nets, error) {
	e := &Nets{}
	for _, n := range nets.Conv {
		if n.Board != (PlacingBoard{}).ID() {
			return nil, fmt.Errorf("the net is for the board %s, which DVONN does not have", game.Shown(n.Board))
		}
		if e.board != nil {
			return nil, fmt.Errorf("there are two nets for the board %s", n.Board)
		}
		var err error
		if e.board, err = nn.NewConvLine(n, PlacingBoard{}); err != nil {
			return nil, err
		}
	}
	for _, n := range nets.Dense {
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
func (e *Nets) Evaluate(p game.Position) engine.Score {
	pos := p.(*dvonn.Position)
	switch {
	case e.board != nil && (pos.Placing() || isFull(pos)):
		n := e.board.Evaluate(p)
		if p.Side() != game.First {
			n = -n
		}
		return engine.Estimate(n)
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
