package players

import (
	"context"

	"cairn.example/engine"
	"cairn.example/game"
)

// greedy plays the move after which its lead in the count is largest, as if the
// game ended there; of equally good moves a random one. It does not consider what
// the opponent can do.
type greedy struct {
	seed   string
	stream *game.Stream
}

// newGreedy returns a greedy player whose choices between equals the seed
// determines.
func newGreedy(seed string) *greedy {
	g := &greedy{seed: seed}
	g.Reset()
	return g
}

// Name returns "greedy".
func (g *greedy) Name() string { return "greedy" }

// Reset restarts the stream of choices.
func (g *greedy) Reset() { g.stream = game.NewStream(choiceDomain, "greedy", g.seed) }

// Choose returns the move that gains most at once.
func (g *greedy) Choose(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Result, error) {
	moves := pos.Moves(nil)
	if len(moves) == 0 {
		return engine.Result{}, ErrOver
	}
	child := pos.Game().New()
	best, ties := -1<<31, moves[:0:0]
	for _, m := range moves {
		pos.CopyTo(child)
		child.PlayUnchecked(m)
		switch v := lead(child, pos.Side()); {
		case v > best:
			best, ties = v, append(ties[:0], m)
		case v == best:
			ties = append(ties, m)
		}
	}
	return withoutSearch(ties[g.stream.Intn(len(ties))], len(moves)), nil
}

// lead returns how far s is ahead in the counts of the standing, as one number in
// which a difference in one count outweighs all counts after it.
func lead(p game.Position, s game.Side) int {
	sc, ok := p.(game.Scorer)
	if !ok {
		return 0
	}
	mine, theirs := sc.Standing(s), sc.Standing(s.Other())
	v := 0
	for i := range mine {
		v = v*64 + mine[i].N - theirs[i].N
	}
	return v
}
