package engine_test

import (
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
)

// noEstimate is an evaluator of any game, to which all positions are even.
type noEstimate struct{}

func (noEstimate) Evaluate(game.Position) engine.Score { return 0 }

// TestAnotherGame: an engine that has searched one game can search another.
func TestAnotherGame(t *testing.T) {
	e := engine.New(engine.Options{Evaluator: func() engine.Evaluator { return noEstimate{} }})
	for _, g := range games.All() {
		p := g.Start("1")
		if r := e.Search(t.Context(), p, engine.Limits{Nodes: 100}, nil); p.Legal(r.Move) != nil {
			t.Errorf("%s: %v", g.ID(), r.Move)
		}
	}
}

// partsOf returns what makes the evaluator and the knowledge that a game is played with.
func partsOf(t *testing.T, g game.Game) (evaluator func() engine.Evaluator, knowledge func() engine.Knowledge) {
	t.Helper()
	evaluator, err := players.Evaluator(g, "")
	if err != nil {
		t.Fatal(err)
	}
	knowledge, err = players.Knowledge(g)
	if err != nil {
		t.Fatal(err)
	}
	return evaluator, knowledge
}
