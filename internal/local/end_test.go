package local

import (
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/record"
	"cairn.example/record/recordtest"
)

// TestEndOfRecordIsKept opens and writes records that end in ways the rules do not
// know: nothing of that may be lost.
func TestEndOfRecordIsKept(t *testing.T) {
	for _, test := range []struct {
		result game.Outcome
		why    record.Termination
	}{
		{game.Draw, record.Unknown},
		{game.Draw, record.Abandoned},
		{game.FirstWins, record.Unknown},
		{game.SecondWins, record.Abandoned},
		{game.Ongoing, record.Abandoned},
		{game.Ongoing, record.Resignation},
	} {
		s := newSession(t, "lyngk", "told")
		playOn(t, s, 4, 3)
		r := s.Record()
		r.Result, r.Termination = test.result, test.why
		if _, err := r.Check(); err != nil {
			t.Fatal(err)
		}
		again, err := Open(r)
		if err != nil {
			t.Fatal(err)
		}
		var refusal *play.Error
		if err := again.Apply(play.Event{Kind: play.Move, Side: again.State().Turn(), Move: "nowhere"}); !errors.As(err, &refusal) || refusal.Code != play.Illegal {
			t.Errorf("a move that is none gives %v", err)
		}
		if got := again.Record(); got.Result != test.result || got.Termination != test.why {
			t.Errorf("%v %q became %v %q", test.result, test.why, got.Result, got.Termination)
		}
		playOn(t, again, 1, 3)
		if got := again.Record(); got.Result != game.Ongoing || got.Termination != record.Unknown || len(got.Moves) != 5 {
			t.Errorf("after one move more the record still says %v %q, and has %d moves", got.Result, got.Termination, len(got.Moves))
		}
		again.Undo()
		if err := again.Apply(play.Event{Kind: play.Resign, Side: game.First}); err != nil {
			t.Fatal(err)
		}
		if got := again.Record(); got.Result != game.SecondWins || got.Termination != record.Resignation {
			t.Errorf("after a resignation the record says %v %q", got.Result, got.Termination)
		}
	}
}

// TestTagsKeepTheirOrder opens a record whose tags are out of order and stand
// twice.
func TestTagsKeepTheirOrder(t *testing.T) {
	r := newSession(t, "lyngk", "tags").Record()
	r.Tags = []record.Tag{{Name: "Round", Value: "2"}, {Name: "Event", Value: "a"}, {Name: "Event", Value: "b"}}
	s, err := Open(r)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Tags["Event"]; got != "a" {
		t.Errorf("the event is %q, want the first one", got)
	}
	if got := s.Record().Tags; !reflect.DeepEqual(got, r.Tags) {
		t.Errorf("%v became %v", r.Tags, got)
	}
	s.Tags["Event"], s.Tags["Board"] = "c", "7"
	delete(s.Tags, "Round")
	want := []record.Tag{{Name: "Event", Value: "c"}, {Name: "Event", Value: "b"}, {Name: "Board", Value: "7"}}
	if got := s.Record().Tags; !reflect.DeepEqual(got, want) {
		t.Errorf("after changes the tags are %v, want %v", got, want)
	}
}

// TestRecordChangesNothing: that the number of free plies is a tag of the record does
// not make it one of the session.
func TestRecordChangesNothing(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	terms := play.Casual(g.Start(""), play.Control{Kind: play.Fischer, Base: time.Minute})
	terms.Free = 7
	s, err := Begin(terms)
	if err != nil {
		t.Fatal(err)
	}
	before := maps.Clone(s.Tags)
	if got := s.Record().Tag(play.FreeTag); got != "7" {
		t.Errorf("the record says %q free plies", got)
	}
	if !maps.Equal(s.Tags, before) {
		t.Errorf("the tags %v have become %v", before, s.Tags)
	}
}

// TestAnyRecord opens random records, with times that no clock of ours would show:
// each is opened, loses nothing of its main line, and can be played on.
func TestAnyRecord(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 15
	}
	rng := rand.New(rand.NewPCG(9, 5))
	for _, g := range games.All() {
		for range n {
			r := recordtest.Random(g, rng)
			for i := range r.Moves {
				r.Moves[i].Variations = nil // they may repeat a move with other annotations
			}
			if rng.IntN(2) == 0 { // every move has its times
				r.TimeControl = []string{"300+3", "60d5", "1/86400", "5+0"}[rng.IntN(4)]
				for i := range r.Moves {
					r.Moves[i].Clock = record.Clock{Known: true, Left: time.Duration(rng.IntN(400_000)) * time.Millisecond}
					if rng.IntN(3) > 0 {
						r.Moves[i].Took = record.Elapsed{Known: true, Time: time.Duration(rng.IntN(90_000)) * time.Millisecond}
					}
				}
			}
			s, err := Open(r)
			if err != nil {
				t.Fatalf("%v\n%+v", err, r)
			}
			got := s.Record()
			if got.Result != r.Result || got.Termination != r.Termination || len(got.Moves) != len(r.Moves) || got.TimeControl != r.TimeControl {
				t.Fatalf("%v %q, %d moves, %q became %v %q, %d moves, %q", r.Result, r.Termination, len(r.Moves), r.TimeControl,
					got.Result, got.Termination, len(got.Moves), got.TimeControl)
			}
			for i := range r.Moves {
				if a, b := r.Moves[i], got.Moves[i]; a.Text != b.Text || !reflect.DeepEqual(a.Note, b.Note) || !reflect.DeepEqual(a.NAGs, b.NAGs) {
					t.Fatalf("move %d was %+v, is %+v", i+1, a, b)
				}
			}
			ply := s.Ply()
			if s.Undo() && s.Ply() != ply && !s.Redo() {
				t.Fatal("what was taken back is not played again")
			}
			for s.Over() && s.Undo() {
			}
			if moves := s.Position().Moves(nil); len(moves) > 0 {
				if err := s.Play(moves[0]); err != nil {
					t.Fatalf("it cannot be played on: %v", err)
				}
			}
		}
	}
}

// A resigned game is reopened for a move that leads away from it, and for no other.
func TestReopenFor(t *testing.T) {
	s := newSession(t, "lyngk", "demo")
	playOn(t, s, 4, 3)
	if err := s.Apply(play.Event{Kind: play.Resign, Side: game.First}); err != nil {
		t.Fatal(err)
	}
	s.GoTo(2)
	next := s.Ahead()[0].Move
	var other game.Move
	for _, m := range s.Position().Moves(nil) {
		if m != next {
			other = m
			break
		}
	}
	for _, m := range []game.Move{next, 0} { // what was played, and what is no move
		if err := s.ReopenFor(m); err != nil || !s.Over() {
			t.Fatalf("reopened for move %d: %v", m, err)
		}
	}
	if err := s.ReopenFor(other); err != nil || s.Over() || s.Ply() != 2 || s.State().Ply() != 4 {
		t.Fatalf("%v, over %v, at ply %d of %d", err, s.Over(), s.Ply(), s.State().Ply())
	}
	if err := s.Play(other); err != nil || s.State().Ply() != 3 {
		t.Errorf("%v, %d plies", err, s.State().Ply())
	}
}
