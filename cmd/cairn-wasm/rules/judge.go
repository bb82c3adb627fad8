package rules

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/record"
)

// judged judges moves in p.
func judged(p game.Position, list []message.Judgeable) []message.Judged {
	out, curve := make([]message.Judged, len(list)), judge.PeopleAt(p)
	for i, m := range list {
		best := valueOf(m.Best)
		best.Curve = curve
		loss := judge.Loss(best, valueOf(m.Played))
		mark := judge.MarkIn(p, loss)
		if m.First > 0 {
			mark = judge.MarkIn(p, m.First).Agreed(loss, mark)
		}
		out[i] = message.Judged{Loss: loss, Mark: int(mark.NAG()), Again: mark.SecondLook()}
	}
	return out
}

func valueOf(v message.Value) judge.Value {
	proofs := map[string]judge.Proof{"won": judge.Won, "drawn": judge.Drawn, "lost": judge.Lost}
	return judge.Value{Estimate: v.Estimate, Proof: proofs[v.Proof]}
}

// chances returns the chances to win at estimates, each in its position.
func chances(g game.Game, positions []string, scores []int) ([]float64, error) {
	out := make([]float64, min(len(positions), len(scores)))
	for i := range out {
		p, err := g.Parse(positions[i])
		if err != nil {
			return nil, err
		}
		out[i] = judge.PeopleAt(p).Chance(scores[i])
	}
	return out, nil
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
