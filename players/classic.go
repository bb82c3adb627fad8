package players

import (
	"fmt"

	"cairn.example/dvonn"
	dvonnthink "cairn.example/dvonn/think"
	"cairn.example/engine"
	"cairn.example/game"
)

// newClassic returns the stand-in for the DVONN program that won a contest in
// 2011: plain principal variation search with iterative deepening and a hash,
// captures first, and an estimate of stacks and moves by their distance to the
// DVONN pieces. It reduces nothing, skips nothing and has no quiescence. It is a
// yardstick of DVONN only.
func newClassic(g game.Game, o Options) (Player, error) {
	if g.ID() != dvonn.Game.ID() {
		return nil, fmt.Errorf("the classic player knows %s only, not %s", dvonn.Game.ID(), g.ID())
	}
	e := engine.New(engine.Options{
		Hash: max(o.Hash, 16), Threads: 1, Evaluator: dvonnthink.NewClassic, Now: o.Now, Poll: o.Poll,
		Without: engine.AllTechniques &^ (engine.UseHash | engine.Order | engine.Aspire),
	})
	return &Level{name: "classic", engine: e, mind: dvonnthink.NewClassic}, nil
}
