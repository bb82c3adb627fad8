package match

import (
	"fmt"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/record"
)

// Record returns the game as a record, with the clocks and the values that the
// contestants told. The moves of the opening come first.
func (m *Match) Record(r Result) (*record.Record, error) {
	g := m.Game
	names := [2]string{m.Specs[0].Name, m.Specs[1].Name}
	controls := [2]Control{m.Specs[0].Control.or(m.Control), m.Specs[1].Control.or(m.Control)}
	if r.Swap {
		names[0], names[1] = names[1], names[0]
		controls[0], controls[1] = controls[1], controls[0]
	}
	out := &record.Record{Game: g.ID(), Start: r.Start, First: names[0], Second: names[1]}
	if controls[0].tag() == controls[1].tag() {
		out.TimeControl = controls[0].tag()
	}
	round := fmt.Sprintf("%d.1", r.Pair+1)
	if r.Swap {
		round = fmt.Sprintf("%d.2", r.Pair+1)
	}
	out.SetTag("Round", round)
	if r.Forced > 0 {
		out.SetTag("OpeningPlies", strconv.Itoa(r.Forced))
	}
	for s, side := range []string{"First", "Second"} {
		if controls[s].limited() {
			out.SetTag(side+"Limit", controls[s].String())
		}
	}
	out.SetTag("Reason", string(r.Reason))
	if r.Detail != "" {
		out.SetTag("Detail", r.Detail)
	}
	switch r.Outcome {
	case g.OutcomeName(game.FirstWins):
		out.Result = game.FirstWins
	case g.OutcomeName(game.SecondWins):
		out.Result = game.SecondWins
	case g.OutcomeName(game.Draw):
		out.Result = game.Draw
	}
	switch {
	case r.Reason == TimeLoss:
		out.Termination = record.Time
	case r.Reason.IsFault():
		out.Termination = record.Abandoned
	case r.Reason == Rules:
		out.Termination = record.Normal
	case r.Reason == Proof:
		out.Termination = record.Adjudication
	}

	p, err := g.Parse(r.Start)
	if err != nil {
		return nil, err
	}
	left := [2]time.Duration{controls[0].Time, controls[1].Time}
	for i, played := range r.Plies {
		side := p.Side()
		parsed, err := p.ParseMove(played.Move)
		if err != nil {
			return nil, fmt.Errorf("pair %d, ply %d: %w", r.Pair+1, i+1, err)
		}
		move := record.Move{Text: g.MoveText(parsed)}
		if i >= r.Forced {
			if c := controls[side]; c.Time > 0 {
				left[side] = max(left[side]-time.Duration(played.Millis)*time.Millisecond, 0)
				move.Clock = record.Clock{Known: true, Left: left[side]}
				left[side] += c.Increment
			}
			if controls[side].timed() {
				move.Took = record.Elapsed{Known: true, Time: time.Duration(played.Millis) * time.Millisecond}
			}
			if score, proved, ok := played.ParsedScore(); ok {
				move.Eval = Eval(side, score, proved)
			}
			if played.Depth > 0 {
				move.AddCommand("depth", strconv.Itoa(played.Depth))
			}
		}
		out.Moves = append(out.Moves, move)
		p.PlayUnchecked(parsed)
	}
	if r.Reason.IsFault() && r.Reason == TimeLoss && p.Outcome() != game.Ongoing {
		// The move that came too late would have ended the game.
		out.Moves = out.Moves[:len(out.Moves)-1]
	}
	if _, err := out.Check(); err != nil {
		return nil, err
	}
	return out, nil
}

// Eval returns a score for the side that has it as records hold it: seen by
// First, in units of 100.
func Eval(side game.Side, s engine.Score, proved bool) record.Eval {
	if side == game.Second {
		s = -s
	}
	switch {
	case s.Won():
		return record.Eval{Kind: record.ProvedWin}
	case s.Lost():
		return record.Eval{Kind: record.ProvedLoss}
	case proved:
		return record.Eval{Kind: record.ProvedDraw}
	}
	return record.Eval{Kind: record.Scored, Score: float64(s) / 100}
}
