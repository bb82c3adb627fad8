package think

import (
	_ "embed"
	"fmt"
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
		return nil, fmt.Errorf("the net is for the board %s, which %s does not have", game.Shown(n.Board), g.Name())
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
				return nil, fmt.Errorf("there are two nets for the counts %s", n.Counts)
			}
			var err error
			if lines[i], err = nn.NewDenseLine(n, c); err != nil {
				return nil, err
			}
		}
		if !known {
			return nil, fmt.Errorf("the net is for the counts %s, which %s does not have", game.Shown(n.Counts), g.Name())
		}
	}
	if len(nets.Dense) == 0 {
		return nil, fmt.Errorf("there is no net for %s", g.Name())
	}
	if lines[g] == nil {
		return nil, fmt.Errorf("the net is for the counts %s, which %s does not have", game.Shown(nets.Dense[0].Counts), g.Name())
	}
	return &Dense{line: lines[g]}, nil
}

// Evaluate estimates p.
func (e *Dense) Evaluate(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	e.fillCounts(pos, e.x[:countInputs])
	return engine.Estimate(e.line.Evaluate(e.x[:], bits.OnesCount64(pos.Occupied())))
}
