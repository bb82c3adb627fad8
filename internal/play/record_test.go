package play

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/record"
)

// recordOf is a record of DVONN placings with what is known of their times. Each is a
// placing, what the clock of who placed shows after it and how long it took, such as
// "e3 5m 2s"; "-" for what is not known.
func recordOf(t *testing.T, control string, moves ...string) *record.Record {
	t.Helper()
	r := &record.Record{Game: "dvonn", TimeControl: control}
	for _, text := range moves {
		word := strings.Fields(text)
		m := record.Move{Text: word[0]}
		m.Clock.Left, m.Clock.Known = known(t, word[1])
		m.Took.Time, m.Took.Known = known(t, word[2])
		r.Moves = append(r.Moves, m)
	}
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	return r
}

// known reads a time; false for "-".
func known(t *testing.T, text string) (time.Duration, bool) {
	t.Helper()
	if text == "-" {
		return 0, false
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d, true
}

// replayed is the game that a log is made of for a record.
func replayed(t *testing.T, r *record.Record) *State {
	t.Helper()
	l, err := FromRecord(r)
	if err != nil {
		t.Fatal(err)
	}
	st, err := Replay(l)
	if err != nil {
		t.Fatal(err)
	}
	return st
}

// TestFromRecordTimes: times are taken from a record as far as it tells them, and
// what its clocks show is shown, however it came about.
func TestFromRecordTimes(t *testing.T) {
	for name, test := range map[string]struct {
		control string
		moves   []string
		took    string // by the plies, "" where the game is untimed
		left    string // on both clocks in the end
	}{
		"no times at all":                                       {"300+3", []string{"e3 - -", "f3 - -"}, "", "0s 0s"},
		"one time is missing":                                   {"300+3", []string{"e3 5m -", "f3 - -"}, "", "0s 0s"},
		"clocks alone, as older programs wrote them":            {"300+3", []string{"e3 5m -", "f3 5m -", "g3 293s -", "e4 302s -"}, "0s 0s 10s 1s", "4m53s 5m2s"},
		"a clock that went on in the first plies, too":          {"300+3", []string{"e3 303s -", "f3 299s -", "g3 5m -"}, "0s 0s 6s", "5m0s 4m59s"},
		"times without a clock":                                 {"-", []string{"e3 - 5s", "f3 - 7s"}, "5s 7s", "0s 0s"},
		"more time than the clock had":                          {"60+0", []string{"e3 1m 2s", "f3 1m 2s", "g3 10s 80s"}, "2s 2s 1m20s", "10s 1m0s"},
		"clocks alone with a delay: what it covers is not seen": {"60d5", []string{"e3 1m -", "f3 1m -", "g3 57s -", "e4 1m -"}, "0s 0s 8s 0s", "57s 1m0s"},
		"less on the clock than a move earns":                   {"60+3", []string{"e3 1m 2s", "f3 1m 2s", "g3 1s 5s"}, "2s 2s 5s", "1s 1m0s"},
		"a time for each move, and what was left of it":         {"1/60", []string{"e3 50s 10s", "f3 1m 20s"}, "10s 20s", "50s 1m0s"},
		"a control that this program does not know":             {"40/7200", []string{"e3 - 5s"}, "5s", "0s 0s"},
		"the longest time there is":                             {"-", []string{"e3 - " + mostLeft.String()}, mostLeft.String(), "0s 0s"},
	} {
		t.Run(name, func(t *testing.T) {
			st := replayed(t, recordOf(t, test.control, test.moves...))
			if untimed := st.Terms().Untimed; untimed != (test.took == "") {
				t.Errorf("untimed is %v", untimed)
			}
			var took []string
			for _, p := range st.Plies() {
				if p.Took > 0 || !st.Terms().Untimed {
					took = append(took, p.Took.String())
				}
			}
			if got := strings.Join(took, " "); got != test.took {
				t.Errorf("the plies took %s, want %s", got, test.took)
			}
			if got := fmt.Sprint(st.Left(game.First, 0), st.Left(game.Second, 0)); got != test.left {
				t.Errorf("the clocks show %s, want %s", got, test.left)
			}
		})
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
		r := recordOf(t, "60+0", []string{"e3 1m 1s", "f3 1m 1s", "g3 55s 5s"}[:test.moves]...)
		r.Result, r.Termination = test.result, test.why
		st := replayed(t, r)
		events := st.Log().Events
		end, last := st.End(), events[len(events)-1]
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
	r := recordOf(t, "", "e3 - -", "f3 - -")
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
	r := recordOf(t, "300+3", "e3 5m 0s")
	r.First, r.Second = "Ada", "Ben"
	st := replayed(t, r)
	want := Casual(st.PositionAt(0), Control{Fischer, 300 * time.Second, 3 * time.Second})
	want.Players = [2]Player{{Name: "Ada"}, {Name: "Ben"}}
	if got := st.Terms(); got != want {
		t.Errorf("the terms are %+v, want %+v", got, want)
	}
}
