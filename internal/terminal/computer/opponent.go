package computer

import (
	"context"
	"errors"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/players"
)

// Opponent is a player in line play, whose strength and rule set can be changed.
type Opponent struct {
	player players.Player
	game   game.Game
	make   func(g game.Game, name string) (players.Player, error)
	said   func(error) string
}

// NewOpponent returns the opponent of a name. It and the players that take its place
// later are made by make; what that refuses later is reported as said has it.
func NewOpponent(g game.Game, name string, make func(game.Game, string) (players.Player, error), said func(error) string) (*Opponent, error) {
	p, err := make(g, name)
	if err != nil {
		return nil, err
	}
	return &Opponent{player: p, game: g, make: make, said: said}, nil
}

// Choose returns a move within the time on the clock.
func (o *Opponent) Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error) {
	r, err := o.player.Choose(ctx, p, Limits(clocks), nil)
	return r.Move, err
}

// Name returns what the opponent is called now.
func (o *Opponent) Name() string { return o.player.Name() }

// Levels is the number of levels.
func (o *Opponent) Levels() int { return players.Levels }

// SetLevel replaces the player by the engine at a level.
func (o *Opponent) SetLevel(level int) error { return o.change(o.game, players.LevelName(level)) }

// SetGame replaces the player by the one of the same name for another rule set:
// what a player knows is about one.
func (o *Opponent) SetGame(g game.Game) error { return o.change(g, o.player.Name()) }

func (o *Opponent) change(g game.Game, name string) error {
	p, err := o.make(g, name)
	if err != nil {
		return errors.New(o.said(err))
	}
	o.player, o.game = p, g
	return nil
}
