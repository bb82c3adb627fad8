package players

import (
	"context"
	"errors"

	"cairn.example/dvonn"
	"cairn.example/dvonn/think/standin"
	"cairn.example/engine"
	"cairn.example/game"
)

// standInPlayer is the stand-in for the DVONN program that won a contest in 2011; see
// package standin. It is a yardstick of DVONN only.
type standInPlayer struct {
	player *standin.Player
}

func newStandIn(g game.Game, o Options) (Player, error) {
	if g.ID() != dvonn.Game.ID() {
		return nil, &GameError{Player: "standin", Game: g.ID()}
	}
	p := standin.New(max(o.Hash, 16), o.Seed)
	p.Now = o.Now
	return &standInPlayer{p}, nil
}

// Name returns "standin".
func (s *standInPlayer) Name() string { return "standin" }

// Reset forgets everything.
func (s *standInPlayer) Reset() { s.player.Reset() }

// Choose returns the stand-in's move.
func (s *standInPlayer) Choose(ctx context.Context, pos game.Position, l engine.Limits, onInfo func(engine.Info)) (engine.Result, error) {
	if l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && !l.Clocked && l.Clock[pos.Side()] == 0 {
		l.Nodes = standInNodes
	}
	r, err := s.player.Choose(ctx, pos, l, onInfo)
	if errors.Is(err, standin.ErrOver) {
		err = ErrOver
	}
	if err != nil {
		return engine.Result{}, err
	}
	return completed(r), nil
}

// standInNodes is how many positions it looks at where no limit is given.
const standInNodes = 200_000
