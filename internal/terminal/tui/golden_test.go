package tui

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
)

var update = flag.Bool("update", false, "write the golden screens anew")

// screenCase is a state of the program.
type screenCase struct {
	name string
	make func(*testing.T, Options) *harness
	// colors asks for the screen in every depth, not as plain text alone.
	colors bool
}

// screenCases are the states that the golden screens show.
var screenCases = []screenCase{
	{"start", func(t *testing.T, o Options) *harness {
		o.SavedGames = NewSavedGames(t.TempDir())
		r := opened(t, "lyngk", "demo", o, Setup{Players: [2]string{"", "level2"}})
		r.press("enter", "tab", "enter")
		r.press("q")
		for _, s := range r.a.screens {
			if s, ok := s.(*startScreen); ok {
				for i := range s.saved {
					s.saved[i].Time = time.Date(2026, time.March, 4, 12, 0, 0, 0, time.Local)
				}
			}
		}
		return r
	}, true},
	{"lyngk-claim", func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk", 3, o, Setup{})
		r.press("2")
		return r
	}, true},
	{"lyngk-target", func(t *testing.T, o Options) *harness {
		r := playedWithClock(t, "lyngk", 14, o, Setup{}, play.Control{Kind: play.Fischer, Base: 5 * time.Minute, Increment: 3 * time.Second})
		r.press("tab", "enter", "tab")
		return r
	}, false},
	{"lyngk-why", func(t *testing.T, o Options) *harness {
		r := opened(t, "lyngk", "demo", o, Setup{})
		r.typeText("e4-c1")
		r.press("enter")
		return r
	}, false},
	{"lyngk-end", func(t *testing.T, o Options) *harness { return played(t, "lyngk", 1000, o, Setup{}) }, false},
	{"lyngk6-hint", func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk6", 4, o, Setup{Players: [2]string{"", "level3"}})
		r.press("t")
		return r
	}, false},
	{"dvonn-placing", func(t *testing.T, o Options) *harness { return played(t, "dvonn", 20, o, Setup{}) }, false},
	{"dvonn-forecast", func(t *testing.T, o Options) *harness {
		for plies := 58; plies < 90; plies++ {
			r := played(t, "dvonn", plies, o, Setup{})
			tab := r.gameScreen()
			for _, m := range sorted(tab.pos()) {
				if f, ok := forecastOf(tab.pos(), m); ok && len(f.spots) > 1 {
					p := tab.game().Parts(m)
					tab.choice.path, tab.focus = []game.Spot{p.From}, p.To
					return r
				}
			}
		}
		t.Fatal("nothing is ever cut off")
		return nil
	}, true},
	{"analysis", func(t *testing.T, o Options) *harness {
		r := played(t, "dvonn", 66, o, Setup{Analysis: true})
		r.press("w", "[", "[", "u", "2")
		return r
	}, true},
	{"menu", func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk", 4, o, Setup{})
		r.press("m", "down")
		return r
	}, false},
	{"help", func(t *testing.T, o Options) *harness {
		r := opened(t, "dvonn", "", o, Setup{})
		r.press("?")
		return r
	}, false},
	{"saving", func(t *testing.T, o Options) *harness {
		r := played(t, "lyngk", 4, o, Setup{})
		r.press("s", "tab")
		return r
	}, false},
}

// played returns a harness with a game some plies old; the moves are the first ones
// of a shuffled list, so that the positions look like ones that happen.
func played(t *testing.T, id string, plies int, o Options, setup Setup) *harness {
	t.Helper()
	return playedWithClock(t, id, plies, o, setup, play.Control{})
}

func playedWithClock(t *testing.T, id string, plies int, o Options, setup Setup, c play.Control) *harness {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	s := clockedGame(t, g.Start("golden"), c)
	for s.Ply() < plies && s.Outcome() == game.Ongoing {
		if err := s.Play(sensible(s)); err != nil {
			t.Fatal(err)
		}
	}
	setup.Session = s
	return opened(t, id, "", o, setup)
}

// sensible is the move after which the count is best for the mover; of equal
// ones that by a fixed shuffle.
func sensible(s *local.Session) game.Move {
	best, value := game.Move(0), -1<<30
	for i, m := range sorted(s.Position()) {
		next := s.Position().Copy()
		next.PlayUnchecked(m)
		v := 0
		for _, c := range next.(game.Scorer).Standing(s.Position().Side()) {
			v = 32*v + c.N
		}
		v = 1000*v + (i*7919+s.Ply()*104729)%1000
		if v > value {
			best, value = m, v
		}
	}
	return best
}

var sizes = [][2]int{{80, 24}, {100, 30}, {140, 45}}

var depths = []struct {
	name  string
	depth draw.Depth
}{{"none", draw.NoColor}, {"16", draw.Colors16}, {"256", draw.Colors256}, {"true", draw.TrueColor}}

func TestGoldenScreens(t *testing.T) {
	withoutRaceDetector(t)
	for _, sc := range screenCases {
		for _, d := range depths {
			if !sc.colors && d.depth != draw.NoColor && d.depth != draw.TrueColor {
				continue
			}
			t.Run(sc.name+"-"+d.name, func(t *testing.T) {
				r := sc.make(t, Options{Depth: d.depth, Theme: draw.Dark()})
				var out bytes.Buffer
				for _, size := range sizes {
					r.size(size[0], size[1])
					c := r.a.draw()
					fmt.Fprintf(&out, "== %d by %d\n", size[0], size[1])
					if sc.colors && d.depth != draw.NoColor {
						out.WriteString(strings.ReplaceAll(new(encoder).encode(c), "\x1b", "^") + "\n")
					} else {
						out.WriteString(c.plainText())
					}
				}
				golden(t, sc.name+"."+d.name+".txt", out.Bytes())
			})
		}
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs; if that is meant, run go test ./internal/terminal/tui -update\n%s", name, firstDifference(got, want))
	}
}

// firstDifference shows the first lines that are not the same.
func firstDifference(got, want []byte) string {
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			other := ""
			if i < len(w) {
				other = w[i]
			}
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], other)
		}
	}
	return "the end is missing"
}

// No screen overflows, whatever the size, nor fails.
func TestEverySizeIsFull(t *testing.T) {
	withoutRaceDetector(t)
	step := 1
	if testing.Short() {
		step = 3
	}
	for _, sc := range screenCases {
		r := sc.make(t, Options{Depth: draw.TrueColor, Theme: draw.Light()})
		for w := 1; w < 200; w += 23 * step {
			for h := 1; h < 70; h += 11 * step {
				r.size(w, h)
				text := new(encoder).encode(r.a.draw())
				if n := strings.Count(text, "\n"); n != h-1 {
					t.Fatalf("%s: %d lines in %d by %d", sc.name, n+1, w, h)
				}
				for _, l := range strings.Split(r.text(), "\n") {
					if width(l) > w {
						t.Fatalf("%s: a line of %d columns in %d by %d", sc.name, width(l), w, h)
					}
				}
				r.send(tea.MouseMotionMsg{X: w / 2, Y: h / 2}, tea.MouseWheelMsg{X: 1, Y: 1, Button: tea.MouseWheelDown})
			}
		}
	}
}
