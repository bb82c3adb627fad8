package local

import (
	"errors"
	"reflect"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
	"cairn.example/record"
)

func newSession(t *testing.T, id, seed string) *Session {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return New(g.Start(seed))
}

// playOn plays move number k, counted through the list, again and again.
func playOn(t *testing.T, s *Session, plies, k int) {
	t.Helper()
	for range plies {
		moves := s.Position().Moves(nil)
		if len(moves) == 0 {
			return
		}
		if err := s.Play(moves[k%len(moves)]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestUndoRedoKeepsEverything(t *testing.T) {
	s := newSession(t, "lyngk", "local")
	playOn(t, s, 6, 3)
	end := s.Position().String()
	for s.Undo() {
	}
	if s.Ply() != 0 || len(s.Ahead()) != 6 {
		t.Fatalf("at ply %d with %d ahead, want 0 and 6", s.Ply(), len(s.Ahead()))
	}
	s.GoTo(2)
	playOn(t, s, 3, 5) // a variation
	s.GoTo(2)
	if n := len(s.Alternatives()); n != 2 {
		t.Fatalf("%d alternatives, want 2", n)
	}
	if err := s.Play(s.Alternatives()[0]); err != nil {
		t.Fatal(err)
	}
	for s.Redo() {
	}
	if s.Position().String() != end {
		t.Errorf("the first line is not the same after a variation")
	}
}

func TestRecordAndBack(t *testing.T) {
	for _, id := range []string{"lyngk", "lyngk-captured", "lyngk6", "dvonn"} {
		t.Run(id, func(t *testing.T) {
			s := newSession(t, id, "there and back")
			s.Tags["First"] = "Mira"
			playOn(t, s, 400, 7)
			s.GoTo(4)
			playOn(t, s, 5, 2)
			s.GoTo(6)
			playOn(t, s, 2, 1)
			r := s.Record()
			if _, err := r.Check(); err != nil {
				t.Fatal(err)
			}
			again, err := Open(r)
			if err != nil {
				t.Fatal(err)
			}
			if a, b := count(s.root), count(again.root); a != b {
				t.Errorf("%d positions became %d", a, b)
			}
			if got, want := again.Position().String(), s.Position().String(); got != want {
				t.Errorf("the cursor is at %s, want %s", got, want)
			}
			if again.Tags["First"] != "Mira" || again.Changed() {
				t.Errorf("names or the changed mark are wrong")
			}
		})
	}
}

func count(n *node) int {
	total := 1
	for _, c := range n.children {
		total += count(c)
	}
	return total
}

func TestResignation(t *testing.T) {
	s := newSession(t, "lyngk", "resign")
	playOn(t, s, 8, 3)
	for range 3 {
		s.Undo()
	}
	side := s.Position().Side()
	resign := play.Event{Kind: play.Resign, Side: side}
	if s.Apply(resign) != nil || s.Apply(resign) == nil {
		t.Fatal("a game can be resigned once")
	}
	if s.Outcome() != game.Win(side.Other()) {
		t.Errorf("outcome %v", s.Outcome())
	}
	wantOver(t, s)
	r := s.Record()
	if r.Termination != record.Resignation || len(r.Moves) != 5 {
		t.Errorf("termination %q after %d moves", r.Termination, len(r.Moves))
	}
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(r)
	if err != nil {
		t.Fatal(err)
	}
	if end := again.End(); end.Why != record.Resignation || end.By != side {
		t.Errorf("resignation lost: %+v", end)
	}
	if s.Redo() {
		t.Error("a move is played again after the end")
	}
	if count(again.root) != count(s.root) {
		t.Errorf("%d positions became %d", count(s.root), count(again.root))
	}
	if !s.Undo() || s.Outcome() != game.Ongoing {
		t.Errorf("a resignation cannot be taken back")
	}
}

// wantOver checks that no move is played any more.
func wantOver(t *testing.T, s *Session) {
	t.Helper()
	var refusal *play.Error
	if err := s.Play(s.Position().Moves(nil)[0]); !errors.As(err, &refusal) || refusal.Code != play.GameOver {
		t.Errorf("a move after the end gives %v", err)
	}
}

func TestTimeOut(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Begin(play.Casual(g.Start(""), play.Control{Kind: play.Fischer, Base: 10 * time.Second}))
	if err != nil {
		t.Fatal(err)
	}
	playOn(t, s, 5, 3)
	side := s.State().Turn()
	if err := s.Apply(play.Event{Kind: play.Move, Side: side, Move: "k5", Took: 8500 * time.Millisecond}); err != nil {
		t.Fatal(err)
	}
	happened, err := s.Advance(11*time.Second, play.Event{Kind: play.Resign, Side: side})
	if len(happened) != 1 || happened[0].Kind != play.Flag || err == nil {
		t.Fatalf("%+v, %v: the flag comes first, and a game can end once", happened, err)
	}
	loser := s.State().Turn()
	r := s.Record()
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*Session{s, again} {
		if end := s.End(); end.Why != record.Time || end.By != loser {
			t.Errorf("the end is %+v, want a flag of %v", end, loser)
		}
		if got := s.Note().Clock.Left; got != 1500*time.Millisecond {
			t.Errorf("the time left is %v", got)
		}
		if got := s.State().Left(loser, 0); got != 0 {
			t.Errorf("the loser has %v left", got)
		}
		wantOver(t, s)
	}
}

// TestTakenBack: what is taken back is no part of the main line that is saved, and
// nothing of it is lost: it comes back as a variation.
func TestTakenBack(t *testing.T) {
	for _, test := range []struct{ plies, undo, again, main int }{
		{1, 1, 0, 0}, // nothing is left but what was taken back
		{4, 2, 0, 2},
		{4, 2, 1, 3},
		{4, 4, 2, 2},
	} {
		s := newSession(t, "lyngk", "taken back")
		playOn(t, s, test.plies, 3)
		for range test.undo {
			if !s.Undo() {
				t.Fatal("a move is not taken back")
			}
		}
		playOn(t, s, test.again, 5)
		r := s.Record()
		if len(r.Moves) != test.main {
			t.Errorf("%+v: the main line has %d moves: %v", test, len(r.Moves), r.Texts())
		}
		if warnings, err := r.Check(); err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		again, err := Open(r)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := count(s.root), count(again.root); a != b {
			t.Errorf("%+v: %d positions became %d", test, a, b)
		}
		if again.Ply() != test.main || again.Position().String() != s.Position().String() {
			t.Errorf("%+v: it goes on at ply %d, want %d", test, again.Ply(), test.main)
		}
		if !reflect.DeepEqual(again.Record(), r) {
			t.Errorf("%+v: read and written again it is\n%+v\nwant\n%+v", test, again.Record(), r)
		}
	}
}

// TestLookingAbout: looking about changes neither the line played nor what is
// saved; playing on from there takes back what is in the way.
func TestLookingAbout(t *testing.T) {
	s := newSession(t, "lyngk", "looking")
	playOn(t, s, 6, 3)
	s.GoTo(2)
	playOn(t, s, 3, 5)
	s.MarkSaved()
	want := s.Record()
	s.GoTo(2)
	for _, m := range s.Alternatives() {
		s.GoTo(2)
		if !s.Visit(m) {
			t.Fatal("a move that was played is not found")
		}
	}
	s.GoTo(s.Ply() - 1)
	s.GoTo(0)
	if got := s.Record(); !reflect.DeepEqual(got, want) || s.Changed() {
		t.Errorf("looking about has changed the record:\n%+v\nwant\n%+v", got, want)
	}
	if s.Live() || s.State().Ply() != 5 {
		t.Errorf("the line played has %d plies, want 5", s.State().Ply())
	}
	s.GoTo(1)
	playOn(t, s, 1, 7)
	if !s.Live() || s.State().Ply() != 2 || len(s.Record().Moves) != 2 {
		t.Errorf("the line played has %d plies, want 2", s.State().Ply())
	}
}

// TestEnds: every end can be brought about, saved and opened.
func TestEnds(t *testing.T) {
	for _, test := range []struct {
		events []play.Event
		result game.Outcome
		why    record.Termination
	}{
		{[]play.Event{{Kind: play.Offer, What: play.OfferDraw}, {Kind: play.Accept, Side: game.Second}}, game.Draw, record.Agreement},
		{[]play.Event{{Kind: play.Adjudicate, Outcome: game.SecondWins}}, game.SecondWins, record.Adjudication},
		{[]play.Event{{Kind: play.Abort}}, game.Ongoing, record.Aborted},
		{[]play.Event{{Kind: play.Resign, Side: game.Second}}, game.FirstWins, record.Resignation},
	} {
		s := newSession(t, "lyngk", "ends")
		playOn(t, s, 1, 3)
		for _, e := range test.events {
			if err := s.Apply(e); err != nil {
				t.Fatal(err)
			}
		}
		again, err := Open(s.Record())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*Session{s, again} {
			if !s.Over() || s.Outcome() != test.result || s.End().Why != test.why {
				t.Errorf("%s: the end is %+v", test.why, s.End())
			}
			wantOver(t, s)
			r := s.Record()
			if _, err := r.Check(); err != nil || r.Result != test.result || r.Termination != test.why {
				t.Errorf("%s: the record says %v %q: %v", test.why, r.Result, r.Termination, err)
			}
			if !s.Undo() || s.Over() {
				t.Errorf("%s: the end cannot be taken back", test.why)
			}
		}
	}
}
