package think

import (
	_ "embed"
	"errors"
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
	nets, err := nn.Parse(shipped)
	if err != nil {
		panic(err) // no build whose tests have passed
	}
	e, err := NewNets(nets)
	if err != nil {
		panic(err)
	}
	return e
}

// Nets estimates positions by nets: a dense one while stacking, a convolutional one of
// placings and full boards, and like [Linear] where one of them is missing. It is used by
// one goroutine.
type Nets struct {
	Linear
	x        [stackingInputs + nn.Lanes]int32 // the counts, and zeros
	stacking *nn.DenseLine
	board    *nn.ConvLine
}

// NewNets returns an evaluator with some nets, one of a kind at most. The error says which
// does not fit.
func NewNets(nets nn.Nets) (*Nets, error) {
	e := &Nets{}
	var err error
	for _, n := range nets.Conv {
		if n.Board != (PlacingBoard{}).ID() {
			return nil, errors.New(game.Words("the net is for the board ", game.Shown(n.Board), ", which DVONN does not have"))
		}
		if e.board != nil {
			return nil, errors.New(game.Words("there are two nets for the board ", n.Board))
		}
		if e.board, err = nn.NewConvLine(n, PlacingBoard{}); err != nil {
			return nil, err
		}
	}
	for _, n := range nets.Dense {
		c := &StackingCounts{}
		if n.Counts != c.ID() {
			return nil, errors.New(game.Words("the net is for the counts ", game.Shown(n.Counts), ", which DVONN does not have"))
		}
		if e.stacking != nil {
			return nil, errors.New(game.Words("there are two nets for the counts ", n.Counts))
		}
		if e.stacking, err = nn.NewDenseLine(n, c); err != nil {
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
	case !pos.Placing() && e.stacking != nil:
		e.computeFeatures(pos)
		copy(e.x[:], e.Linear.x[:])
		e.countMore(pos, e.x[Inputs:])
		return engine.Estimate(e.stacking.Evaluate(e.x[:], bits.OnesCount64(pos.Occupied())))
	}
	return e.Linear.Evaluate(p)
}
