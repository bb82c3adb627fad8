package main

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/engine"
	"cairn.example/game"
)

// reasons makes the message of reasons.
func reasons(g game.Game, why []engine.Reason) []message.Reason {
	names := g.Layout().Names
	var list []message.Reason
	for _, r := range why {
		out := message.Reason{Key: r.Key, Kind: string(r.Kind), Args: r.Args}
		for _, s := range r.Spots {
			out.Spots = append(out.Spots, names[s])
		}
		list = append(list, out)
	}
	return list
}

// moveTexts returns moves as texts.
func moveTexts(g game.Game, moves []game.Move) []string {
	var texts []string
	for _, m := range moves {
		texts = append(texts, g.MoveText(m))
	}
	return texts
}
