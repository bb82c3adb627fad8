package play_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math"
	"os"
	"testing"
	"time"

	"cairn.example/internal/judge"
	"cairn.example/internal/play"
	"cairn.example/internal/play/playtest"
)

var update = flag.Bool("update", false, "write what the core makes of playtest/cases.json into it")

// core is the core itself as a program: it looks at its clock whenever time passes.
type core struct {
	state *play.State
	since time.Duration // the last event
}

func (c *core) Do(e play.Event) play.Code {
	c.since += e.Took
	if e.Kind == playtest.Wait {
		e.Kind = ""
	}
	happened, err := c.state.Advance(c.since, e)
	if len(happened) > 0 {
		c.since = 0
	}
	var refusal *play.Error
	if errors.As(err, &refusal) {
		return refusal.Code
	}
	return ""
}

func (c *core) State() (*play.State, time.Duration) { return c.state, c.since }

func begin(t *testing.T, c *playtest.Case) *core {
	t.Helper()
	s, err := play.New(c.Terms)
	if err != nil {
		t.Fatal(err)
	}
	return &core{state: s}
}

func TestCases(t *testing.T) {
	table := playtest.Load(t)
	for _, c := range table.Cases {
		t.Run(c.Name, func(t *testing.T) {
			p := begin(t, &c)
			if *update {
				for _, step := range c.Steps {
					p.Do(step.Event)
				}
				return
			}
			playtest.Run(t, &c, p)
		})
	}
	if *update {
		rewrite(t, table)
	}
}

// rewrite puts what the core has found into the file.
func rewrite(t *testing.T, table playtest.Table) {
	const name = "playtest/cases.json"
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var raw struct {
		Cases []struct {
			Name   string            `json:"name"`
			Terms  json.RawMessage   `json:"terms"`
			Steps  []json.RawMessage `json:"steps"`
			Expect playtest.Expect   `json:"expect"`
		} `json:"cases"`
		Marks []json.RawMessage `json:"marks"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	one := func(v any) string {
		var line bytes.Buffer
		e := json.NewEncoder(&line)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		return string(bytes.TrimSpace(line.Bytes()))
	}
	b.WriteString("{\"cases\": [\n")
	for i, c := range table.Cases {
		p := begin(t, &c)
		for _, step := range c.Steps {
			p.Do(step.Event)
		}
		b.WriteString("{\"name\": " + one(c.Name) + ",\n \"terms\": " + one(raw.Cases[i].Terms) + ",\n \"steps\": [\n")
		for k, step := range raw.Cases[i].Steps {
			b.WriteString("  " + one(step))
			if k < len(raw.Cases[i].Steps)-1 {
				b.WriteString(",")
			}
			b.WriteString("\n")
		}
		b.WriteString(" ],\n \"expect\": " + one(playtest.Found(t, p.state, p.since)) + "}")
		if i < len(table.Cases)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n\n")
	}
	b.WriteString("], \"marks\": [\n")
	for i, m := range raw.Marks {
		b.WriteString(" " + one(m))
		if i < len(raw.Marks)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	b.WriteString("]}\n")
	if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

var proofs = map[string]judge.Proof{"": judge.Open, "lost": judge.Lost, "drawn": judge.Drawn, "won": judge.Won}

func TestMarkCases(t *testing.T) {
	for _, m := range playtest.Load(t).Marks {
		value := func(v playtest.Value) judge.Value { return judge.Value{Estimate: v.Estimate, Proof: proofs[v.Proof]} }
		best := value(m.Best)
		best.Curve = judge.People(judge.Course{0, 1, 0}) // the table is that of a full board
		loss, mark := judge.Move(best, value(m.Played))
		if math.Abs(loss-m.Loss) > 0.0006 || mark.Sign() != m.Mark {
			t.Errorf("%s: lost %.3f, marked %q, want %.3f and %q", m.Name, loss, mark.Sign(), m.Loss, m.Mark)
		}
	}
}
