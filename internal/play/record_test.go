package play

import (
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
