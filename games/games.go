package games

import (
	"strings"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// entry is a rule set, and the one with whose games its own are rated together.
type entry struct{ game, pool game.Game }

// entries is the table of rule sets.
func entries() []entry {
	return []entry{
		{lyngk.Standard, lyngk.Standard},
		{lyngk.Captured, lyngk.Standard},
		{lyngk.Six, lyngk.Standard},
		{dvonn.Game, dvonn.Game},
	}
}

// All returns every rule set, in the order in which programs list them. The
// slice is the caller's.
func All() []game.Game {
	var all []game.Game
	for _, e := range entries() {
		all = append(all, e.game)
	}
	return all
}

// Pools returns the rule sets in whose pools games are rated, in the order of [All].
func Pools() []game.Game {
	var pools []game.Game
	for _, e := range entries() {
		if e.game == e.pool {
			pools = append(pools, e.pool)
		}
	}
	return pools
}

// PoolOf returns the id of the rule set in whose pool the games of another one are
// rated: house rules and small boards count into their game's. It is "" for an id
// that [Lookup] does not know.
func PoolOf(id string) string {
	for _, e := range entries() {
		if e.game.ID() == id {
			return e.pool.ID()
		}
	}
	return ""
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
