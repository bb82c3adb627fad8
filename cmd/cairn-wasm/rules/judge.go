package main

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/internal/judge"
	"cairn.example/record"
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

func accuracy(turns []message.JudgedMove) *message.Accuracy {
	all := make([]judge.JudgedMove, len(turns))
	for i, t := range turns {
		all[i].Second = t.Side == 1
		if e, ok := record.ParseEval(t.Eval); ok {
			v := judge.Of(e.Hundredths(), e.Kind == record.ProvedWin, e.Kind == record.ProvedLoss, e.Kind == record.ProvedDraw)
			all[i].After = &v
		}
	}
	found := judge.Accuracy(all)
	var out message.Accuracy
	if found[0] != judge.NoAccuracy {
		out.First = &found[0]
	}
	if found[1] != judge.NoAccuracy {
		out.Second = &found[1]
	}
	return &out
}
