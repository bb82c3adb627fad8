package report_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"math"
	"strings"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/report"
	"cairn.example/match"
)

// played is a short match with a test, and its results.
func played(t *testing.T) (*match.Match, []match.Result) {
	t.Helper()
	m := &match.Match{
		Game: dvonn.Game, Pairs: 200, Openings: match.Openings{Kind: match.Full, Seed: "report"},
		SPRT: &match.SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05}, Patience: time.Minute,
	}
	for i, text := range []string{"greedy", "random?name=<b>&co"} {
		var err error
		if m.Specs[i], err = match.ParseSpec(text); err != nil {
			t.Fatal(err)
		}
	}
	var file bytes.Buffer
	store, _, err := match.OpenStore(&file, &file, m.Game, m.Header())
	if err != nil {
		t.Fatal(err)
	}
	if err := store.Begin(m.Game, m.Header()); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Run(context.Background(), store, nil); err != nil {
		t.Fatal(err)
	}
	return m, store.Results
}

func TestHTML(t *testing.T) {
	m, results := played(t)
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		var page bytes.Buffer
		if err := report.HTML(&page, c, m, results); err != nil {
			t.Fatal(err)
		}
		text := page.String()
		for _, want := range []string{`<html lang="` + l.Code + `">`, "<svg", "&lt;b&gt;&amp;co", "LLR", c.T("cli.report.points"), c.T("cli.match.reason.rules")} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the report lacks %q", l.Code, want)
			}
		}
		if strings.Contains(text, "<b>") {
			t.Errorf("%s: a name is taken for markup", l.Code)
		}
		for i, part := range strings.Split(text, "<svg")[1:] {
			drawing := "<svg" + part[:strings.Index(part, "</svg>")+6]
			if err := xml.Unmarshal([]byte(drawing), new(struct{})); err != nil {
				t.Errorf("%s: plot %d: %v", l.Code, i, err)
			}
			if strings.Contains(drawing, "NaN") || strings.Contains(drawing, "Inf") {
				t.Errorf("%s: plot %d has no numbers", l.Code, i)
			}
		}
	}
}

// A match that has not begun has a report too.
func TestNothingPlayed(t *testing.T) {
	m, _ := played(t)
	var page bytes.Buffer
	if err := report.HTML(&page, i18n.New("en"), m, nil); err != nil || !strings.Contains(page.String(), "</html>") {
		t.Errorf("%v", err)
	}
}

func TestTenths(t *testing.T) {
	for want, f := range map[string]float64{"12,3": 12.34, "-0,5": -0.5, "?": math.NaN()} {
		if got := report.Tenths(i18n.New("de"), f); got != want {
			t.Errorf("%v is written as %q, not %q", f, got, want)
		}
	}
}
