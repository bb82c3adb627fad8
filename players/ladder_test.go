package players

import (
	"context"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// Levels below 10 estimate with what their ladder was measured with; the engine and level 10
// with the strongest evaluator.
func TestEvaluatorOfLevels(t *testing.T) {
	tested := 0
	for _, g := range games.All() {
		if len(Evaluators(g)) > 1 {
			testEvaluatorOfLevels(t, g)
			tested++
		}
	}
	if tested < 4 {
		t.Errorf("only %d games have a net", tested)
	}
}

func testEvaluatorOfLevels(t *testing.T, g game.Game) {
	p := g.Start("levels")
	if f, ok := g.(game.FullStarter); ok {
		p = f.StartFull("levels")
	}
	score := func(name, evaluator string) engine.Score {
		e, err := Evaluator(g, evaluator)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Seed: "s", Evaluator: e}
		if evaluator == "" {
			o.Evaluator = nil
		}
		player, err := New(g, name, o)
		if err != nil {
			t.Fatal(err)
		}
		r, err := player.Choose(context.Background(), p, engine.Limits{Depth: 1}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Score
	}
	for name, evaluator := range map[string]string{"level6": "linear", "level9": "linear", "level10": "net", "engine": "net"} {
		other := "net"
		if evaluator == "net" {
			other = "linear"
		}
		if got := score(name, ""); got != score(name, evaluator) || got == score(name, other) {
			t.Errorf("%s of %s: score %v, with %s %v, with %s %v", name, g.ID(), got, evaluator, score(name, evaluator), other, score(name, other))
		}
	}
}
