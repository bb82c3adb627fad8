package main

import (
	"encoding/json"
	"errors"
	"math"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
)

// event is what the page is sent. One of Info, Best and Error is set, but in the
// first event of all, which is Ready.
type event struct {
	ID    int      `json:"id"`
	Ready bool     `json:"ready,omitempty"`
	Info  *info    `json:"info,omitempty"`
	Best  *best    `json:"best,omitempty"`
	Error *refusal `json:"error,omitempty"`
}

// info is an [engine.Info]. Score and chance are for the side to move.
type info struct {
	MultiPV  int     `json:"multipv"`
	Depth    int     `json:"depth"`
	SelDepth int     `json:"seldepth"`
	Score    int     `json:"score"` // in hundredths of the evaluation's unit; of no meaning once decided
	Result   string  `json:"result,omitempty"`
	Margin   *margin `json:"margin,omitempty"`
	Bound    string  `json:"bound"`
	Proved   bool    `json:"proved,omitempty"`
	// Chance is how likely the side to move wins, a draw counted half.
	Chance   float64  `json:"chance"`
	Nodes    uint64   `json:"nodes"`
	Time     float64  `json:"time"`
	NPS      uint64   `json:"nps"`
	Hashfull int      `json:"hashfull"`
	PV       []string `json:"pv"`
}

// margin is what a proved result comes to: the difference in one count of the
// standing.
type margin struct {
	Key string `json:"key"`
	By  int    `json:"by"`
}

// best is the answer to a search; Move is "" where the game is over.
type best struct {
	Move    string   `json:"move"`
	Ponder  string   `json:"ponder,omitempty"`
	Reasons []reason `json:"reasons,omitempty"`
	Stopped bool     `json:"stopped,omitempty"`
}

// refusal is a [game.Error] as the page reads it.
type refusal struct {
	Code   string            `json:"code"`
	Clause string            `json:"clause,omitempty"`
	Offset int               `json:"offset"`
	Args   map[string]string `json:"args,omitempty"`
	Text   string            `json:"text"`
}

func refusalOf(err error) *refusal {
	var e *game.Error
	if errors.As(err, &e) {
		return &refusal{e.Code, e.Clause, e.Offset, e.Args, game.Expand(e.Text, e.Args)}
	}
	return &refusal{Code: "error", Offset: -1, Text: err.Error()}
}

func (e *event) text() string {
	b, err := json.Marshal(e)
	if err != nil { // a number that JSON has no form for
		b, _ = json.Marshal(&event{ID: e.ID, Error: refusalOf(err)})
	}
	return string(b)
}

// newInfo makes the event form of what a search of p reports.
func newInfo(p game.Position, i *engine.Info) *info {
	g := p.Game()
	out := &info{
		MultiPV: max(i.MultiPV, 1), Depth: i.Depth, SelDepth: i.SelDepth, Score: int(i.Score), Bound: i.Bound.String(),
		Proved: i.Proved, Chance: chance(i), Nodes: i.Nodes, Time: float64(i.Time.Microseconds()) / 1000, NPS: i.NPS,
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
			out.Margin = &margin{counts[k].Key, by}
		}
	}
	return out
}

// chance is how likely the side to move wins, rounded to what a page can show.
func chance(i *engine.Info) float64 {
	v := judge.Of(int(i.Score), i.Score.Won(), i.Score.Lost(), i.Proved)
	return math.Round(1e4*v.Chance()) / 1e4
}
