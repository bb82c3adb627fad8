package match

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/ugi"
)

// Reason is why a game ended.
type Reason string

// The reasons. All but Rules and Proof are faults of the loser.
const (
	Rules    Reason = "rules" // neither side can move, or a side has won
	Proof    Reason = "proof" // our solver has proved the outcome
	TimeLoss Reason = "time"
	Crash    Reason = "crash"
	Hang     Reason = "hang"
	Illegal  Reason = "illegal"
	Protocol Reason = "protocol"
)

// Faults lists the reasons that are faults.
var Faults = []Reason{TimeLoss, Crash, Hang, Illegal, Protocol}

// IsFault tells whether the game ended by a fault of its loser.
func (r Reason) IsFault() bool { return r != Rules && r != Proof }

// Ply is what is kept of one move.
type Ply struct {
	Move   string `json:"m"`
	Millis int64  `json:"ms,omitempty"`
	Depth  int    `json:"d,omitempty"`
	Nodes  uint64 `json:"n,omitempty"`
	Score  string `json:"s,omitempty"` // for the mover, as in the protocol
}

// ParsedScore reads the score, seen by the mover; ok is false where the mover told
// none.
func (p Ply) ParsedScore() (score engine.Score, proved, ok bool) {
	if p.Score == "" {
		return 0, false, false
	}
	i, ok := ugi.ParseInfo("info score "+p.Score, nil)
	return i.Score, i.Proved, ok
}

// Result is one finished game: a line of the results file.
type Result struct {
	Pair   int    `json:"pair"` // counted from 0
	Swap   bool   `json:"swap"` // the second contestant moved first
	Start  string `json:"start"`
	Forced int    `json:"forced,omitempty"` // moves of the opening
	Plies  []Ply  `json:"plies"`
	Won    string `json:"result"` // the game's token of the outcome
	Reason Reason `json:"reason"`
	Detail string `json:"detail,omitempty"` // of a fault
}

// referee plays games.
type referee struct {
	match    *Match
	controls [2]Control // of the contestants
	prove    func(context.Context, game.Position) (game.Outcome, bool)
}

// play plays one game. The error is ctx's, or one that is no contestant's fault.
func (r *referee) play(ctx context.Context, pair int, swap bool, both [2]Contestant, o Opening) (Result, error) {
	g := r.match.Game
	result := Result{Pair: pair, Swap: swap, Start: o.Start.String(), Forced: len(o.Moves)}
	p := o.Start.Copy()
	moves := append([]game.Move(nil), o.Moves...)
	for _, m := range moves {
		result.Plies = append(result.Plies, Ply{Move: g.MoveText(m)})
		p.PlayUnchecked(m)
	}
	contestantOf := func(s game.Side) int {
		if swap {
			return int(s.Other())
		}
		return int(s)
	}
	var bySide [2]Control
	var left [2]time.Duration
	for s := range bySide {
		bySide[s] = r.controls[contestantOf(game.Side(s))]
		left[s] = bySide[s].Time
	}
	blame := func(s game.Side, err error) (Result, error) {
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		var f *ugi.Fault
		if !errors.As(err, &f) {
			return Result{}, err
		}
		return result.ended(g, game.Win(s.Other()), Reason(f.Kind), f.Detail), nil
	}
	for s := range bySide {
		side := game.Side(s)
		if err := both[contestantOf(side)].Begin(ctx, o.Start); err != nil {
			return blame(side, err)
		}
	}
	for p.Outcome() == game.Ongoing {
		side := p.Side()
		c := bySide[side]
		l := c.limits(side, left, bySide)
		patience := r.match.Patience
		switch {
		case r.match.Clock != "":
			// Processor time stands still while a contestant hangs.
		case c.MoveTime > 0:
			patience = c.MoveTime + r.match.Patience/10
		case c.Time > 0:
			patience = left[side] + r.match.Patience/10
		}
		wait, cancel := context.WithTimeout(ctx, patience)
		spentSince := r.startTiming(both[contestantOf(side)])
		answer, err := both[contestantOf(side)].Move(wait, p.Copy(), moves, l)
		spent := spentSince()
		timedOut := wait.Err() != nil
		cancel()
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
		left[side] -= spent
		if err == nil && p.Legal(answer.Move) != nil {
			err = &ugi.Fault{Kind: ugi.Illegal, Detail: fmt.Sprintf("move value %d", answer.Move)}
		}
		if err != nil {
			return blame(side, err)
		}
		result.Plies = append(result.Plies, ply(g, answer, spent))
		late := timedOut
		if c.Time > 0 && left[side]+r.match.Margin < 0 {
			late = true
		}
		if c.MoveTime > 0 && spent > c.MoveTime+r.match.Margin {
			late = true
		}
		if late {
			return result.ended(g, game.Win(side.Other()), TimeLoss, fmt.Sprintf("%v for the move", spent.Round(time.Millisecond))), nil
		}
		left[side] += c.Increment
		p.PlayUnchecked(answer.Move)
		moves = append(moves, answer.Move)
		if r.prove != nil && p.Outcome() == game.Ongoing {
			if outcome, ok := r.prove(ctx, p); ok {
				return result.ended(g, outcome, Proof, ""), nil
			}
		}
	}
	return result.ended(g, p.Outcome(), Rules, ""), nil
}

// startTiming begins to time a move of c. What it returns tells the time used so far, by
// the clock of the match or, for a program, by its process. A process that is gone has
// used no time: that it is gone is what it loses by.
func (r *referee) startTiming(c Contestant) func() time.Duration {
	program, ok := c.(interface{ PID() int })
	if !ok || r.match.ProcessTime == nil {
		began := r.match.Now()
		return func() time.Duration { return r.match.Now().Sub(began) }
	}
	began, beganErr := r.match.ProcessTime(program.PID())
	return func() time.Duration {
		now, err := r.match.ProcessTime(program.PID())
		if beganErr != nil || err != nil {
			return 0
		}
		return now - began
	}
}

func ply(g game.Game, r engine.Result, spent time.Duration) Ply {
	p := Ply{Move: g.MoveText(r.Move), Millis: spent.Milliseconds(), Depth: r.Depth, Nodes: r.Nodes}
	if r.Bound != engine.NoBound {
		p.Score = ugi.ScoreText(r.Score, r.Proved)
	}
	return p
}

// ended returns the result with its outcome and reason.
func (r Result) ended(g game.Game, o game.Outcome, why Reason, detail string) Result {
	r.Won, r.Reason, r.Detail = g.OutcomeName(o), why, detail
	return r
}

// Points returns the half points of the first contestant: 0, 1 or 2; false when
// the result is none of g.
func (r *Result) Points(g game.Game) (int, bool) {
	switch r.Won {
	case g.OutcomeName(game.Draw):
		return 1, true
	case g.OutcomeName(game.FirstWins):
		if r.Swap {
			return 0, true
		}
		return 2, true
	case g.OutcomeName(game.SecondWins):
		if r.Swap {
			return 2, true
		}
		return 0, true
	}
	return 0, false
}

// Loser returns the contestant, 0 or 1, that lost; false for a draw.
func (r *Result) Loser(g game.Game) (int, bool) {
	switch points, ok := r.Points(g); {
	case ok && points == 0:
		return 0, true
	case ok && points == 2:
		return 1, true
	}
	return 0, false
}
