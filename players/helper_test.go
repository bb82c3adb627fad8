package players

import (
	"cairn.example/engine"
	"cairn.example/game"
)

// newEngine returns an engine for a game that has what one needs.
func newEngine(g game.Game, o engine.Options) *engine.Engine {
	e, err := NewEngine(g, o)
	if err != nil {
		panic(err)
	}
	return e
}

// opening returns a full board after some random plies.
func opening(g game.Game, seed string, plies int) game.Position {
	p, _ := game.StartOf(g, seed, true)
	s := game.NewStream("cairn lab 1", g.ID(), seed)
	for range plies {
		if moves := p.Moves(nil); len(moves) > 0 {
			p.PlayUnchecked(moves[s.Intn(len(moves))])
		}
	}
	return p
}
