package match

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/record"
)

// Record returns the game as a record, with the clocks and the values that the
// contestants told. The moves of the opening come first.
func (m *Match) Record(r Result) (*record.Record, error) {
	controls := [2]Control{m.Specs[0].Control.or(m.Control), m.Specs[1].Control.or(m.Control)}
	names := [2]string{m.Specs[0].Name, m.Specs[1].Name}
	if r.Swap {
		slices.Reverse(controls[:])
		slices.Reverse(names[:])
	}
	out := &record.Record{
		Game: m.Game.ID(), Start: r.Start, First: names[0], Second: names[1],
		Result: outcomeNamed(m.Game, r.Outcome), Termination: r.Reason.termination(),
	}
	if controls[0].tag() == controls[1].tag() {
		out.TimeControl = controls[0].tag()
	}
	addTags(out, r, controls)
	p, err := m.Game.Parse(r.Start)
	if err != nil {
		return nil, err
	}
	if out.Moves, err = recordMoves(p, r, controls); err != nil {
		return nil, err
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

// Wrote reports whether a record is that of a game of a match.
func Wrote(r *record.Record) bool { return r.Tag("Reason") != "" }

// addTags adds what a record has no fields for. The controls are those of the sides.
func addTags(out *record.Record, r Result, controls [2]Control) {
	ofPair := 1
	if r.Swap {
		ofPair = 2
	}
	out.SetTag("Round", fmt.Sprintf("%d.%d", r.Pair+1, ofPair))
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
}

// termination is what a record says for the reason.
func (r Reason) termination() record.Termination {
	switch {
	case r == TimeLoss:
		return record.Time
	case r.IsFault():
		return record.Abandoned
	case r == Rules:
		return record.Normal
	case r == Proof:
		return record.Adjudication
	}
	return record.Unknown
}

// recordMoves returns the moves of a game as a record has them, and plays them on p. The
// controls are those of the sides.
func recordMoves(p game.Position, r Result, controls [2]Control) ([]record.Move, error) {
	var moves []record.Move
	left := [2]time.Duration{controls[0].Time, controls[1].Time}
	for i, played := range r.Plies {
		side := p.Side()
		parsed, err := p.ParseMove(played.Move)
		if err != nil {
			return nil, fmt.Errorf("pair %d, ply %d: %w", r.Pair+1, i+1, err)
		}
		move := record.Move{Text: p.Game().MoveText(parsed)}
		if i >= r.Forced {
			c, took := controls[side], time.Duration(played.Millis)*time.Millisecond
			if c.Time > 0 {
				left[side] = max(left[side]-took, 0)
				move.Clock = record.Clock{Known: true, Left: left[side]}
				left[side] += c.Increment
			}
			if c.timed() {
				move.Took = record.Elapsed{Known: true, Time: took}
			}
			if score, proved, ok := played.ParsedScore(); ok {
				move.Eval = Eval(side, score, proved)
			}
			if played.Depth > 0 {
				move.AddCommand("depth", strconv.Itoa(played.Depth))
			}
		}
		moves = append(moves, move)
		p.PlayUnchecked(parsed)
	}
	return moves, nil
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
