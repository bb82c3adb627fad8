package annotate_test

import (
	"math"
	"testing"

	"cairn.example/engine"
	"cairn.example/internal/judge"
	"cairn.example/internal/study/annotate"
)

// TestValueOf holds the marks of what searches find: by the chance to win that is
// given away, and the heaviest for a proved result that is thrown away.
func TestValueOf(t *testing.T) {
	info := func(score engine.Score, proved bool) engine.Info { return engine.Info{Score: score, Proved: proved} }
	for _, test := range []struct {
		name      string
		best, got engine.Info
		loss      float64
		mark      judge.Mark
	}{
		{"as good", info(50, false), info(50, false), 0, judge.NoMark},
		{"better than thought", info(50, false), info(70, false), 0, judge.NoMark},
		{"little", info(50, false), info(20, false), 0.04, judge.NoMark},
		{"an inaccuracy", info(50, false), info(5, false), 0.06, judge.Inaccuracy},
		{"a mistake", info(50, false), info(-35, false), 0.12, judge.Mistake},
		{"a blunder", info(150, false), info(-50, false), 0.27, judge.Blunder},
		{"much of a game that is won", info(1900, false), info(900, false), 0.01, judge.NoMark},
		{"a proved draw thrown away", info(engine.DrawScore, true), info(engine.Loss(1), true), 0.5, judge.Blunder},
		{"a win made a draw", info(engine.Win(1), true), info(engine.DrawScore, true), 0.5, judge.Blunder},
		{"a smaller win", info(engine.Win(9), true), info(engine.Win(1), true), 0, judge.NoMark},
	} {
		loss, mark := judge.Move(annotate.Value(test.best), annotate.Value(test.got))
		if math.Abs(loss-test.loss) > 0.005 || mark != test.mark {
			t.Errorf("%s: loss %.3f, mark %q, want %.3f and %q", test.name, loss, mark.Sign(), test.loss, test.mark.Sign())
		}
	}
}
