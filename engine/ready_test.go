package engine

import (
	"math/rand/v2"
	"testing"
)

// TestReady: a new engine has made all evaluators of its game, so that the first search makes
// none; without a game, the first search makes them.
func TestReady(t *testing.T) {
	p := randomRow(rand.New(rand.NewPCG(6, 1)), 16)
	made := 0
	o := Options{Threads: 3, Evaluator: func() Evaluator {
		made++
		return newRowEvaluator()
	}}
	for range 2 {
		made = 0
		e := New(o)
		atFirst := made
		e.Search(background, p, Limits{Depth: 1}, nil)
		e.Search(background, p, Limits{Depth: 1}, nil)
		want := 0
		if o.Game != nil {
			want = o.Threads
		}
		if atFirst != want || made != o.Threads {
			t.Errorf("game %v: %d evaluators made at first, %d in the end; want %d and %d", o.Game, atFirst, made, want, o.Threads)
		}
		o.Game = p.Game()
	}
}
