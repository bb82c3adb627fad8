package main

import (
	"testing"

	"cairn.example/engine"
)

// TestWeigh holds the marks: by what is given away, and the heaviest for a proved
// result that is thrown away.
func TestWeigh(t *testing.T) {
	info := func(score engine.Score, proved bool) engine.Info { return engine.Info{Score: score, Proved: proved} }
	for _, test := range []struct {
		name      string
		best, got engine.Info
		loss      int
		mark      int
	}{
		{"as good", info(50, false), info(50, false), 0, -1},
		{"better than thought", info(50, false), info(70, false), 0, -1},
		{"little", info(50, false), info(21, false), 29, -1},
		{"an inaccuracy", info(50, false), info(20, false), 30, 0},
		{"a mistake", info(50, false), info(-30, false), 80, 1},
		{"a blunder", info(150, false), info(-50, false), 200, 2},
		{"a proved draw thrown away", info(engine.DrawScore, true), info(engine.Loss(1), true), decidedWorth, 2},
		{"a win made a draw", info(engine.Win(1), true), info(engine.DrawScore, true), decidedWorth, 2},
		{"a smaller win", info(engine.Win(9), true), info(engine.Win(1), true), 0, -1},
	} {
		if j := weigh(test.best, test.got); j.loss != test.loss || j.mark != test.mark {
			t.Errorf("%s: loss %d, mark %d, want %d and %d", test.name, j.loss, j.mark, test.loss, test.mark)
		}
	}
}
