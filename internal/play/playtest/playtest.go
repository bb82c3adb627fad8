// Package playtest is one table of games with what must come of them, which every
// program that plays games runs: README.md describes its form. [Run] holds a
// program against one case.
package playtest

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/record"
)

//go:embed cases.json
var text []byte

// Table is all of cases.json.
type Table struct {
	Cases []Case     `json:"cases"`
	Marks []MarkCase `json:"marks"`
}

// Case is one game.
type Case struct {
	Name   string     `json:"name"`
	Terms  play.Terms `json:"terms"`
	Steps  []Step     `json:"steps"`
	Expect Expect     `json:"expect"`
}

// Wait is the kind of a step in which only time passes.
const Wait play.Kind = "wait"

// Step is an event and what must follow from it at once.
type Step struct {
	Event   play.Event // Took passes before it
	Refused play.Code
	Left    *[2]time.Duration
	Running string
}

// UnmarshalJSON reads a step.
func (s *Step) UnmarshalJSON(text []byte) error {
	var own struct {
		Kind    play.Kind `json:"kind"`
		Refused play.Code `json:"refused"`
		Left    *[2]int64 `json:"left"`
		Running string    `json:"running"`
		Took    int64     `json:"took"`
		Side    string    `json:"side"`
	}
	if err := json.Unmarshal(text, &own); err != nil {
		return err
	}
	*s = Step{Refused: own.Refused, Running: own.Running}
	if own.Left != nil {
		s.Left = &[2]time.Duration{ms(own.Left[0]), ms(own.Left[1])}
	}
	if own.Kind == Wait {
		s.Event = play.Event{Kind: Wait, Took: ms(own.Took)}
		return nil
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(text, &fields); err != nil {
		return err
	}
	delete(fields, "refused")
	delete(fields, "left")
	delete(fields, "running")
	if set, ok := fields["set"]; ok {
		fields["left"] = set
		delete(fields, "set")
	}
	fields["v"] = json.RawMessage("1")
	event, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return json.Unmarshal(event, &s.Event)
}

// Expect is what must have come of a game.
type Expect struct {
	Moves    []string   `json:"moves"`
	Times    []int64    `json:"times"`
	Clocks   [][2]int64 `json:"clocks,omitempty"`
	Position string     `json:"position"`
	Undone   []string   `json:"undone,omitempty"`
	Left     *[2]int64  `json:"left,omitempty"`
	Outcome  string     `json:"outcome"`
	Why      string     `json:"why,omitempty"`
	By       string     `json:"by,omitempty"`
	Record   string     `json:"record"`
}

// MarkCase is a move as it is judged.
type MarkCase struct {
	Name   string  `json:"name"`
	Best   Value   `json:"best"`
	Played Value   `json:"played"`
	Loss   float64 `json:"loss"`
	Mark   string  `json:"mark"`
}

// Value is how a position stands for the mover.
type Value struct {
	Estimate int    `json:"estimate"`
	Proof    string `json:"proof"`
}

// Load returns the table.
func Load(t testing.TB) Table {
	t.Helper()
	var all Table
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatalf("cases.json: %v", err)
	}
	if len(all.Cases) == 0 || len(all.Marks) == 0 {
		t.Fatal("cases.json is empty")
	}
	return all
}

// Needs returns the kinds of events that a case needs, waiting left out.
func (c *Case) Needs() []play.Kind {
	var kinds []play.Kind
	for _, s := range c.Steps {
		if s.Event.Kind != Wait && !slices.Contains(kinds, s.Event.Kind) {
			kinds = append(kinds, s.Event.Kind)
		}
	}
	return kinds
}

// Program is a program that plays one game.
type Program interface {
	// Do lets the event's time pass, then does what it says, and returns the
	// code with which that was refused, "" where it was done. Of [Wait] only the
	// time passes.
	Do(e play.Event) play.Code

	// State returns what has come of the game, and how much time has passed
	// since the last event.
	State() (*play.State, time.Duration)
}

// Run plays a case in a program that has begun a game under its terms.
func Run(t *testing.T, c *Case, p Program) {
	t.Helper()
	for i, step := range c.Steps {
		code := p.Do(step.Event)
		if code != step.Refused {
			t.Errorf("step %d (%s): refused with %q, want %q", i+1, step.Event.Kind, code, step.Refused)
			return
		}
		s, elapsed := p.State()
		if step.Left != nil {
			got := [2]time.Duration{s.Left(game.First, elapsed), s.Left(game.Second, elapsed)}
			if got != *step.Left {
				t.Errorf("step %d (%s): the clocks show %v, want %v", i+1, step.Event.Kind, got, *step.Left)
			}
		}
		if running := Running(s); step.Running != "" && running != step.Running {
			t.Errorf("step %d (%s): the clock of %s runs, want %s", i+1, step.Event.Kind, running, step.Running)
		}
	}
	s, elapsed := p.State()
	got := Found(t, s, elapsed)
	a, b := reflect.ValueOf(got), reflect.ValueOf(c.Expect)
	for i := range a.NumField() {
		if x, y := a.Field(i).Interface(), b.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			t.Errorf("%s: it is\n%s\nwant\n%s", a.Type().Field(i).Name, printed(x), printed(y))
		}
	}
}

func printed(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	text, _ := json.Marshal(v)
	return string(text)
}

// Running names the side whose clock runs, "none" where none does.
func Running(s *play.State) string {
	side, runs := s.Running()
	if !runs {
		return "none"
	}
	return play.SideWord(side)
}

// Found returns what has come of a game, in the form of a case.
func Found(t testing.TB, s *play.State, elapsed time.Duration) Expect {
	t.Helper()
	e := Expect{
		Moves: []string{}, Times: []int64{}, Position: s.Position().String(), Undone: s.Undone(),
		Outcome: cmp.Or(play.OutcomeWord(s.End().Outcome), "ongoing"), Why: string(s.End().Why),
	}
	if len(e.Undone) == 0 {
		e.Undone = nil
	}
	for _, p := range s.Plies() {
		e.Moves = append(e.Moves, p.Text)
		e.Times = append(e.Times, p.Took.Milliseconds())
		if s.Clocked() {
			e.Clocks = append(e.Clocks, [2]int64{p.Left[0].Milliseconds(), p.Left[1].Milliseconds()})
		}
	}
	if s.Clocked() {
		e.Left = &[2]int64{s.Left(game.First, elapsed).Milliseconds(), s.Left(game.Second, elapsed).Milliseconds()}
	}
	switch s.End().Why {
	case record.Resignation, record.Time, record.Abandoned, record.Agreement, record.Aborted:
		e.By = play.SideWord(s.End().By)
	}
	e.Record = Text(t, s.Record())
	return e
}

// Text writes a record in our own form.
func Text(t testing.TB, r *record.Record) string {
	t.Helper()
	var b strings.Builder
	if warnings, err := (record.Cairn{}).Write(&b, r); err != nil || len(warnings) > 0 {
		t.Fatalf("the record cannot be written: %v %v", err, warnings)
	}
	return strings.TrimSpace(b.String())
}

func ms(n int64) time.Duration { return time.Duration(n) * time.Millisecond }
