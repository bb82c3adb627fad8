package play

import (
	"errors"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// recordOf is a record of DVONN placings with what is known of their times.
func recordOf(t *testing.T, control string, moves ...record.Move) *record.Record {
	t.Helper()
	r := &record.Record{Game: "dvonn", TimeControl: control}
	r.Moves = moves
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	return r
}

func placed(text string, left, took time.Duration) record.Move {
	m := record.Move{Text: text}
	if left >= 0 {
		m.Clock = record.Clock{Known: true, Left: left}
	}
	if took >= 0 {
		m.Took = record.Elapsed{Known: true, Time: took}
	}
	return m
}

// TestFromRecordTimes: times are taken from a record as far as it tells them, and
// what its clocks show is shown, however it came about.
func TestFromRecordTimes(t *testing.T) {
	const none = -1
	s := time.Second
	for _, test := range []struct {
		name    string
		control string
		moves   []record.Move
		untimed bool
		took    []time.Duration
		left    [2]time.Duration
	}{
		{"no times at all", "300+3", []record.Move{placed("e3", none, none), placed("f3", none, none)}, true, []time.Duration{0, 0}, [2]time.Duration{}},
		{"one time is missing", "300+3", []record.Move{placed("e3", 300*s, none), placed("f3", none, none)}, true, []time.Duration{0, 0}, [2]time.Duration{}},
		{
			"clocks alone, as older programs wrote them", "300+3",
			[]record.Move{placed("e3", 300*s, none), placed("f3", 300*s, none), placed("g3", 293*s, none), placed("e4", 302*s, none)},
			false,
			[]time.Duration{0, 0, 10 * s, 1 * s},
			[2]time.Duration{293 * s, 302 * s},
		},
		{
			"a clock that went on in the first plies, too", "300+3",
			[]record.Move{placed("e3", 303*s, none), placed("f3", 299*s, none), placed("g3", 300*s, none)},
			false,
			[]time.Duration{0, 0, 6 * s},
			[2]time.Duration{300 * s, 299 * s},
		},
		{"times without a clock", "-", []record.Move{placed("e3", none, 5*s), placed("f3", none, 7*s)}, false, []time.Duration{5 * s, 7 * s}, [2]time.Duration{}},
		{
			"more time than the clock had", "60+0",
			[]record.Move{placed("e3", 60*s, 2*s), placed("f3", 60*s, 2*s), placed("g3", 10*s, 80*s)},
			false,
			[]time.Duration{2 * s, 2 * s, 80 * s},
			[2]time.Duration{10 * s, 60 * s},
		},
		{
			"clocks alone with a delay: what it covers is not seen", "60d5",
			[]record.Move{placed("e3", 60*s, none), placed("f3", 60*s, none), placed("g3", 57*s, none), placed("e4", 60*s, none)},
			false,
			[]time.Duration{0, 0, 8 * s, 0},
			[2]time.Duration{57 * s, 60 * s},
		},
		{
			"less on the clock than a move earns", "60+3",
			[]record.Move{placed("e3", 60*s, 2*s), placed("f3", 60*s, 2*s), placed("g3", 1*s, 5*s)},
			false,
			[]time.Duration{2 * s, 2 * s, 5 * s},
			[2]time.Duration{1 * s, 60 * s},
		},
		{
			"a time for each move, and clocks that show what was left of it", "1/60",
			[]record.Move{placed("e3", 50*s, 10*s), placed("f3", 60*s, 20*s)},
			false,
			[]time.Duration{10 * s, 20 * s},
			[2]time.Duration{50 * s, 60 * s},
		},
		{"a control that this program does not know", "40/7200", []record.Move{placed("e3", none, 5*s)}, false, []time.Duration{5 * s}, [2]time.Duration{}},
		{"the longest time there is", "-", []record.Move{placed("e3", none, mostLeft)}, false, []time.Duration{mostLeft}, [2]time.Duration{}},
	} {
		l, err := FromRecord(recordOf(t, test.control, test.moves...))
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		st, err := Replay(l)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if l.Terms.Untimed != test.untimed {
			t.Errorf("%s: untimed is %v", test.name, l.Terms.Untimed)
		}
		for i, p := range st.Plies() {
			if p.Took != test.took[i] {
				t.Errorf("%s: ply %d took %v, want %v", test.name, i+1, p.Took, test.took[i])
			}
		}
		if got := [2]time.Duration{st.Left(game.First, 0), st.Left(game.Second, 0)}; got != test.left {
			t.Errorf("%s: the clocks show %v, want %v", test.name, got, test.left)
		}
	}
}

// TestLongestTime: no record has a time that a log has no room for.
func TestLongestTime(t *testing.T) {
	longest, ok := record.ParseClock("99999:59:59.999")
	if _, more := record.ParseClock("100000:00:00"); !ok || more || longest.Left != mostLeft {
		t.Errorf("the longest time of a record is %v, of a log %v", longest.Left, mostLeft)
	}
}

// TestFromRecordEnds: the flag of a side falls where its clock runs. Where a record says
// that a side has lost on time while the other one was to move, the end is taken from there.
func TestFromRecordEnds(t *testing.T) {
	s := time.Second
	for _, test := range []struct {
		result     game.Outcome
		why        record.Termination
		moves      int
		kind       Kind
		by         game.Side
		fromRecord bool
	}{
		{game.SecondWins, record.Time, 2, Flag, game.First, false},
		{game.FirstWins, record.Time, 2, Result, game.Second, true},
		{game.FirstWins, record.Time, 3, Flag, game.Second, false},
		{game.SecondWins, record.Time, 1, Result, game.First, true}, // a ply that costs nothing
		{game.FirstWins, record.Resignation, 2, Resign, game.Second, false},
		{game.SecondWins, record.Adjudication, 2, Adjudicate, game.First, false},
		{game.Draw, record.Agreement, 2, Result, game.First, true},
	} {
		r := recordOf(t, "60+0", []record.Move{placed("e3", 60*s, s), placed("f3", 60*s, s), placed("g3", 55*s, 5*s)}[:test.moves]...)
		r.Result, r.Termination = test.result, test.why
		l, err := FromRecord(r)
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		st, err := Replay(l)
		if err != nil {
			t.Errorf("%+v: %v", test, err)
			continue
		}
		end, last := st.End(), l.Events[len(l.Events)-1]
		if last.Kind != test.kind || end.Outcome != test.result || end.Why != test.why || end.By != test.by || end.FromRecord != test.fromRecord {
			t.Errorf("%+v: ends by %+v as %+v", test, last, end)
		}
		if again := st.Record(); again.Result != test.result || again.Termination != test.why {
			t.Errorf("%+v: written again it ends %v, %s", test, again.Result, again.Termination)
		}
	}
}

// TestFromRecordRefuses: of a record that is not sound the error names the move, and the
// log holds what comes before it.
func TestFromRecordRefuses(t *testing.T) {
	r := recordOf(t, "", placed("e3", -1, -1), placed("f3", -1, -1))
	r.Moves[1].Text = "e3"
	l, err := FromRecord(r)
	var refusal *Error
	if !errors.As(err, &refusal) || refusal.Code != Illegal || refusal.Event != 2 || len(l.Events) != 1 {
		t.Errorf("%v, and a log of %d events", err, len(l.Events))
	}
	r.Start = "nowhere"
	if _, err := FromRecord(r); !errors.As(err, &refusal) || refusal.Code != BadStart {
		t.Errorf("a start position that is none: %v", err)
	}
}

// TestFromRecordTerms: a record is a game at home.
func TestFromRecordTerms(t *testing.T) {
	r := recordOf(t, "300+3", placed("e3", 300*time.Second, 0))
	r.First, r.Second = "Ada", "Ben"
	l, err := FromRecord(r)
	if err != nil {
		t.Fatal(err)
	}
	st, err := New(l.Terms)
	if err != nil {
		t.Fatal(err)
	}
	want := Casual(st.Position(), Control{Fischer, 300 * time.Second, 3 * time.Second})
	want.Players = [2]Player{{Name: "Ada"}, {Name: "Ben"}}
	if l.Terms != want {
		t.Errorf("the terms are %+v, want %+v", l.Terms, want)
	}
}
