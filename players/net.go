package players

import (
	"errors"
	"io"
	"io/fs"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
)

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
	nets, err := nn.Parse(data)
	if err == nil {
		e, err = netEvaluator(g, nets)
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

// netEvaluator returns what makes evaluators of g with nets, for one thread each. The error
// says which net does not fit g, or that g has none.
func netEvaluator(g game.Game, nets nn.Nets) (func() engine.Evaluator, error) {
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
