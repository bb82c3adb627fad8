package play

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
)

// starts is a pool of positions to begin random logs with: of every game some
// from its start and some shortly before its end, so that passes and ends by the
// rules are met often.
func starts(t testing.TB, rng *rand.Rand) []game.Position {
	t.Helper()
	var pool []game.Position
	for _, g := range games.All() {
		for i := range 12 {
			var line []game.Position
			p := g.Start(string(rune('a' + i)))
			for {
				line = append(line, p)
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p = p.Copy()
				p.PlayUnchecked(moves[rng.IntN(len(moves))])
			}
			pool = append(pool, line[rng.IntN(4)], line[len(line)-1-rng.IntN(min(10, len(line)))], line[max(0, len(line)-rng.IntN(14)-2)])
		}
	}
	return pool
}

// randomTerms makes terms of every kind.
func randomTerms(rng *rand.Rand, pool []game.Position) Terms {
	start := pool[rng.IntN(len(pool))]
	t := Casual(start, Control{})
	t.Takeback = []Takeback{TakebackNever, TakebackAgreed, TakebackFree, TakebackFree}[rng.IntN(4)]
	t.Draws, t.MoreTime, t.Pause = rng.IntN(4) > 0, rng.IntN(3) > 0, rng.IntN(3) > 0
	t.Abort = rng.IntN(4)
	ms := func(most int) time.Duration { return time.Duration(1+rng.IntN(most)) * time.Millisecond }
	switch rng.IntN(5) {
	case 0:
		t.Control = Control{Kind: Fischer, Base: ms(20_000), Increment: ms(3000)}
	case 1:
		t.Control = Control{Kind: Fischer, Base: ms(9000)}
	case 2:
		t.Control = Control{Kind: Delay, Base: ms(9000), Increment: ms(2000)}
	case 3:
		t.Control = Control{Kind: PerMove, Base: ms(5000)}
	}
	t.Free = rng.IntN(4)
	t.Untimed = rng.IntN(12) == 0
	t.Players[0].Name = "Ada"
	return t
}

// randomEvent makes an event that is often in order.
func randomEvent(rng *rand.Rand, s *State) Event {
	e := Event{Side: game.Side(rng.IntN(2)), Took: time.Duration(rng.IntN(2500)) * time.Millisecond}
	if rng.IntN(10) == 0 {
		e.Took = time.Duration(rng.IntN(30_000)) * time.Millisecond
	}
	if deadline, runs := s.Deadline(); runs && rng.IntN(12) == 0 {
		e.Took = max(0, deadline+time.Duration(rng.IntN(3)-1)*time.Millisecond)
	}
	p := s.Position()
	move := func() {
		e.Kind, e.Side = Move, p.Side()
		moves := p.Moves(nil)
		if len(moves) == 0 || rng.IntN(40) == 0 {
			e.Move = "a1-b2"
			return
		}
		m := moves[rng.IntN(len(moves))]
		e.Move = p.Game().MoveText(m)
		if r, ok := p.(game.Router); ok && rng.IntN(2) == 0 {
			if way := r.Route(m); len(way) > 2 {
				var names []string
				for _, spot := range way {
					names = append(names, p.Game().Layout().Names[spot])
				}
				e.Move = spelled(e.Move, strings.Join(names, "-"))
			}
		}
		if undone := s.Undone(); len(undone) > 0 && rng.IntN(2) == 0 {
			e.Move = undone[0]
		}
		if rng.IntN(40) == 0 {
			e.Side = e.Side.Other()
		}
	}
	switch n := rng.IntN(100); {
	case n < 55:
		move()
	case n < 69:
		e.Kind, e.What = Offer, OfferDraw
		if rng.IntN(2) == 0 {
			e.What, e.To = OfferTakeback, s.Ply()-1-rng.IntN(2)
		}
		if offers := s.Offers(); len(offers) > 0 && rng.IntN(2) == 0 {
			e.Side = offers[0].By // another offer by the same side
		}
		if len(s.declined) > 0 && rng.IntN(2) == 0 {
			e.Side, e.What, e.To = s.declined[0].by, s.declined[0].what, s.Ply()-1
		}
	case n < 74:
		e.Kind = []Kind{Accept, Decline, Decline, Withdraw}[rng.IntN(4)]
		if offers := s.Offers(); len(offers) > 0 && rng.IntN(2) == 0 {
			e.Offer = offers[rng.IntN(len(offers))].Offer
		} else if rng.IntN(8) == 0 {
			e.Offer = rng.IntN(9)
		}
	case n < 83:
		e.Kind, e.To = TakeBack, s.Ply()-rng.IntN(4)
	case n < 86:
		e.Kind, e.Add = MoreTime, time.Duration(max(0, rng.IntN(5000)-100))*time.Millisecond
	case n < 90:
		e.Kind = Pause
	case n < 95:
		e.Kind = Resume
		if !s.Paused() && rng.IntN(4) > 0 {
			move()
		}
	case n < 96:
		e.Kind = Adjust
		e.Left = [2]time.Duration{time.Duration(rng.IntN(9000)) * time.Millisecond, time.Duration(rng.IntN(9000)) * time.Millisecond}
	default:
		e.Kind = []Kind{Resign, Resign, Abort, Abandon, Adjudicate, Flag, Flag, Result, "nonsense"}[rng.IntN(9)]
		e.Outcome = game.Outcome(rng.IntN(4))
		e.Why = []record.Termination{record.Unknown, record.Abandoned, record.Aborted, record.Agreement}[rng.IntN(4)]
	}
	if s.Over() && rng.IntN(2) == 0 {
		e.Kind, e.To = TakeBack, s.Ply()-rng.IntN(3)
	}
	return e
}

// randomLog plays a random log; each is called before an event is applied.
func randomLog(t testing.TB, rng *rand.Rand, pool []game.Position, events int, each func(*State, Event)) *State {
	t.Helper()
	s, err := New(randomTerms(rng, pool))
	if err != nil {
		t.Fatal(err)
	}
	for range events {
		e := randomEvent(rng, s)
		if each != nil {
			each(s, e)
		}
		if s.Apply(e) != nil {
			if flag, fell := s.FlagAfter(e.Took); fell {
				if each != nil {
					each(s, flag)
				}
				if err := s.Apply(flag); err != nil {
					t.Fatalf("the flag is refused: %v", err)
				}
			}
		}
	}
	return s
}

// TestLogRecordLog: from a log to its record and back, the moves, their times and
// the end are the same, and so is the record of what came back.
func TestLogRecordLog(t *testing.T) {
	n := 20_000
	if testing.Short() {
		n = 1000
	}
	rng := rand.New(rand.NewPCG(9, 1))
	pool := starts(t, rng)
	routes := 0
	for i := range n {
		s := randomLog(t, rng, pool, 3+rng.IntN(30), nil)
		r := s.Record()
		checked := r.Clone()
		if warnings, err := checked.Check(); err != nil || len(warnings) > 0 {
			t.Fatalf("log %d: the record is not sound: %v %v\n%s", i, err, warnings, stored(t, s))
		}
		l, err := FromRecord(checked)
		if err != nil {
			t.Fatalf("log %d: %v\n%s", i, err, stored(t, s))
		}
		back, err := Replay(l)
		if err != nil {
			t.Fatalf("log %d: what was made of its record: %v\n%s", i, err, stored(t, s))
		}
		if s.Ply() > 0 && l.Terms.Untimed != s.terms.Untimed {
			if !(s.terms.Untimed && !s.terms.Control.On()) {
				t.Fatalf("log %d: untimed is %v, was %v", i, l.Terms.Untimed, s.terms.Untimed)
			}
		}
		for k := range s.plies.items {
			a, b := s.plies.items[k], back.plies.items[k]
			if a.Route != "" {
				routes++
			}
			if a.Text != b.Text || a.Route != b.Route || a.Side != b.Side || a.Took != b.Took || s.Clocked() && a.Left[a.Side] != b.Left[a.Side] {
				t.Fatalf("log %d: ply %d was %+v, is %+v\n%s", i, k+1, a, b, stored(t, s))
			}
		}
		if a, b := s.End(), back.End(); a.Over != b.Over || a.Outcome != b.Outcome || a.Why != b.Why {
			t.Fatalf("log %d: the end was %+v, is %+v\n%s", i, a, b, stored(t, s))
		}
		again := back.Record()
		withoutTakebacks := r.Clone()
		for k := range withoutTakebacks.Moves {
			withoutTakebacks.Moves[k].Variations = nil
		}
		withoutTakebacks.Commands = nil
		if !reflect.DeepEqual(again.Clone(), withoutTakebacks.Clone()) {
			t.Fatalf("log %d: another record:\n%+v\n%+v\n%s", i, withoutTakebacks, again, stored(t, s))
		}
	}
	if routes == 0 {
		t.Error("no log has a move whose way was spelled")
	}
}

// TestStoredForm: a log written and read is the same log, and replays.
func TestStoredForm(t *testing.T) {
	n := 3000
	if testing.Short() {
		n = 300
	}
	rng := rand.New(rand.NewPCG(9, 2))
	pool := starts(t, rng)
	for range n {
		s := randomLog(t, rng, pool, rng.IntN(25), nil)
		text := stored(t, s)
		var l Log
		if err := json.Unmarshal([]byte(text), &l); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		back, err := Replay(l)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(back.Plies(), s.Plies()) || back.end != s.end || !reflect.DeepEqual(back.clock, s.clock) {
			t.Fatalf("the log has led elsewhere\n%s", text)
		}
		if again := stored(t, back); again != text {
			t.Fatalf("written again it is\n%s\nwas\n%s", again, text)
		}
	}
}

func stored(t testing.TB, s *State) string {
	t.Helper()
	text, err := json.Marshal(s.Log())
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
