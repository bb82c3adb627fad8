package players

import (
	"context"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
)

// Levels below 10 estimate with what their ladder was measured with; the engine and level 10
// with the strongest evaluator.
func TestEvaluatorOfLevels(t *testing.T) {
	p := dvonn.Game.StartFull("levels")
	score := func(name, evaluator string) engine.Score {
		e, err := Evaluator(dvonn.Game, evaluator)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Seed: "s", Evaluator: e}
		if evaluator == "" {
			o.Evaluator = nil
		}
		player, err := New(dvonn.Game, name, o)
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
			t.Errorf("%s: score %v, with %s %v, with %s %v", name, got, evaluator, score(name, evaluator), other, score(name, other))
		}
	}
}
