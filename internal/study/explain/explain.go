// Package explain says why a move is suggested: what the engine finds ([engine.Engine.Explain]),
// what a move that catches the eye more costs in the points of package judge, and, where there is
// nothing else to say, what the next best move costs. Hint, analysis, judged games and the page ask
// it. It words nothing.
package explain

import (
	"context"
	"math"
	"slices"
	"strconv"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
)

// OfCost is the kind of a reason that compares the chance to win with that of another move.
const OfCost engine.ReasonKind = "cost"

// Move explains the move of r, which e has found in pos.
func Move(ctx context.Context, e *engine.Engine, pos game.Position, r *engine.Result) engine.Explanation {
	x := e.Explain(ctx, pos, r)
	if why, ok := passedBy(pos, r, &x); ok {
		// Beside it a comparison of lines says nothing, since that is with other moves.
		x.Reasons = slices.DeleteFunc(x.Reasons, func(o engine.Reason) bool { return o.Kind == engine.OfLine })
		x.Reasons = append(x.Reasons[:min(len(x.Reasons), 1)], why)
		if !slices.ContainsFunc(x.Reasons, func(o engine.Reason) bool { return o.Kind == engine.OfThreat }) {
			x.IfNot = nil // it shows the threat
		}
	}
	if len(x.Reasons) > 0 || len(x.Second.PV) == 0 {
		return x
	}
	loss := int(math.Round(100 * judge.Loss(value(pos, r.Info), value(pos, x.Second))))
	why := engine.NewReason("level", "is hardly better than {move}, the next best one", nil, "move", pos.Game().MoveText(x.Second.PV[0]))
	if loss >= leastLoss {
		why = engine.NewReason("next", "keeps {loss}% more of the chance to win than {move}, the next best one", nil,
			"move", pos.Game().MoveText(x.Second.PV[0]), "loss", strconv.Itoa(loss))
	}
	why.Kind = OfCost
	x.Reasons = append(x.Reasons, why)
	return x
}

// passedBy returns why r leaves aside the move that catches the eye more; false where there is none, or
// where that costs too little to be said.
func passedBy(pos game.Position, r *engine.Result, x *engine.Explanation) (why engine.Reason, ok bool) {
	tempting := x.Tempting
	if len(tempting.PV) == 0 {
		return why, false
	}
	move := pos.Game().MoveText(tempting.PV[0])
	loss := int(math.Round(100 * judge.Loss(value(pos, r.Info), value(pos, tempting))))
	switch {
	case r.Proved && tempting.Proved && tempting.Score.Lost() && !r.Score.Lost():
		why = engine.NewReason("waits_lost", "avoids {move}, which would complete a stack at once but lose", nil, "move", move)
	case x.Keeps && (!r.Proved || len(x.Reasons) < 2):
		return engine.NewReason("waits_safely", "lets {move} wait: a stack can be completed a turn later too, whatever the opponent does", nil, "move", move), true
	case loss >= leastLoss && !r.Proved && len(x.Reasons) < 2: // beside a certain result, or two facts, an estimate says nothing
		why = engine.NewReason("waits", "keeps {loss}% more of the chance to win than completing a stack at once with {move}", nil,
			"move", move, "loss", strconv.Itoa(loss))
	default:
		return why, false
	}
	why.Kind = OfCost
	return why, true
}

// leastLoss is the loss in percent that is worth a word.
const leastLoss = 3

func value(pos game.Position, i engine.Info) judge.Value {
	v := judge.Of(int(i.Score), i.Score.Won(), i.Score.Lost(), i.Proved)
	v.Curve = judge.PeopleAt(pos)
	return v
}
