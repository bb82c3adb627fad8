package players

import (
	"fmt"
	"strings"

	"cairn.example/game"
)

// Options say how a player is made.
type Options struct {
	// Seed determines what is left to chance.
	Seed string
}

// Names returns the names that [New] knows, weakest first.
func Names() []string { return []string{"random", "greedy"} }

// New returns the player of that name for g. The error lists the names known.
func New(g game.Game, name string, o Options) (Player, error) {
	switch name {
	case "random":
		return NewRandom(o.Seed), nil
	case "greedy":
		return NewGreedy(o.Seed), nil
	}
	return nil, fmt.Errorf("no player is called %q; known are %s", name, strings.Join(Names(), ", "))
}
