package tui

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

var every = flag.Bool("every", false, "look at every size of the terminal, not at some")

// crowded are states, besides those of the golden screens, with much to show.
var crowded = []screenCase{
	{name: "lyngk-analysis", make: func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk", 8, o, Setup{Analysis: true})
		r.press("w", "1")
		return r
	}},
	{name: "lyngk6-analysis", make: func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk6", 5, o, Setup{Analysis: true})
		r.press("w", "[", "u", "enter", "tab")
		return r
	}},
	{name: "dvonn-clock", make: func(t *testing.T, o Options) *harness {
		r := playedWithClock(t, "dvonn", 60, o, Setup{Players: [2]string{"", "level10"}}, play.Control{Kind: play.Fischer, Base: 90 * time.Minute, Increment: time.Second})
		r.press("t")
		return r
	}},
	{name: "lyngk-clock", make: func(t *testing.T, o Options) *harness {
		r := playedWithClock(t, "lyngk", 10, o, Setup{Players: [2]string{"", "level10"}}, play.Control{Kind: play.Fischer, Base: 90 * time.Minute, Increment: time.Second})
		r.press("l", "t")
		return r
	}},
	{name: "dvonn-end", make: func(t *testing.T, o Options) *harness { return played(t, "dvonn", 1000, o, Setup{}) }},
	{name: "open", make: func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk", 4, o, Setup{})
		r.a.push(&filePicker{app: r.a, dir: "/games", list: []entry{{name: "one.cairn", path: "/games/one.cairn", first: true}}})
		return r
	}},
	{name: "leave", make: func(t *testing.T, o Options) *harness {
		r := newHarness(t, o)
		r.press("esc")
		return r
	}},
}

// From 80 by 24 to 200 by 60, in every language, no text is cut short, leaves
// the screen or covers another.
func TestNothingIsCut(t *testing.T) {
	withoutRaceDetector(t)
	across, down := 40, 12
	switch {
	case *every:
		across, down = 1, 1
	case os.Getenv("SWEEP") == "full": // make test-all
		across, down = 11, 4
	case testing.Short():
		across, down = 120, 36 // the corners
	}
	for _, lang := range i18n.Languages() {
		if testing.Short() && lang.Code != "de" && lang.Code != "pl" { // where texts are longest
			continue
		}
		for _, sc := range append(screenCases, crowded...) {
			t.Run(lang.Code+"-"+sc.name, func(t *testing.T) {
				o := trueColor
				o.Catalog = catalogOf(lang.Code)
				r := sc.make(t, o)
				told := map[string]bool{}
				r.a.flaw = func(x, y int, text, what string) {
					flaw := fmt.Sprintf("%q %s", text, what)
					if !told[flaw] {
						t.Errorf("%d by %d: at %d, %d %s", r.a.w, r.a.h, x, y, flaw)
					}
					told[flaw] = true
				}
				for w := 80; w <= 200; w += across {
					for h := 24; h <= 60; h += down {
						r.a.w, r.a.h = w, h
						r.a.draw()
					}
				}
			})
		}
	}
}
