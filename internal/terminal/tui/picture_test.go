//go:build unix

package tui

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/players"
)

var pictures = flag.String("pictures", "", "take pictures of real screens and put them into this directory; needs chromium")

// TestPictures takes the pictures for the README: the program runs in a
// pseudo-terminal, keys are pressed, and what its terminal shows is painted.
// Without the flag it gets one screen as far as the page that is painted.
func TestPictures(t *testing.T) {
	withoutRaceDetector(t)
	var browser string
	if *pictures != "" {
		var err error
		if browser, err = exec.LookPath("chromium"); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(*pictures, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if *pictures != "" {
		text, err := json.MarshalIndent(looksNow(t), "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*pictures, "terminal.json"), append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, shot := range []struct {
		name  string
		w, h  int
		light bool
		depth int
		id    string
		plies int
		keys  []string
		sees  string
	}{
		{"terminal-lyngk", 140, 45, false, 3, "lyngk", 19, []string{"l"}, "to win:"},
		{"terminal-dvonn", 100, 30, true, 3, "dvonn", 61, nil, "cuts off"},
		{"check-lyngk-80x24", 80, 24, false, 3, "lyngk", 15, []string{"\t", "\r", "\t"}, "land"},
		{"check-lyngk-80x24-light", 80, 24, true, 3, "lyngk", 3, []string{"2"}, "Claiming"},
		{"check-lyngk-80x24-256", 80, 24, false, 2, "lyngk", 15, []string{"\t", "\r", "\t"}, "land"},
		{"check-lyngk-80x24-16", 80, 24, false, 1, "lyngk", 15, []string{"\t", "\r", "\t"}, "land"},
		{"check-lyngk-80x24-16-light", 80, 24, true, 1, "lyngk", 15, []string{"\t", "\r", "\t"}, "land"},
		{"check-lyngk-80x24-none", 80, 24, false, 0, "lyngk", 15, []string{"\t", "\r", "\t"}, "land"},
		{"check-lyngk-100x30", 100, 30, true, 3, "lyngk", 15, []string{"\t", "\r", "\t"}, "land"},
		{"check-lyngk6-140x45", 140, 45, false, 3, "lyngk6", 21, []string{"t"}, "Hint: "},
		{"check-dvonn-80x24", 80, 24, false, 3, "dvonn", 63, []string{"\t", "\r", "\t"}, "land"},
		{"check-dvonn-80x24-16", 80, 24, false, 1, "dvonn", 63, []string{"\t", "\r", "\t"}, "land"},
		{"check-dvonn-80x24-none", 80, 24, false, 0, "dvonn", 63, []string{"\t", "\r", "\t"}, "land"},
		{"check-dvonn-140x45", 140, 45, false, 3, "dvonn", 63, []string{"x"}, "depth"},
		{"check-dvonn-placing", 100, 30, false, 3, "dvonn", 21, nil, "Place"},
		{"check-menu", 80, 24, true, 3, "lyngk", 9, []string{"m"}, "Menu"},
		{"check-narrow", 50, 40, false, 3, "lyngk", 9, []string{"\t", "\r", "\t"}, "land"},
	} {
		// The README's pictures alone, unless all are asked for by name.
		if strings.HasPrefix(shot.name, "check-") && os.Getenv("CAIRN_PICTURES") != "all" {
			continue
		}
		if browser == "" && shot.name != "terminal-dvonn" {
			continue
		}
		t.Run(shot.name, func(t *testing.T) {
			if shot.sees == "cuts off" {
				shot.plies = firstCut(t, shot.id, "readme", shot.plies)
			}
			theme := "dark"
			if shot.light {
				theme = "light"
			}
			p := inTerminal(t, shot.w, shot.h, "CAIRN_GAME="+shot.id, "CAIRN_SEED=readme", "CAIRN_THEME="+theme,
				"CAIRN_DEPTH="+strconv.Itoa(shot.depth), "CAIRN_MOVES="+goodMoves(t, shot.id, "readme", shot.plies))
			p.plies(shot.plies)
			for _, k := range shot.keys {
				p.send(k)
			}
			if strings.HasPrefix(shot.name, "terminal-") {
				p.pose(shot.id, "readme", shot.plies)
			}
			p.sees(shot.sees)
			if shot.name == "terminal-lyngk" || strings.HasSuffix(shot.name, "140x45") {
				p.until("a judgement", func(s string) bool { return !strings.Contains(s, "Looking for") && !strings.Contains(s, "Move ") })
			}
			for before := int64(-1); before != p.bytes.Load(); time.Sleep(300 * time.Millisecond) {
				before = p.bytes.Load() // until the screen stands still
				if strings.Contains(p.vt.text(), "depth") {
					break // the engine never does
				}
			}
			page := filepath.Join(t.TempDir(), "screen.html")
			text, w, h := p.vt.picture(shot.light)
			if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if browser == "" {
				if !strings.Contains(text, "<") || w == 0 || h == 0 {
					t.Errorf("a page of %d by %d:\n%s", w, h, text)
				}
				return
			}
			out, err := exec.Command(browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
				"--screenshot="+filepath.Join(*pictures, shot.name+".png"), fmt.Sprintf("--window-size=%d,%d", w, h), "file://"+page).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		})
	}
}

// looks are the golden screens that change whenever a picture of docs/pictures
// would: rewriting one of them fails the test for old pictures.
var looks = map[string]string{"terminal-lyngk": "analysis.true.txt", "terminal-dvonn": "dvonn-forecast.true.txt"}

// looksNow returns the hash of each of them.
func looksNow(t *testing.T) map[string]string {
	now := map[string]string{}
	for picture, screen := range looks {
		text, err := os.ReadFile(filepath.Join("testdata", "golden", screen))
		if err != nil {
			t.Fatal(err)
		}
		now[picture] = fmt.Sprintf("%x", sha256.Sum256(text))[:16]
	}
	return now
}

// TestPicturesAreNew compares the looks with those noted when the pictures were
// taken. The pictures of the page have a test of their own, in a browser.
func TestPicturesAreNew(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "pictures", "terminal.json"))
	if err != nil {
		t.Fatal(err)
	}
	var taken map[string]string
	if err := json.Unmarshal(text, &taken); err != nil {
		t.Fatal(err)
	}
	for picture, look := range looksNow(t) {
		if taken[picture] != look {
			t.Errorf("docs/pictures/%s.png is older than what it shows: make pictures takes it anew", picture)
		}
	}
}

// pose takes up a stack and holds it over a target that there is something to
// see of: one that cuts much off, or lies beyond points and makes a high stack.
func (p *terminal) pose(id, seed string, plies int) {
	s := Setup{Session: playedTexts(p.t, id, seed, goodMoves(p.t, id, seed, plies))}
	p.mirror(s)
	tab := p.twin.gameScreen()
	var best game.Parts
	value := -1
	for _, m := range sorted(tab.pos()) {
		parts := tab.game().Parts(m)
		v := len(tab.pos().Stack(parts.From, tab.pos().Stack(parts.To, nil)))
		if f, ok := forecastOf(tab.pos(), m); ok {
			v += 10 * len(f.spots)
		}
		if r, ok := tab.pos().(game.Router); ok {
			v += 3 * (len(r.Route(m)) - 2)
		}
		if v > value && parts.Claim == 0 {
			best, value = parts, v
		}
	}
	names := &tab.game().Layout().Names
	x, y := p.twin.at(names[best.From])
	p.click(x, y)
	x, y = p.twin.at(names[best.To])
	p.send(fmt.Sprintf("\x1b[<35;%d;%dM", x+1, y+1))
	p.sees(names[best.To] + " s")
}

// firstCut returns the first number of plies, from a given one on, after which a
// move cuts several stacks off.
func firstCut(t *testing.T, id, seed string, plies int) int {
	texts := strings.Fields(goodMoves(t, id, seed, 200))
	for ; plies < len(texts); plies++ {
		s := playedTexts(t, id, seed, strings.Join(texts[:plies], " "))
		for _, m := range s.Position().Moves(nil) {
			if f, ok := forecastOf(s.Position(), m); ok && len(f.spots) > 2 {
				return plies
			}
		}
	}
	t.Fatal("nothing is cut off")
	return 0
}

func playedTexts(t *testing.T, id, seed, texts string) *local.Session {
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	s := local.New(g.Start(seed))
	for _, text := range strings.Fields(texts) {
		m, err := s.Position().ParseMove(text)
		if err == nil {
			err = s.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// goodMoves plays a game between two equal players for some plies.
func goodMoves(t *testing.T, id, seed string, plies int) string {
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	player, err := players.New(g, "level5", players.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	s := local.New(g.Start(seed))
	var texts []string
	for s.Ply() < plies && s.Outcome() == game.Ongoing {
		r, err := player.Choose(context.Background(), s.Position(), engine.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, g.MoveText(r.Move))
		if err := s.Play(r.Move); err != nil {
			t.Fatal(err)
		}
	}
	return strings.Join(texts, " ")
}

// picture paints the screen as a page, and returns its size.
func (v *vt) picture(light bool) (page string, width, height int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	const cw, ch, edge = 9, 19, 10
	ink, paper := "#e4e2dc", "#101214"
	if light {
		ink, paper = "#1d1f21", "#ffffff"
	}
	width, height = v.w*cw+2*edge, v.h*ch+2*edge
	var b strings.Builder
	fmt.Fprintf(&b, `<html><meta charset="utf-8"><body style="margin:0"><svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">`, width, height)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/><g transform="translate(%d %d)" font-family="DejaVu Sans Mono" font-size="15px">`, paper, edge, edge)
	for y, line := range v.cells {
		for x, c := range line {
			_, bg := c.paint(ink, paper)
			if bg != paper {
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x*cw, y*ch, cw, ch, bg)
			}
		}
	}
	for y, line := range v.cells {
		for x, c := range line {
			fg, _ := c.paint(ink, paper)
			if c.r == ' ' || c.r == 0 {
				continue
			}
			if top, high, block := blockOf(c.r, ch); block {
				fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`, x*cw, y*ch+top, cw, high, fg)
				continue
			}
			style := ""
			if strings.Contains(c.attr, "b") {
				style += ` font-weight="bold"`
			}
			if strings.Contains(c.attr, "u") {
				style += ` text-decoration="underline"`
			}
			if strings.Contains(c.attr, "f") {
				style += ` opacity="0.6"`
			}
			fmt.Fprintf(&b, `<text x="%d" y="%d" fill="%s"%s>%s</text>`, x*cw, y*ch+14, fg, style, html.EscapeString(string(c.r)))
		}
	}
	b.WriteString(`</g></svg></body></html>`)
	return b.String(), width, height
}

// blockOf returns the part of a cell that a block element fills, which fonts draw
// a little too small.
func blockOf(r rune, ch int) (top, high int, block bool) {
	switch {
	case r == '▀':
		return 0, ch / 2, true
	case r >= '▁' && r <= '█':
		high = ch * int(r-'▁'+1) / 8
		return ch - high, high, true
	}
	return 0, 0, false
}

// paint returns the colors of a cell as they are seen.
func (c vtCell) paint(ink, paper string) (fg, bg string) {
	fg, bg = named(c.fg, ink), named(c.bg, paper)
	if strings.Contains(c.attr, "r") {
		fg, bg = bg, fg
	}
	return fg, bg
}

// named turns a color's number into what a common terminal shows.
func named(color, none string) string {
	if color == "" || color[0] == '#' {
		if color == "" {
			return none
		}
		return color
	}
	n, _ := strconv.Atoi(color)
	basic := []string{
		"#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
		"#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
	}
	levels := []int{0, 95, 135, 175, 215, 255}
	switch {
	case n < 16:
		return basic[n]
	case n < 232:
		return fmt.Sprintf("#%02x%02x%02x", levels[(n-16)/36], levels[(n-16)/6%6], levels[(n-16)%6])
	}
	v := 8 + 10*(n-232)
	return fmt.Sprintf("#%02x%02x%02x", v, v, v)
}
