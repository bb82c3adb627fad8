package main

import (
	"math"

	"cairn.example/cmd/cairn-wasm/codec"
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
)

// textOf returns the JSON of an event.
func textOf(e *message.EngineEvent) string {
	return string(codec.AppendEngineEvent(nil, e))
}

// newInfo makes the message of what a search of p reports.
func newInfo(p game.Position, i *engine.Info) *message.Info {
	g := p.Game()
	out := &message.Info{
		MultiPV: max(i.MultiPV, 1), Depth: i.Depth, SelDepth: i.SelDepth, Score: int(i.Score), Bound: i.Bound.String(),
		Proved: i.Proved, Chance: chance(p, i), Nodes: i.Nodes, Time: float64(i.Time.Microseconds()) / 1000, NPS: i.NPS,
		Hashfull: i.Hashfull, PV: make([]string, len(i.PV)),
	}
	for k, m := range i.PV {
		out.PV[k] = g.MoveText(m)
	}
	switch {
	case i.Score.Won():
		out.Result = "win"
	case i.Score.Lost():
		out.Result = "loss"
	case i.Proved:
		out.Result = "draw"
	}
	if s, ok := p.(game.Scorer); ok && i.Score.Decided() && i.Bound == engine.Exact {
		counts := s.Standing(p.Side())
		n, by := i.Score.Margin()
		if k := len(counts) - 1 - n; k >= 0 && k < len(counts) {
			out.Margin = &message.Margin{Key: counts[k].Key, By: by}
		}
	}
	return out
}

// newBest makes the message of the result of a search of p.
func newBest(p game.Position, r *engine.Result, x *engine.Explanation, stopped bool) *message.Best {
	g := p.Game()
	b := &message.Best{Reasons: reasons(g, x.Reasons), IfNot: moveTexts(g, x.IfNot), Stopped: stopped}
	if r.Move != 0 {
		b.Move = g.MoveText(r.Move)
	}
	if r.Ponder != 0 {
		b.Ponder = g.MoveText(r.Ponder)
	}
	if r.Bound != engine.NoBound {
		b.Final = newInfo(p, &r.Info)
		b.Final.MultiPV = 1
	}
	return b
}

// chance is how likely the side to move wins, rounded to what a page can show.
func chance(p game.Position, i *engine.Info) float64 {
	v := judge.Of(int(i.Score), i.Score.Won(), i.Score.Lost(), i.Proved)
	v.Curve = judge.PeopleAt(p)
	return math.Round(1e4*v.Chance()) / 1e4
}
