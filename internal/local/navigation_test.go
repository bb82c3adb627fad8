package local

import (
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/record"
)

// texts returns the plies of a line.
func texts(s *Session, steps []Step) (list []string) {
	for _, step := range steps {
		list = append(list, s.Game().MoveText(step.Move))
	}
	return list
}

// TestGoTo moves the cursor along the line it is on, and back to the line played.
func TestGoTo(t *testing.T) {
	s := newSession(t, "dvonn", "")
	playOn(t, s, 6, 0)
	for _, test := range []struct{ to, at int }{{2, 2}, {5, 5}, {-3, 0}, {99, 6}, {3, 3}} {
		if s.GoTo(test.to); s.Ply() != test.at || s.Live() != (test.at == 6) {
			t.Errorf("ply %d is shown for %d, at the end: %v", s.Ply(), test.to, s.Live())
		}
	}
	if s.GoToEnd(); s.Ply() != 6 || !s.Live() {
		t.Errorf("the end is shown at ply %d", s.Ply())
	}
	// What was taken back is played again.
	if !s.Undo() || s.State().Ply() != 5 || !s.Redo() || s.State().Ply() != 6 || !s.Live() {
		t.Errorf("undo and redo lead to ply %d of %d", s.Ply(), s.State().Ply())
	}
}

// TestVisit looks into a variation: what lies ahead is that of the move visited, and the
// line played stays.
func TestVisit(t *testing.T) {
	s := newSession(t, "dvonn", "")
	playOn(t, s, 4, 0)
	first := texts(s, s.Played())
	s.GoTo(2)
	playOn(t, s, 3, 1) // takes two plies back
	second := texts(s, s.Played())
	s.GoTo(2)
	alternatives := s.Alternatives()
	if len(alternatives) != 2 {
		t.Fatalf("%d moves were played from there", len(alternatives))
	}
	if !s.Visit(alternatives[0]) {
		t.Fatal("a move that was played cannot be visited")
	}
	if got := slices.Concat(texts(s, s.Played()), texts(s, s.Ahead())); !slices.Equal(got, first) || s.Live() {
		t.Errorf("the line looked at is %v, want %v", got, first)
	}
	s.GoTo(2)
	if got := texts(s, s.Ahead()); !slices.Equal(got, first[2:]) {
		t.Errorf("ahead lies %v, want the line visited last, %v", got, first[2:])
	}
	if s.Visit(game.Move(1)) || s.Ply() != 2 {
		t.Error("a move that nobody played can be visited")
	}
	if s.GoToEnd(); !slices.Equal(texts(s, s.Played()), second) {
		t.Errorf("the line played is %v, want %v", texts(s, s.Played()), second)
	}

	// Redo only looks ahead where one has looked back, and changes nothing.
	s.GoTo(3)
	events := len(s.State().Log().Events)
	if !s.Redo() || s.Ply() != 4 || len(s.State().Log().Events) != events {
		t.Errorf("redo leads to ply %d with %d events more", s.Ply(), len(s.State().Log().Events)-events)
	}
	// Undo does not either: one goes back only.
	if !s.Undo() || s.Ply() != 3 || len(s.State().Log().Events) != events {
		t.Errorf("undo leads to ply %d with %d events more", s.Ply(), len(s.State().Log().Events)-events)
	}
}

// TestPlayInVariation plays on at the end of a variation: the line played is then that one,
// and what it leaves out is taken back no further than where the two part.
func TestPlayInVariation(t *testing.T) {
	s := newSession(t, "dvonn", "")
	playOn(t, s, 5, 0)
	s.GoTo(3)
	playOn(t, s, 2, 1)
	s.GoTo(3)
	s.Visit(s.Alternatives()[0])
	s.GoTo(5)
	before := texts(s, s.Played())
	events := len(s.State().Log().Events)
	playOn(t, s, 1, 2)
	log := s.State().Log().Events[events:]
	if len(log) != 4 || log[0].To != 3 { // back to ply 3, two plies again, and the new one
		t.Errorf("the events are %+v", log)
	}
	if got := texts(s, s.Played()); !slices.Equal(got[:5], before) || len(got) != 6 || !s.Live() {
		t.Errorf("the line played is %v after %v", got, before)
	}
}

// TestAnnotate writes notes where the cursor stands, the start among them.
func TestAnnotate(t *testing.T) {
	s := newSession(t, "dvonn", "")
	playOn(t, s, 2, 0)
	for ply, text := range []string{"before", "first", "second"} {
		s.GoTo(ply)
		s.Annotate(func(n *record.Note) { n.Comment = text })
	}
	r := s.Record()
	if r.Comment != "before" || r.Moves[0].Comment != "first" || r.Moves[1].Comment != "second" {
		t.Errorf("%+v", r)
	}
	for ply, text := range []string{"before", "first", "second"} {
		if s.GoTo(ply); s.Note().Comment != text {
			t.Errorf("at ply %d stands %q", ply, s.Note().Comment)
		}
	}
}

// TestOpenRefuses: a record that is not sound opens no session, and a command that no
// program of ours has written stays as it is.
func TestOpenRefuses(t *testing.T) {
	r := &record.Record{Game: "dvonn"}
	for _, text := range []string{"e3", "f3"} {
		r.Moves = append(r.Moves, record.Move{Text: text})
	}
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	r.AddCommand("mood", "calm")
	r.AddCommand(record.TakenBackCommand, "e3 e3")
	s, err := Open(r)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := s.Record().Command(record.TakenBackCommand); got != "e3 e3" {
		t.Errorf("the command is %q", got)
	}
	if got, _ := s.Record().Command("mood"); got != "calm" {
		t.Errorf("another command is %q", got)
	}
	for _, change := range []func(*record.Record){
		func(r *record.Record) { r.Game = "chess" },
		func(r *record.Record) { r.Start = "nowhere" },
		func(r *record.Record) { r.Moves[1].Text = "e3" },
		func(r *record.Record) {
			r.Moves[1].Variations = []record.Line{{Moves: []record.Move{{Text: "e3"}}}}
		},
	} {
		bad := r.Clone()
		change(bad)
		if s, err := Open(bad); err == nil || s != nil {
			t.Errorf("%+v is opened", bad)
		} else if bad.Moves[1].Text == "e3" && !strings.HasPrefix(err.Error(), "ply 2, e3: ") {
			t.Errorf("the error is %v", err)
		}
	}
}
