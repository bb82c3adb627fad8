package main

import (
	"cairn.example/engine"
	"cairn.example/game"
)

// reason is one thing that speaks for a move; the page says it by
// "reason." and the key. Spots are where it shows.
type reason struct {
	Key   string            `json:"key"`
	Args  map[string]string `json:"args,omitempty"`
	Spots []string          `json:"spots,omitempty"`
}

// reasons tells what speaks for the move of r; where nothing simple does, that it
// is the first choice of the engine.
func reasons(g game.Game, r *engine.Result) []reason {
	if r.Move == 0 {
		return nil
	}
	if len(r.Reasons) == 0 {
		return []reason{{Key: "best"}}
	}
	names := g.Layout().Names
	list := make([]reason, 0, len(r.Reasons))
	for _, why := range r.Reasons {
		out := reason{Key: why.Key, Args: why.Args}
		for _, s := range why.Spots {
			out.Spots = append(out.Spots, names[s])
		}
		list = append(list, out)
	}
	return list
}
