package main

import (
	"errors"

	"cairn.example/game"
)

// Name returns what the opponent is called now.
func (c *computer) Name() string { return c.player.Name() }

// SetGame replaces the player by the one of the same name for another rule set:
// what a player knows is about one.
func (c *computer) SetGame(g game.Game) error {
	p, err := c.make(g, c.player.Name())
	if err != nil {
		return errors.New(errorText(c.catalog, err))
	}
	c.player, c.game = p, g
	return nil
}
