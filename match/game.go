package match

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// IsFault reports whether the game ended by a fault of its loser.
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
	Pair    int    `json:"pair"` // counted from 0
	Swap    bool   `json:"swap"` // the second contestant moved first
	Start   string `json:"start"`
	Forced  int    `json:"forced,omitempty"` // moves of the opening
	Plies   []Ply  `json:"plies"`
	Outcome string `json:"result"` // its name, see [game.Game.OutcomeName]
	Reason  Reason `json:"reason"`
	Detail  string `json:"detail,omitempty"` // of a fault
	Players [2]int `json:"players,omitzero"` // of an [Event], the numbers of its contestants
}

// referee plays games.
type referee struct {
	match    *Match
	controls [2]Control // of the contestants
	prove    func(context.Context, game.Position) (game.Outcome, bool)
}

// liveGame is one game while it is played. What belongs to a contestant is kept by the side
// it plays.
type liveGame struct {
	*referee
	contestants [2]Contestant
	controls    [2]Control
	left        [2]time.Duration // on the clocks
	position    game.Position
	moves       []game.Move // from the start of the opening on
	result      Result
}

// newGame returns a game at the end of its opening.
func (r *referee) newGame(pair int, swap bool, both [2]Contestant, o Opening) *liveGame {
	d := &liveGame{
		referee: r, contestants: both, controls: r.controls, position: o.Start.Copy(), moves: slices.Clone(o.Moves),
		result: Result{Pair: pair, Swap: swap, Start: o.Start.String(), Forced: len(o.Moves)},
	}
	if swap {
		slices.Reverse(d.contestants[:])
		slices.Reverse(d.controls[:])
	}
	for s, c := range d.controls {
		d.left[s] = c.Time
	}
	for _, m := range d.moves {
		d.result.Plies = append(d.result.Plies, Ply{Move: r.match.Game.MoveText(m)})
		d.position.PlayUnchecked(m)
	}
	return d
}

// play plays one game. The error is ctx's, or one that is no contestant's fault.
func (r *referee) play(ctx context.Context, pair int, swap bool, both [2]Contestant, o Opening) (Result, error) {
	d := r.newGame(pair, swap, both, o)
	for s, c := range d.contestants {
		if err := c.Begin(ctx, o.Start); err != nil {
			return d.blame(ctx, game.Side(s), err)
		}
	}
	for d.position.Outcome() == game.Ongoing {
		side := d.position.Side()
		answer, spent, late, err := d.ask(ctx, side)
		if err != nil {
			return d.blame(ctx, side, err)
		}
		d.result.Plies = append(d.result.Plies, ply(r.match.Game, answer, spent))
		if late {
			return d.ended(game.Win(side.Other()), TimeLoss, fmt.Sprintf("%v for the move", spent.Round(time.Millisecond))), nil
		}
		d.left[side] += d.controls[side].Increment
		d.position.PlayUnchecked(answer.Move)
		d.moves = append(d.moves, answer.Move)
		if r.prove != nil && d.position.Outcome() == game.Ongoing {
			if outcome, ok := r.prove(ctx, d.position); ok {
				return d.ended(outcome, Proof, ""), nil
			}
		}
	}
	return d.ended(d.position.Outcome(), Rules, ""), nil
}

// ask has the contestant of a side move, and takes the time from its clock. It returns
// the answer, which is legal, the time it took, and whether that was too long. The error
// is ctx's or the contestant's.
func (d *liveGame) ask(ctx context.Context, side game.Side) (answer engine.Result, spent time.Duration, late bool, err error) {
	c, m := d.controls[side], d.match
	wait, cancel := context.WithTimeout(ctx, d.patience(side))
	defer cancel()
	spentSince := d.startTiming(d.contestants[side])
	answer, err = d.contestants[side].Move(wait, d.position.Copy(), d.moves, c.limits(side, d.left, d.controls))
	spent = spentSince()
	late = wait.Err() != nil
	if ctx.Err() != nil {
		return engine.Result{}, 0, false, ctx.Err()
	}
	d.left[side] -= spent
	if err == nil && d.position.Legal(answer.Move) != nil {
		err = &ugi.Fault{Kind: ugi.Illegal, Detail: fmt.Sprintf("move value %d", answer.Move)}
	}
	late = late || c.Time > 0 && d.left[side]+m.Margin < 0 || c.MoveTime > 0 && spent > c.MoveTime+m.Margin
	return answer, spent, late, err
}

// patience returns how long the contestant of a side is waited for before it counts as
// hung.
func (d *liveGame) patience(side game.Side) time.Duration {
	most, beyond := d.match.Patience, d.match.Patience/10
	switch c := d.controls[side]; {
	case d.match.Clock != "":
		// Processor time stands still while a contestant hangs.
	case c.MoveTime > 0:
		return c.MoveTime + beyond
	case c.Time > 0:
		return d.left[side] + beyond
	}
	return most
}

// blame ends the game by a fault of a side. An error that is none is returned.
func (d *liveGame) blame(ctx context.Context, side game.Side, err error) (Result, error) {
	if ctx.Err() != nil {
		return Result{}, ctx.Err()
	}
	var f *ugi.Fault
	if !errors.As(err, &f) {
		return Result{}, err
	}
	return d.ended(game.Win(side.Other()), Reason(f.Kind), f.Detail), nil
}

// ended returns the result with its outcome and reason.
func (d *liveGame) ended(o game.Outcome, why Reason, detail string) Result {
	d.result.Outcome, d.result.Reason, d.result.Detail = d.match.Game.OutcomeName(o), why, detail
	return d.result
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

// outcomeNamed returns the outcome of a name, Ongoing where no finished game has it.
func outcomeNamed(g game.Game, name string) game.Outcome {
	for _, o := range []game.Outcome{game.FirstWins, game.SecondWins, game.Draw} {
		if g.OutcomeName(o) == name {
			return o
		}
	}
	return game.Ongoing
}

// Points returns the half points of the first contestant: 0, 1 or 2; false when
// the result is none of g.
func (r *Result) Points(g game.Game) (int, bool) {
	outcome := outcomeNamed(g, r.Outcome)
	winner, won := outcome.Winner()
	switch {
	case outcome == game.Draw:
		return 1, true
	case won && (winner == game.Second) == r.Swap:
		return 2, true
	}
	return 0, won
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
