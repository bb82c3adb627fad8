package main

import (
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
)

// reason is one thing that speaks for a move; the page says it by
// "reason." and the key. Spots are where it shows.
type reason struct {
	Key   string            `json:"key"`
	Args  map[string]string `json:"args,omitempty"`
	Spots []string          `json:"spots,omitempty"`
}

// reasons tells what speaks for m: what is certain about it first, then what it
// does. last is what the search knows, nil where it had nothing to find out.
func reasons(p game.Position, m game.Move, last *engine.Info) []reason {
	var list []reason
	switch {
	case len(p.Moves(nil)) == 1:
		list = append(list, reason{Key: "forced"})
	case last == nil:
	case last.Score.Won():
		list = append(list, reason{Key: "wins"})
	case last.Proved && last.Score == engine.DrawScore:
		list = append(list, reason{Key: "holds_draw"})
	}
	mind, err := players.Evaluator(p.Game())
	if err != nil {
		return list
	}
	if r, ok := mind().(engine.Reasoner); ok && !p.Game().Parts(m).Pass() {
		l := p.Game().Layout()
		for _, why := range r.Reasons(p, m) {
			out := reason{Key: why.Key, Args: why.Args}
			for _, s := range why.Spots {
				out.Spots = append(out.Spots, l.Names[s])
			}
			list = append(list, out)
		}
	}
	if len(list) == 0 {
		list = append(list, reason{Key: "best"})
	}
	return list
}
