package local

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// TestReplay makes a session of a log: what was taken back is in its tree, and what its terms
// say is in its tags.
func TestReplay(t *testing.T) {
	terms := play.Casual(dvonn.Game.Start(""), play.Control{Kind: play.Fischer, Base: time.Minute})
	terms.Seed, terms.Players = "a seed", [2]play.Player{{Name: "Ada"}, {}}
	log := play.Log{Terms: terms, Events: []play.Event{
		{Kind: play.Move, Move: "e3", Took: time.Second},
		{Kind: play.Move, Side: game.Second, Move: "f3"},
		{Kind: play.TakeBack, To: 1},
		{Kind: play.Move, Side: game.Second, Move: "g3", Took: 2 * time.Second},
	}}
	s, err := Replay(log)
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(s, s.Played()); !slices.Equal(got, []string{"e3", "g3"}) || count(s.root) != 4 || s.Changed() {
		t.Errorf("%v was played, the tree has %d positions, changed is %v", got, count(s.root), s.Changed())
	}
	if len(s.Tags) != 3 || s.Tags["First"] != "Ada" || s.Tags["Seed"] != "a seed" || s.Tags["TimeControl"] != "60+0" {
		t.Errorf("the tags are %v", s.Tags)
	}
	r := s.Record()
	if took := r.Moves[1].Took; took != (record.Elapsed{Known: true, Time: 2 * time.Second}) || r.Tags != nil {
		t.Errorf("the second move took %+v, and the record has the tags %v", took, r.Tags)
	}
	log.Events = append(log.Events, play.Event{Kind: play.Resume})
	var refusal *play.Error
	if s, err := Replay(log); !errors.As(err, &refusal) || refusal.Code != play.NotPaused || s != nil {
		t.Errorf("a log that is not in order: %v", err)
	}
	log.Terms.Game = "chess"
	if s, err := Replay(log); !errors.As(err, &refusal) || refusal.Code != play.UnknownGame || s != nil {
		t.Errorf("terms of no game: %v", err)
	}
}

// TestUntimed: where nobody measures how long moves take, the record does not tell it.
func TestUntimed(t *testing.T) {
	s := newSession(t, "dvonn", "")
	playOn(t, s, 1, 0)
	if m := s.Record().Moves[0]; m.Took.Known || m.Clock.Known {
		t.Errorf("the record says %+v", m)
	}
	if NameTag(game.First) != "First" || NameTag(game.Second) != "Second" {
		t.Error("names have other tags")
	}
	s.GoTo(0)
	if step, ok := s.Last(); ok {
		t.Errorf("%+v led to the start", step)
	}
}

// TestRouteIsKept: the way a move was spelled with is in the record, once.
func TestRouteIsKept(t *testing.T) {
	s := newSession(t, "lyngk", "a way")
	// longWay finds a move that goes by way of another spot.
	longWay := func() (game.Move, string) {
		router := s.Position().(game.Router)
		for _, m := range s.Position().Moves(nil) {
			if way := router.Route(m); len(way) > 2 && s.Game().Parts(m).Claim == 0 {
				return m, s.Game().Layout().WayText(way)
			}
		}
		return 0, ""
	}
	move, way := longWay()
	for ; way == ""; move, way = longWay() {
		if s.Over() {
			t.Fatal("there is none in the whole game")
		}
		playOn(t, s, 1, 3)
	}
	for range 2 { // again after it was taken back
		if err := s.PlayAfter(move, play.Event{Move: way}); err != nil {
			t.Fatal(err)
		}
		m := s.Record().Moves[s.Ply()-1]
		if got, _ := m.Command(record.RouteCommand); got != way || len(m.Commands) != 1 {
			t.Errorf("the commands are %v, want the way %s", m.Commands, way)
		}
		s.Undo()
	}
}

// TestNoMoreThanNeeded: what is played where one looks takes back no more than is in the way.
func TestNoMoreThanNeeded(t *testing.T) {
	for _, test := range []struct {
		name   string
		look   int // at this ply, after five plies of which one was taken back
		k      int // which move is played there
		events []play.Kind
		plies  int // in the end
	}{
		{"what follows in the line is only looked at", 3, 0, nil, 4},
		{"another last move", 3, 1, []play.Kind{play.TakeBack, play.Move}, 4},
		{"another move before it", 2, 1, []play.Kind{play.TakeBack, play.Move}, 3},
		{"at the end of the line", 4, 1, []play.Kind{play.Move}, 5},
		{"after what was taken back", 5, 1, []play.Kind{play.Move, play.Move}, 6},
	} {
		s := newSession(t, "dvonn", "")
		playOn(t, s, 5, 0)
		s.Undo()
		before := len(s.State().Log().Events)
		s.GoTo(test.look)
		playOn(t, s, 1, test.k)
		var kinds []play.Kind
		for _, e := range s.State().Log().Events[before:] {
			kinds = append(kinds, e.Kind)
		}
		if !slices.Equal(kinds, test.events) || s.State().Ply() != test.plies || s.Ply() != test.look+1 {
			t.Errorf("%s: the events are %v, and %d plies are played", test.name, kinds, s.State().Ply())
		}
	}
}

// opened reads a text of our own format and opens it.
func opened(t *testing.T, text string) *Session {
	t.Helper()
	for e := range (record.Cairn{}).Read(strings.NewReader("[Game \"dvonn\"]\n\n"+text), record.Options{}) {
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		s, err := Open(e.Record)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	t.Fatal("there is no record")
	return nil
}

// TestNotesAreKept opens records with notes in places where there is no room for them in a
// tree of moves.
func TestNotesAreKept(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"a variation without a move":                   {"1. e3 {one} ({two} ) *", "1. e3 {one two} *"},
		"a variation that begins with the move itself": {"1. e3 {one} (1. e3 {two} 1... f3) *", "1. e3 {one} (1. e3 f3) *"},
		"another one after it":                         {"1. e3 ({one}) ({two} 1. f3) *", "1. e3 {one} ({two} 1. f3) *"},
		"before a variation":                           {"1. e3 ({one} 1. f3) ({two} 1. g3) *", "1. e3 ({one} 1. f3) ({two} 1. g3) *"},
		"a command that lists no moves":                {"{[%takenback]} 1. e3 *", "{[%takenback]} 1. e3 *"},
		"moves taken back where others stay":           {"{[%takenback f3 g3]} 1. e3 *", "1. e3 (1. f3 g3) *"},
	} {
		var b strings.Builder
		if _, err := (record.Cairn{}).Write(&b, opened(t, test.text).Record()); err != nil {
			t.Fatal(err)
		}
		if _, got, _ := strings.Cut(b.String(), "\n\n"); strings.TrimSpace(got) != test.want {
			t.Errorf("%s: %s became %s, want %s", name, test.text, strings.TrimSpace(got), test.want)
		}
	}
	s := opened(t, "{[%takenback f3 g3]} 1. e3 e4 *")
	s.GoTo(0)
	if got := texts(s, s.Ahead()); !slices.Equal(got, []string{"e3", "e4"}) {
		t.Errorf("ahead lies %v, want what was played", got)
	}
	s = opened(t, "{[%takenback f3 g3]} *")
	if got := texts(s, s.Ahead()); !slices.Equal(got, []string{"f3", "g3"}) || s.Ply() != 0 {
		t.Errorf("ahead lies %v, want what was taken back", got)
	}
}
