package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// TestEnds writes and reads every way a game can end that its moves do not
// tell, in every format: what comes back is the same, or a warning says what
// the format does not support.
func TestEnds(t *testing.T) {
	ends := []struct {
		result game.Outcome
		why    record.Termination
	}{
		{game.FirstWins, record.Resignation},
		{game.SecondWins, record.Time},
		{game.FirstWins, record.Abandoned},
		{game.Ongoing, record.Abandoned},
		{game.Draw, record.Agreement},
		{game.FirstWins, record.Adjudication},
		{game.Draw, record.Adjudication},
		{game.Ongoing, record.Aborted},
	}
	for _, f := range formats.All() {
		for _, end := range ends {
			r := &record.Record{Game: "dvonn", Result: end.result, Termination: end.why, Line: moves("d3", "e4")}
			if f.Name() == "pbm" {
				r = &record.Record{Game: "lyngk", Seed: "ends", Result: end.result, Termination: end.why}
			}
			var out bytes.Buffer
			warnings, err := f.Write(&out, r)
			if err != nil {
				t.Errorf("%s, %s: %v", f.Name(), end.why, err)
				continue
			}
			told := slices.ContainsFunc(warnings, func(w record.Warning) bool {
				return w.Args["name"] == "Termination" && strings.Contains(w.Args["value"], string(end.why))
			})
			games := 0
			for e := range f.Read(&out, record.Options{Game: r.Game, Start: r.Start}) {
				games++
				if e.Err != nil {
					t.Errorf("%s, %s: %v", f.Name(), end.why, e.Err)
					continue
				}
				if kept := e.Record.Result == end.result && e.Record.Termination == end.why; kept == told {
					t.Errorf("%s, %s: came back as %v, %q with the warnings %v", f.Name(), end.why, e.Record.Result, e.Record.Termination, warnings)
				}
			}
			if games != 1 {
				t.Errorf("%s, %s: %d games came back", f.Name(), end.why, games)
			}
		}
	}
}

// TestEndsThatCannotBe holds results against what agreement and abort mean.
func TestEndsThatCannotBe(t *testing.T) {
	for _, test := range []struct {
		result game.Outcome
		why    record.Termination
		code   string
	}{
		{game.FirstWins, record.Agreement, "record.agreement"},
		{game.Ongoing, record.Agreement, "record.agreement"},
		{game.Draw, record.Aborted, "record.aborted"},
	} {
		r := &record.Record{Game: "dvonn", Result: test.result, Termination: test.why}
		_, err := r.Check()
		var bad *record.Error
		if !errors.As(err, &bad) || bad.Code != test.code {
			t.Errorf("%v by %s: %v, want %s", test.result, test.why, err, test.code)
		}
	}
}

func readAll(f record.Format, text string) (all []record.Entry) {
	for e := range f.Read(strings.NewReader(text), record.Options{}) {
		all = append(all, e)
	}
	return all
}

// TestTimes holds the time that each move took, and the time control, in both
// of our formats.
func TestTimes(t *testing.T) {
	r := &record.Record{Game: "dvonn", TimeControl: "300+3", Line: moves("d3", "e4", "f3")}
	r.Moves[0].Took = record.Elapsed{Known: true}
	r.Moves[1].Took = record.Elapsed{Known: true, Time: 1234 * time.Millisecond}
	for _, test := range []struct {
		f    record.Format
		want string
	}{
		{record.Cairn{}, "1. d3 {[%emt 0:00:00]} e4 {[%emt 0:00:01.234]} 2. f3 *"},
		{record.JSON{}, `"control":"300+3","times":[0,1234,null]`},
	} {
		var out strings.Builder
		if warnings, err := test.f.Write(&out, r); err != nil || len(warnings) > 0 {
			t.Errorf("%s: %v, %v", test.f.Name(), err, warnings)
		}
		if !strings.Contains(out.String(), test.want) {
			t.Errorf("%s wrote\n%s", test.f.Name(), out.String())
		}
		all := readAll(test.f, out.String())
		if len(all) != 1 || all[0].Err != nil || len(all[0].Warnings) > 0 {
			t.Fatalf("%s: %+v", test.f.Name(), all)
		}
		got := all[0].Record
		for i := range r.Moves {
			if got.Moves[i].Took != r.Moves[i].Took {
				t.Errorf("%s: move %d took %v, want %v", test.f.Name(), i+1, got.Moves[i].Took, r.Moves[i].Took)
			}
		}
		if got.TimeControl != "300+3" {
			t.Errorf("%s: control %q", test.f.Name(), got.TimeControl)
		}
	}
}

// TestTimesOfOthers reads JSON objects as other programs may write them.
func TestTimesOfOthers(t *testing.T) {
	const head = `{"game":"dvonn","moves":["d3","e4"]`
	for _, test := range []struct {
		rest, control string
		took          []time.Duration // nil: unknown
		warnings      int
	}{
		{`}`, "", nil, 0},
		{`,"times":null,"control":null}`, "", nil, 0},
		{`,"times":[5,70000],"control":"-"}`, "-", []time.Duration{5 * time.Millisecond, 70 * time.Second}, 0},
		{`,"control":"300+3","tags":{"TimeControl":"60+0"}}`, "300+3", nil, 1},
		{`,"tags":{"TimeControl":"60+0"},"control":"300+3"}`, "300+3", nil, 1},
		{`,"tags":{"TimeControl":"60+0"}}`, "60+0", nil, 0},
		{`,"times":[5]}`, "", nil, 1},
		{`,"times":[5,-1]}`, "", nil, 1},
		{`,"times":[5,1.5]}`, "", nil, 1},
		{`,"times":[5,360000000000]}`, "", nil, 1},
		{`,"times":"5"}`, "", nil, 1},
	} {
		all := readAll(record.JSON{}, head+test.rest)
		if len(all) != 1 || all[0].Err != nil {
			t.Fatalf("%s: %+v", test.rest, all)
		}
		r := all[0].Record
		if len(all[0].Warnings) != test.warnings || r.TimeControl != test.control {
			t.Errorf("%s: control %q, warnings %v", test.rest, r.TimeControl, all[0].Warnings)
		}
		for i, m := range r.Moves {
			if m.Took.Known != (test.took != nil) || m.Took.Known && m.Took.Time != test.took[i] {
				t.Errorf("%s: move %d took %+v", test.rest, i+1, m.Took)
			}
		}
	}
}

// TestTimesElsewhere makes sure that a format without times says so.
func TestTimesElsewhere(t *testing.T) {
	r := &record.Record{Game: "dvonn", Line: moves("d3")}
	r.Moves[0].Took = record.Elapsed{Known: true, Time: time.Second}
	f, _ := formats.Lookup("codecup")
	var out strings.Builder
	warnings, err := f.Write(&out, r)
	if err != nil || len(warnings) != 1 || warnings[0].Code != "record.unsupported_command" {
		t.Errorf("%v, %v", warnings, err)
	}
}

// TestUnsupportedNotes: what a format cannot hold is named for what it is.
func TestUnsupportedNotes(t *testing.T) {
	const (
		command   = "record.unsupported_command"
		takenBack = "record.unsupported_taken_back"
	)
	for _, test := range []struct {
		text, format string
		want         []string
	}{
		{"{[%takenback e3 f3]} 1. d3 *", "codecup", []string{takenBack}},
		{"{[%takenback e3 f3] [%x y]} 1. d3 {[%emt 0:00:02]} *", "codecup", []string{takenBack, command, command}},
		{"{[%takenback e3 f3]} 1. d3 {[%clk 0:05:01]} *", "codecup", []string{takenBack, command}},
	} {
		all := readAll(record.Cairn{}, "[Game \"dvonn\"]\n\n"+test.text+"\n")
		if len(all) != 1 || all[0].Err != nil {
			t.Fatalf("%s: %+v", test.text, all)
		}
		f, err := formats.Lookup(test.format)
		if err != nil {
			t.Fatal(err)
		}
		warnings, err := f.Write(io.Discard, all[0].Record)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range warnings {
			got = append(got, w.Code)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s as %s warns %v, want %v", test.text, test.format, got, test.want)
		}
	}
}

// TestUnreadableTimes: a time that cannot be read makes a game untimed, so it is
// told, in every format that has commands.
func TestUnreadableTimes(t *testing.T) {
	cairn := "[Game \"dvonn\"]\n[TimeControl \"300+3\"]\n\n1. d3 {[%%%s %s]} *\n"
	sgf := "(;GM[Dvonn]SU[dvonn 1];P0[0 dropb D 3];P0[1 done]CMD[%s %s])\n"
	for _, test := range []struct {
		name, arg string
		warned    bool
	}{
		{"clk", "5:01", true},
		{"emt", "soon", true},
		{"eval", "1e9", true},
		{"clk", "0:05:01", false},
		{"emt", "0:00:01.5", false},
		{"eval", "win 3", false},
		{"csl", "5:01", false},
	} {
		for name, text := range map[string]string{"cairn": cairn, "sgf": sgf} {
			f, err := formats.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			all := readAll(f, fmt.Sprintf(text, test.name, test.arg))
			if len(all) != 1 || all[0].Err != nil {
				t.Fatalf("%s: %+v", name, all)
			}
			warned := slices.ContainsFunc(all[0].Warnings, func(w record.Warning) bool {
				return w.Code == "record.command_value" && w.Args["name"] == test.name && w.Line > 0
			})
			if warned != test.warned {
				t.Errorf("%s: %s %s: warnings %v", name, test.name, test.arg, all[0].Warnings)
			}
		}
	}
}
