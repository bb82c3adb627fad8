package main

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/internal/judge"
)

func judged(list []message.Judgeable) []message.Judged {
	out := make([]message.Judged, len(list))
	for i, m := range list {
		loss, mark := judge.Move(valueOf(m.Best), valueOf(m.Played))
		out[i] = message.Judged{Loss: loss, Mark: int(mark.NAG())}
	}
	return out
}

func valueOf(v message.Value) judge.Value {
	proofs := map[string]judge.Proof{"won": judge.Won, "drawn": judge.Drawn, "lost": judge.Lost}
	return judge.Value{Estimate: v.Estimate, Proof: proofs[v.Proof]}
}

func chances(scores []int) []float64 {
	out := make([]float64, len(scores))
	for i, n := range scores {
		out[i] = judge.Chance(n)
	}
	return out
}
