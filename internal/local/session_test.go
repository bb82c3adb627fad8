package local

import (
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
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

// play plays move number k, counted through the list, again and again.
func play(t *testing.T, s *Session, plies, k int) {
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
	play(t, s, 6, 3)
	end := s.Position().String()
	for s.Undo() {
	}
	if s.Ply() != 0 || len(s.Ahead()) != 6 {
		t.Fatalf("at ply %d with %d ahead, want 0 and 6", s.Ply(), len(s.Ahead()))
	}
	s.GoTo(2)
	play(t, s, 3, 5) // a variation
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
			play(t, s, 400, 7)
			s.GoTo(4)
			play(t, s, 5, 2)
			s.GoTo(6)
			play(t, s, 2, 1)
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
	play(t, s, 8, 3)
	s.GoTo(5)
	side := s.Position().Side()
	if !s.Resign(side) || s.Resign(side) {
		t.Fatal("a game can be resigned once")
	}
	if s.Outcome() != game.Win(side.Other()) {
		t.Errorf("outcome %v", s.Outcome())
	}
	if err := s.Play(s.Position().Moves(nil)[0]); err != ErrOver {
		t.Errorf("a move after the end gives %v", err)
	}
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
	if got, resigned := again.Resigned(); !resigned || got != side {
		t.Errorf("resignation lost")
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

func TestTimeOut(t *testing.T) {
	s := newSession(t, "dvonn", "flag")
	play(t, s, 6, 3)
	s.Annotate(func(n *record.Note) { n.Clock = record.Clock{Known: true, Left: 1500 * time.Millisecond} })
	side := s.Position().Side()
	if !s.TimeOut(side) || s.Resign(side) {
		t.Fatal("a game can end once")
	}
	if _, resigned := s.Resigned(); resigned {
		t.Error("running out of time is no resignation")
	}
	r := s.Record()
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	again, err := Open(r)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := again.Ended(), (Ending{record.Time, side}); got != want {
		t.Errorf("read back as %v, want %v", got, want)
	}
	if got := again.Note().Clock.Left; got != 1500*time.Millisecond {
		t.Errorf("the time left is %v", got)
	}
}
