package local

import (
	"reflect"
	"testing"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
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
		if got := again.Record(); got.Result != test.result || got.Termination != test.why {
			t.Errorf("%v %q became %v %q", test.result, test.why, got.Result, got.Termination)
		}
		playOn(t, again, 1, 3)
		if got := again.Record(); got.Result != game.Ongoing || got.Termination != record.Unknown {
			t.Errorf("after one move more the record still says %v %q", got.Result, got.Termination)
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
