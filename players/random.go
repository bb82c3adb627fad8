package players

import (
	"context"

	"cairn.example/engine"
	"cairn.example/game"
)

// choiceDomain is the domain of the streams by which players choose.
const choiceDomain = "cairn player 1"

// Random plays any legal move, each as likely as the others.
type Random struct {
	seed   string
	stream *game.Stream
}

// NewRandom returns a random player whose choices the seed determines.
func NewRandom(seed string) *Random {
	r := &Random{seed: seed}
	r.Reset()
	return r
}

// Name returns "random".
func (r *Random) Name() string { return "random" }

// Reset restarts the stream of choices.
func (r *Random) Reset() { r.stream = game.NewStream(choiceDomain, "random", r.seed) }

// Choose returns a random move.
func (r *Random) Choose(_ context.Context, pos game.Position, _ engine.Limits, _ func(engine.Info)) (engine.Result, error) {
	moves := pos.Moves(nil)
	if len(moves) == 0 {
		return engine.Result{}, ErrOver
	}
	return withoutSearch(moves[r.stream.Intn(len(moves))], 0), nil
}
