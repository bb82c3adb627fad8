package engine_test

import (
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
)

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
