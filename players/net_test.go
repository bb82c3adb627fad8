package players

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/lyngk"
	"cairn.example/nn"
)

// smallNet returns a net of DVONN that counts the stacks of one piece.
func smallNet(t testing.TB) *nn.Dense {
	t.Helper()
	c := Counts(dvonn.Game)[0]
	d := &nn.Dense{Counts: c.ID(), Inputs: c.Inputs(), Phases: c.Phases(), Knots: 1, Linear: make([]int16, c.Inputs())}
	d.Linear[1] = 3 * nn.LinearUnit
	return d
}

// smallConv returns the file of a convolutional net of DVONN without any weight.
func smallConv(t *testing.T) []byte {
	b := Boards(dvonn.Game)[0]
	layer := func(inputs int) nn.ConvLayer {
		return nn.ConvLayer{Rows: make([]int16, 16*inputs), Bias: make([]int32, 16)}
	}
	data, err := (&nn.Conv{
		Board: b.ID(), Spots: len(b.Windows()), Views: nn.ViewSizes(b.Windows()), Planes: b.Planes(), Channels: 16, Head: 16,
		Layers: []nn.ConvLayer{layer(len(b.Windows()[0]) * b.Planes())}, Last: layer(16), Output: make([]int32, 16), OutputBias: 7 * nn.LinearUnit,
	}).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// LoadEvaluator takes names and files, and says what is wrong with others.
func TestLoadEvaluator(t *testing.T) {
	good, err := smallNet(t).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) (io.ReadCloser, error) {
		switch name {
		case "good":
			return io.NopCloser(bytes.NewReader(good)), nil
		case "conv":
			return io.NopCloser(bytes.NewReader(smallConv(t))), nil
		case "cut":
			return io.NopCloser(bytes.NewReader(good[:100])), nil
		case "zeros": // as of /dev/zero
			return io.NopCloser(&endless{t: t}), nil
		case "endless":
			return io.NopCloser(io.MultiReader(bytes.NewReader(good), &endless{t: t})), nil
		case "folder":
			return os.Open(t.TempDir())
		case "locked":
			return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
		}
		return nil, fs.ErrNotExist
	}
	for _, name := range []string{"", "linear", "good", "conv"} {
		if e, err := LoadEvaluator(dvonn.Game, name, read); err != nil || e() == nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	var unknown *EvaluatorError
	if _, err := LoadEvaluator(dvonn.Game, "none", read); !errors.As(err, &unknown) {
		t.Errorf("no such file: %v", err)
	}
	if _, err := LoadEvaluator(dvonn.Game, "cut", read); !errors.Is(err, nn.ErrTruncate) || !strings.HasPrefix(err.Error(), "cut: ") {
		t.Errorf("a file that was cut off: %v", err)
	}
	for name, want := range map[string]error{"zeros": nn.ErrNoNet, "endless": nn.ErrNoNet} {
		if _, err := LoadEvaluator(dvonn.Game, name, read); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"folder", "locked"} {
		var unread *fs.PathError
		if _, err := LoadEvaluator(dvonn.Game, name, read); !errors.As(err, &unread) || errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := LoadEvaluator(lyngk.Standard, "good", read); err == nil || !strings.Contains(err.Error(), "dvonn-stacking-1") {
		t.Errorf("a net of another game: %v", err)
	}
	if _, err := LoadEvaluator(lyngk.Standard, "conv", read); err == nil || !strings.Contains(err.Error(), "dvonn-placing-board-1") {
		t.Errorf("a convolutional net of another game: %v", err)
	}
	conv, err := LoadEvaluator(dvonn.Game, "conv", read)
	if err != nil {
		t.Fatal(err)
	}
	if got := conv().Evaluate(dvonn.Game.Start("")); got != 7 {
		t.Errorf("the net of the file says %d, not 7", got)
	}
}

// endless is a file of zeros that must not be read far.
type endless struct {
	t    *testing.T
	read int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.read += len(p); e.read > 1<<20 {
		e.t.Fatal("it is read on and on")
	}
	clear(p)
	return len(p), nil
}

// A player with a net of its own plays by it.
func TestPlayerWithNet(t *testing.T) {
	e, err := netEvaluator(dvonn.Game, nn.Nets{Dense: []*nn.Dense{smallNet(t)}})
	if err != nil {
		t.Fatal(err)
	}
	p := dvonn.Game.StartFull("player")
	score := func(o Options) engine.Score {
		player, err := New(dvonn.Game, "engine", o)
		if err != nil {
			t.Fatal(err)
		}
		r, err := player.Choose(context.Background(), p, engine.Limits{Depth: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Score
	}
	if a, b := score(Options{}), score(Options{Evaluator: e}); a == b {
		t.Errorf("the score is %v with the net and without", a)
	}
}
