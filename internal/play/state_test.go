package play

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/record"
)

// codeOf returns the code of a refusal, "" for none.
func codeOf(err error) Code {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

// begun returns a game of DVONN under terms of home, with plies played at a second each.
func begun(t *testing.T, c Control, plies int) *State {
	t.Helper()
	s, err := New(Casual(dvonn.Game.Start(""), c))
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range []string{"e3", "f3", "g3", "e4", "f4"}[:plies] {
		if err := s.Apply(Event{Kind: Move, Side: s.Turn(), Move: move, Took: time.Second}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

var minute = Control{Fischer, time.Minute, 0}

// TestKeptFields: of an event is kept what its kind needs, and nothing else that was said.
func TestKeptFields(t *testing.T) {
	s := begun(t, minute, 3)
	const by = game.Second // to move
	whole := Event{
		Side: by, Took: 1500*time.Millisecond + time.Microsecond, Move: "e4", What: OfferDraw, To: 2, Add: time.Second + time.Microsecond,
		Left: [2]time.Duration{time.Second + time.Microsecond, 2 * time.Second}, Outcome: game.Draw, Why: record.Agreement,
	}
	const took = 1500 * time.Millisecond
	for _, want := range []Event{
		{Kind: Move, Side: by, Took: took, Move: "e4"},
		{Kind: Resign, Side: by, Took: took},
		{Kind: Offer, Side: by, Took: took, What: OfferDraw},
		{Kind: TakeBack, Side: by, Took: took, To: 2},
		{Kind: MoreTime, Side: by, Took: took, Add: time.Second},
		{Kind: Abandon, Side: by, Took: took, Outcome: game.Draw},
		{Kind: Adjudicate, Took: took, Outcome: game.Draw},
		{Kind: Pause, Took: took},
		{Kind: Adjust, Took: took, Left: [2]time.Duration{time.Second, 2 * time.Second}},
		{Kind: Result, Took: took, Outcome: game.Draw, Why: record.Agreement},
	} {
		e, g := whole, s.Clone()
		e.Kind = want.Kind
		if err := g.Apply(e); err != nil {
			t.Errorf("%s: %v", e.Kind, err)
			continue
		}
		if events := g.Log().Events; events[len(events)-1] != want {
			t.Errorf("of %s is kept %+v, want %+v", e.Kind, events[len(events)-1], want)
		}
		if g.Over() && g.Left(by, time.Hour) != time.Minute-took {
			t.Errorf("%s: the clock shows %v", e.Kind, g.Left(by, time.Hour))
		}
	}
	paused := s.Clone()
	for _, kind := range []Kind{Pause, Resume} {
		if err := paused.Apply(Event{Kind: kind, Side: by}); err != nil {
			t.Fatal(err)
		}
	}
	if events := paused.Log().Events; events[len(events)-1] != (Event{Kind: Resume}) {
		t.Errorf("of resume is kept %+v", events[len(events)-1])
	}
}

// TestOutOfBounds: what no clock can show and no event can say is refused.
func TestOutOfBounds(t *testing.T) {
	s := begun(t, minute, 3)
	for _, test := range []struct {
		e    Event
		code Code
	}{
		{Event{Kind: Resign, Side: 2}, BadSide},
		{Event{Kind: Resign, Took: -1}, BadTime},
		{Event{Kind: Resign, Took: mostLeft + 1}, BadTime},
		{Event{Kind: "dance"}, UnknownKind},
		{Event{Kind: Adjust, Left: [2]time.Duration{-time.Second, 0}}, BadTime},
		{Event{Kind: Adjust, Left: [2]time.Duration{0, -time.Second}}, BadTime},
		{Event{Kind: Adjust, Left: [2]time.Duration{0, mostLeft + time.Millisecond}}, BadTime},
		{Event{Kind: Adjust, Left: [2]time.Duration{0, mostLeft}}, ""},
		{Event{Kind: MoreTime, Add: 0}, BadTime},
		{Event{Kind: MoreTime, Add: time.Microsecond}, BadTime},
		{Event{Kind: MoreTime, Add: mostLeft - time.Minute}, ""},
		{Event{Kind: MoreTime, Add: mostLeft - time.Minute + time.Millisecond}, BadTime},
		{Event{Kind: Adjudicate}, BadOutcome},
		{Event{Kind: Adjudicate, Outcome: game.Draw + 1}, BadOutcome},
		{Event{Kind: Abandon, Side: game.First, Outcome: game.FirstWins}, BadOutcome},
		{Event{Kind: Abandon, Side: game.First, Outcome: game.SecondWins}, ""},
		{Event{Kind: Abandon, Side: game.First}, ""},

		// What a record may say of an end: never that the rules brought it about, and
		// not what no game can end with.
		{Event{Kind: Result, Outcome: game.FirstWins}, ""},
		{Event{Kind: Result, Outcome: game.FirstWins, Why: "boredom"}, BadOutcome},
		{Event{Kind: Result, Outcome: game.FirstWins, Why: record.Normal}, BadOutcome},
		{Event{Kind: Result, Outcome: game.Draw + 1, Why: record.Adjudication}, BadOutcome},
		{Event{Kind: Result}, BadOutcome},
		{Event{Kind: Result, Why: record.Abandoned}, ""},
		{Event{Kind: Result, Outcome: game.FirstWins, Why: record.Agreement}, BadOutcome},
		{Event{Kind: Result, Outcome: game.Draw, Why: record.Agreement}, ""},
		{Event{Kind: Result, Outcome: game.Draw, Why: record.Aborted}, BadOutcome},
		{Event{Kind: Result, Why: record.Aborted}, ""},
	} {
		before := s.Log()
		if code := codeOf(s.Clone().Apply(test.e)); code != test.code || codeOf(s.Check(test.e)) != code {
			t.Errorf("%+v: %q, want %q", test.e, code, test.code)
		}
		after := s.Clone()
		if e, err := s.Canonical(test.e); err == nil {
			if err := after.Apply(test.e); err != nil || after.Log().Events[len(before.Events)] != e {
				t.Errorf("%+v: said to be noted as %+v, %v", test.e, e, err)
			}
		}
		if !slices.Equal(s.Log().Events, before.Events) {
			t.Fatalf("%+v changed the game it was tried on", test.e)
		}
	}
}

// TestCanonical: Canonical returns an event as the log will have it, before it has happened.
func TestCanonical(t *testing.T) {
	s := begun(t, minute, 2)
	e, err := s.Canonical(Event{Kind: Move, Move: "G3", Took: 1500 * time.Microsecond})
	if want := (Event{Kind: Move, Move: "g3", Took: time.Millisecond}); err != nil || e != want {
		t.Errorf("%+v, %v, want %+v", e, err, want)
	}
	if _, err := s.Canonical(Event{Kind: Move, Side: game.Second, Move: "g3"}); codeOf(err) != NotYourTurn {
		t.Errorf("out of turn: %v", err)
	}
}

// TestDeadline: with exactly the time that is left a move and the flag are both in order,
// and a clock that stands at zero without a move is at its deadline.
func TestDeadline(t *testing.T) {
	s := begun(t, minute, 2)
	if left, runs := s.Deadline(); !runs || left != time.Minute {
		t.Fatalf("the flag falls after %v, %v", left, runs)
	}
	if code := codeOf(s.Check(Event{Kind: Move, Move: "g3", Took: time.Minute})); code != "" {
		t.Errorf("a move with the last millisecond: %s", code)
	}
	if code := codeOf(s.Check(Event{Kind: Move, Move: "g3", Took: time.Minute + time.Millisecond})); code != FlagFell {
		t.Errorf("a move after the flag: %q", code)
	}
	if _, fell := s.FlagAfter(time.Minute - time.Millisecond); fell {
		t.Error("the flag fell early")
	}
	if err := s.Apply(Event{Kind: Offer, Side: game.Second, What: OfferDraw, Took: time.Minute}); err != nil {
		t.Fatal(err)
	}
	left, runs := s.Deadline()
	flag, fell := s.FlagAfter(0)
	if !runs || left != 0 || !fell || flag != (Event{Kind: Flag, Side: game.First}) {
		t.Errorf("at zero the flag falls after %v, %v, by %+v", left, runs, flag)
	}
	if err := s.Apply(flag); err != nil || s.End().Outcome != game.SecondWins || s.End().Why != record.Time {
		t.Errorf("%v, and the game ends %+v", err, s.End())
	}
	if left, runs := s.Deadline(); runs || left != 0 {
		t.Errorf("after the end the flag falls after %v", left)
	}
}

// TestAdvance: the flag comes first where an event comes too late, alone where nothing else
// happened, and not at all before an event that is in time.
func TestAdvance(t *testing.T) {
	flag := Event{Kind: Flag, Side: game.First, Took: time.Minute}
	for _, test := range []struct {
		elapsed time.Duration
		event   Event
		want    []Kind
		code    Code
	}{
		{time.Minute, Event{Kind: Move, Move: "g3"}, []Kind{Move}, ""},
		{time.Minute, Event{}, []Kind{Flag}, ""},
		{time.Minute - 1, Event{}, nil, ""},
		{time.Minute, Event{Kind: Flag}, []Kind{Flag}, ""},
		{time.Hour, Event{Kind: Move, Move: "g3"}, []Kind{Flag}, GameOver},
		{time.Hour, Event{Kind: TakeBack, To: 1}, []Kind{Flag, TakeBack}, ""},
		{time.Second, Event{Kind: Move, Move: "z9"}, nil, Illegal},
	} {
		s := begun(t, minute, 2)
		happened, err := s.Advance(test.elapsed, test.event)
		var kinds []Kind
		for _, e := range happened {
			kinds = append(kinds, e.Kind)
		}
		if code := codeOf(err); !slices.Equal(kinds, test.want) || code != test.code {
			t.Errorf("%v after %v: %v, %q", test.event.Kind, test.elapsed, kinds, code)
		}
		if len(kinds) > 0 && kinds[0] == Flag && happened[0] != flag {
			t.Errorf("the flag is %+v", happened[0])
		}
	}
}

// TestAbort: a game at home is aborted before the second move, and not after it.
func TestAbort(t *testing.T) {
	for plies, code := range []Code{"", "", NoAbort, NoAbort} {
		if got := codeOf(begun(t, Control{}, plies).Check(Event{Kind: Abort})); got != code {
			t.Errorf("after %d plies: %q, want %q", plies, got, code)
		}
	}
}

// TestReplayTerms: a log of terms that make no game is refused, without a state.
func TestReplayTerms(t *testing.T) {
	s, err := Replay(Log{Terms: Terms{Game: "chess"}})
	if s != nil || codeOf(err) != UnknownGame {
		t.Errorf("%v, %v", s, err)
	}
}

// TestNamesAreText: what is no text in a name is replaced, so that every log can be stored.
func TestNamesAreText(t *testing.T) {
	const broken = "a\xff"
	s, err := New(Terms{Game: "dvonn", Seed: broken, Players: [2]Player{{broken, broken}, {broken, broken}}})
	if err != nil {
		t.Fatal(err)
	}
	terms := s.Terms()
	for i, text := range []string{terms.Seed, terms.Players[0].Name, terms.Players[0].Plays, terms.Players[1].Name, terms.Players[1].Plays} {
		if !utf8.ValidString(text) || !strings.HasPrefix(text, "a") {
			t.Errorf("text %d is %q", i, text)
		}
	}
	b, err := json.Marshal(terms)
	var back Terms
	if err != nil || json.Unmarshal(b, &back) != nil || back != terms {
		t.Errorf("%v: %s comes back as %+v", err, b, back)
	}
}
