package games

import (
	"strings"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// All returns every rule set, in the order in which programs list them. The
// slice is the caller's.
func All() []game.Game {
	return []game.Game{
		lyngk.Standard,
		lyngk.Captured,
		lyngk.Six,
		dvonn.Game,
	}
}

// IDs returns the ids of [All], in the same order.
func IDs() []string {
	all := All()
	ids := make([]string, len(all))
	for i, g := range all {
		ids[i] = g.ID()
	}
	return ids
}

// Lookup returns the rule set with the given id, or an *[UnknownError].
func Lookup(id string) (game.Game, error) {
	for _, g := range All() {
		if g.ID() == id {
			return g, nil
		}
	}
	return nil, &UnknownError{ID: id}
}

// UnknownError says that there is no rule set with that id.
type UnknownError struct{ ID string }

// Error names the id that was asked for and lists the known ones.
func (e *UnknownError) Error() string {
	known := strings.Join(IDs(), ", ")
	if e.ID == "" {
		return "no game named; known games: " + known
	}
	return "unknown game " + `"` + game.Shown(e.ID) + `"` + "; known games: " + known
}
