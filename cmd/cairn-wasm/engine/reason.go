package main

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/engine"
	"cairn.example/game"
)

// reasons tells what speaks for the move of r, which may be nothing simple.
func reasons(g game.Game, r *engine.Result) []message.Reason {
	if r.Move == 0 || len(r.Reasons) == 0 {
		return nil
	}
	names := g.Layout().Names
	list := make([]message.Reason, 0, len(r.Reasons))
	for _, why := range r.Reasons {
		out := message.Reason{Key: why.Key, Args: why.Args}
		for _, s := range why.Spots {
			out.Spots = append(out.Spots, names[s])
		}
		list = append(list, out)
	}
	return list
}
