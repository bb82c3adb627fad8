package think

import (
	_ "embed"
	"errors"
	"math/bits"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
	"cairn.example/nn"
)

// shipped holds the nets of the three games, one after another: docs/training.md says how
// they were made and what they won.
//
//go:embed lyngk.net
var shipped []byte

// NewNet returns the evaluator of g with the net that is shipped.
func NewNet(g lyngk.Game) engine.Evaluator {
	nets, err := nn.Parse(shipped)
	if err != nil {
		panic(err) // no build whose tests have passed
	}
	e, err := NewDense(g, nets)
	if err != nil {
		panic(err)
	}
	return e
}

// Dense estimates positions of one game by a dense net. It is used by one goroutine.
type Dense struct {
	Linear
	x    [countInputs + nn.Lanes]int32 // the counts, and zeros
	line *nn.DenseLine
}

// NewDense returns an evaluator of g with its net among nets, which may be of any of the
// three games, one a game at most. The error says which does not fit, or that none is for g.
func NewDense(g lyngk.Game, nets nn.Nets) (*Dense, error) {
	for _, n := range nets.Conv {
		return nil, errors.New(game.Words("the net is for the board ", game.Shown(n.Board), ", which ", g.Name(), " does not have"))
	}
	var lines [3]*nn.DenseLine
	for _, n := range nets.Dense {
		known := false
		for i, other := range lyngk.Games() {
			c := NewCounts(other)
			if n.Counts != c.ID() {
				continue
			}
			known = true
			if lines[i] != nil {
				return nil, errors.New(game.Words("there are two nets for the counts ", n.Counts))
			}
			var err error
			if lines[i], err = nn.NewDenseLine(n, c); err != nil {
				return nil, err
			}
		}
		if !known {
			return nil, errors.New(game.Words("the net is for the counts ", game.Shown(n.Counts), ", which ", g.Name(), " does not have"))
		}
	}
	if len(nets.Dense) == 0 {
		return nil, errors.New(game.Words("there is no net for ", g.Name()))
	}
	if lines[g] == nil {
		return nil, errors.New(game.Words("the net is for the counts ", game.Shown(nets.Dense[0].Counts), ", which ", g.Name(), " does not have"))
	}
	return &Dense{line: lines[g]}, nil
}

// Evaluate estimates p.
func (e *Dense) Evaluate(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	e.fillCounts(pos, e.x[:countInputs])
	return engine.Estimate(e.line.Evaluate(e.x[:], bits.OnesCount64(pos.Occupied())))
}
