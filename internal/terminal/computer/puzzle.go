package computer

import (
	"context"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/training"
	"cairn.example/players"
)

// Refute proves what a wrong move leads to, as far as the limits allow.
func Refute(ctx context.Context, before game.Position, m game.Move, want puzzle.Result, limits engine.Limits) say.Refutation {
	open := say.Refutation{Move: m}
	after := before.Copy()
	after.PlayUnchecked(m)
	if o := after.Outcome(); o != game.Ongoing {
		return say.Refutation{Move: m, Outcome: o, Proved: true}
	}
	e, err := players.NewEngine(before.Game(), engine.Options{Hash: 16})
	if err != nil {
		return open
	}
	r := e.Search(ctx, after, limits, nil)
	if !r.Proved {
		return open
	}
	outcome := game.Draw
	switch {
	case r.Score.Won():
		outcome = game.Win(after.Side())
	case r.Score.Lost():
		outcome = game.Win(after.Side().Other())
	}
	// The move was proved to be wrong before, so a win of the solver would contradict that.
	winner, won := outcome.Winner()
	if won && winner == before.Side() || !won && want == puzzle.Draw {
		return open
	}
	return say.Refutation{Move: m, Line: r.PV[:min(len(r.PV), refutePlies)], Outcome: outcome, Proved: true}
}

// refutePlies is how much of a refutation is shown.
const refutePlies = 5

// Explain returns what speaks for the first move of a solution.
func Explain(t *training.Task) []say.Reason {
	knowledge, err := players.Knowledge(t.Game)
	if err != nil {
		return nil
	}
	pos, err := t.Game.Parse(t.Puzzle.Position)
	if err != nil {
		return nil
	}
	m, err := pos.ParseMove(t.Puzzle.Line[0][0])
	if err != nil {
		return nil
	}
	return Reasons(engine.Telling(knowledge(), pos, m, pos.Moves(nil), nil))
}
