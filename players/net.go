package players

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
)

// Features returns the descriptions of positions of g that a net may have been
// trained for, the newest first; none for a game that has no net.
func Features(g game.Game) []nn.Features {
	x, _ := expertiseOf(g)
	return x.features
}

// NetEvaluator returns what makes evaluators of g with a net, for one thread each.
// The error says that the net is not one of g, and why.
func NetEvaluator(g game.Game, n *nn.Net) (func() engine.Evaluator, error) {
	for _, f := range Features(g) {
		if f.ID() != n.Features {
			continue
		}
		if _, err := nn.NewLine(n, f); err != nil {
			return nil, err
		}
		return func() engine.Evaluator {
			line, err := nn.NewLine(n, f)
			if err != nil {
				panic(err) // it was made once already
			}
			return netEvaluator{line}
		}, nil
	}
	return nil, fmt.Errorf("the net is for the features %s, which %s does not have", game.Shown(n.Features), g.Name())
}

// LoadEvaluator returns what makes the evaluator of that name as [Evaluator] does,
// and takes a name that is none for the file of a net, which open opens. The error
// is that of Evaluator where there is no such file, an *[fs.PathError] where it cannot
// be read, and otherwise a *[NetError].
func LoadEvaluator(g game.Game, name string, open func(file string) (io.ReadCloser, error)) (func() engine.Evaluator, error) {
	e, unknown := Evaluator(g, name)
	if unknown == nil {
		return e, nil
	}
	f, err := open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, unknown
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := nn.Read(f)
	if err != nil {
		return nil, err
	}
	if nn.IsPhaseNets(data) {
		e, err = phaseEvaluator(g, data)
	} else {
		var n *nn.Net
		if n, err = nn.Parse(data); err == nil {
			e, err = NetEvaluator(g, n)
		}
	}
	if err != nil {
		return nil, &NetError{File: name, Game: g, Err: err}
	}
	return e, nil
}

// NetError says that a file holds no net that a game can be played with.
type NetError struct {
	File string
	Game game.Game
	Err  error // one of package nn, or where the net does not fit the game
}

// Error names the file and says what is wrong with it.
func (e *NetError) Error() string { return game.Shown(e.File) + ": " + e.Err.Error() }

// Unwrap returns what is behind the error.
func (e *NetError) Unwrap() error { return e.Err }

// phaseEvaluator returns what makes evaluators of g with the nets of a file that are each
// for a part of the game.
func phaseEvaluator(g game.Game, data []byte) (func() engine.Evaluator, error) {
	nets, err := nn.ParsePhaseNets(data)
	if err != nil {
		return nil, err
	}
	x, err := expertiseOf(g)
	if err != nil {
		return nil, err
	}
	if _, err := x.nets(nets); err != nil {
		return nil, err
	}
	return func() engine.Evaluator {
		e, err := x.nets(nets)
		if err != nil {
			panic(err) // it was made once already
		}
		return e
	}, nil
}

// Counts returns the descriptions of positions of g that dense nets are trained for,
// none for a game that has none. Each call returns its own.
func Counts(g game.Game) []nn.Counts {
	x, _ := expertiseOf(g)
	if x.counts == nil {
		return nil
	}
	return x.counts()
}

// Boards returns the descriptions of positions of g that convolutional nets are trained
// for, none for a game that has none.
func Boards(g game.Game) []nn.Board {
	x, _ := expertiseOf(g)
	return x.boards
}

// netEvaluator estimates positions by a net; the line keeps its accumulators.
type netEvaluator struct{ *nn.Line }

// Evaluate returns the net's estimate of p.
func (e netEvaluator) Evaluate(p game.Position) engine.Score {
	return engine.Estimate(e.Line.Evaluate(p))
}
