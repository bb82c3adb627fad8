package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// After DVONN's placing White moves twice in a row: the columns of the move list
// stay those of White and Black all the same.
func TestMoveListColumns(t *testing.T) {
	r := played(t, "dvonn", 60, trueColor, Setup{})
	tab := r.gameScreen()
	rows := moveRows(tab.steps)
	if len(rows) != 31 {
		t.Fatalf("%d rows for 60 plies", len(rows))
	}
	next := 0
	for n, row := range rows {
		for side, i := range row {
			if i < 0 {
				if n != 24 && n != len(rows)-1 || side != 1 {
					t.Errorf("row %d has no ply of side %d", n+1, side)
				}
				continue
			}
			if i != next || tab.steps[i].Before.Side() != game.Side(side) {
				t.Errorf("row %d, side %d: ply %d, want %d of that side", n+1, side, i, next)
			}
			next++
		}
	}
	text := tab.game().MoveText(tab.steps[48].Move)
	r.size(140, 45)
	for _, l := range strings.Split(r.text(), "\n") {
		if strings.Contains(l, " 25. ") && !strings.HasSuffix(l, " 25. "+text) {
			t.Errorf("the row of the last placing is %q, want %s alone", l, text)
		}
	}
}

// A terminal in which nothing fits names the way to play that always does, in every
// language: one too small for any screen, and one too small for the board.
func TestTooSmallNamesAnotherWay(t *testing.T) {
	for _, lang := range i18n.Languages() {
		o := trueColor
		o.Catalog = catalogOf(lang.Code)
		r := played(t, "dvonn", 2, o, Setup{})
		for _, size := range [][2]int{{30, 10}, {40, 16}} {
			r.size(size[0], size[1])
			if !strings.Contains(r.text(), "--plain") {
				t.Errorf("%s, %d by %d: --plain is not named:\n%s", lang.Code, size[0], size[1], r.text())
			}
		}
	}
}

// 60 by 20 shows whose colors are claimed, what is captured, the counts and the
// buttons to claim, in every language.
func TestSmallTerminalShowsClaims(t *testing.T) {
	for _, lang := range i18n.Languages() {
		o := trueColor
		o.Catalog = catalogOf(lang.Code)
		r := playedWithClock(t, "lyngk", 8, o, Setup{}, play.Control{Kind: play.Fischer, Base: 90 * time.Minute, Increment: time.Second})
		r.size(60, 20)
		tab := r.gameScreen()
		tab.clearMessages()
		r.a.flaw = func(x, y int, text, what string) { t.Errorf("%s: at %d, %d %q %s", lang.Code, x, y, text, what) }
		text := r.text()
		r.a.flaw = nil
		c := tab.pos().(game.Claimer)
		for _, s := range []game.Side{game.First, game.Second} {
			for _, p := range c.Claims(s) {
				q := tab.style.Piece(p)
				if !strings.Contains(text, string(q.Glyph)+string(rune(q.Letter))) {
					t.Errorf("%s: %s is not shown as claimed:\n%s", lang.Code, q.Name, text)
				}
			}
		}
		for _, want := range []string{"5▸", "4▸", "1:30:03"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %s on the screen:\n%s", lang.Code, want, text)
			}
		}
	}
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	r.size(60, 20)
	tab := r.gameScreen()
	tab.clearMessages()
	r.a.View()
	for i, p := range tab.claimable() {
		at := slices.IndexFunc(r.a.frame.clickAreas, func(h clickArea) bool { return h.does == pressMsg(strconv.Itoa(i+1)) })
		if at < 0 {
			t.Fatalf("color %d has no button:\n%s", i+1, r.text())
		}
		h := r.a.frame.clickAreas[at]
		r.send(tea.MouseClickMsg{X: h.X0, Y: h.Y0, Button: tea.MouseLeft})
		if tab.choice.claim != p {
			t.Errorf("button %d claims %c, want %c", i+1, tab.choice.claim, p)
		}
	}
}

// The result of a game stands on the screen once, at a table as at home, and what is said
// after it stands beside it.
func TestResultStandsOnce(t *testing.T) {
	p := newPeople(t)
	anna, bob, eve, _ := sat(t, p, api.Options{Game: "lyngk", Control: "300+3", Takeback: true, Public: true}, nil)
	anna.command("resign")
	anna.press("up", "enter")
	home := opened(t, "lyngk", "demo", trueColor, Setup{})
	home.press(":")
	home.typeText("resign")
	home.press("enter", "up", "enter")
	all := map[string]*harness{"at home": home}
	for name, h := range map[string]*atServer{"at a table": anna, "opposite": bob, "watching": eve} {
		h.shows("resigned.")
		all[name] = h.harness
	}
	for name, h := range all {
		for _, size := range [][2]int{{40, 20}, {48, 26}, {60, 24}, {80, 24}, {80, 40}, {200, 60}} {
			h.size(size[0], size[1])
			gs := h.gameScreen()
			gs.clearMessages()
			gs.tell(strong, gs.result())
			if text := h.text(); strings.Count(text, "resigned.") != 1 {
				t.Errorf("%s, %v: the result stands %d times:\n%s", name, size, strings.Count(text, "resigned."), text)
			}
			gs.tell(plain, "Good game")
			if text := h.text(); !strings.Contains(text, "resigned.") || !strings.Contains(text, "Good game") {
				t.Errorf("%s, %v: something is missing:\n%s", name, size, text)
			}
		}
	}
}

// In a window of 40 columns the start screen shows every choice whole that fits beside its
// label.
func TestChoicesAreWholeInSmallTerminal(t *testing.T) {
	for _, lang := range i18n.Languages() {
		o := trueColor
		o.Catalog = catalogOf(lang.Code)
		r := newHarness(t, o)
		r.size(40, 20)
		text := r.text()
		for _, f := range r.a.screens[0].(*startScreen).fields {
			if f.do != nil || f.text != nil || f.visible != nil && !f.visible() {
				continue
			}
			value := f.values[f.at].text
			if width(f.label)+width(value)+12 <= 40 && !strings.Contains(text, "‹ "+value+" ›") {
				t.Errorf("%s: %s, %q is cut:\n%s", lang.Code, f.label, value, text)
			}
		}
	}
}

// Of a long message the beginning is seen, and all of it where there is room.
func TestLongMessages(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		for _, id := range []string{"lyngk", "dvonn"} {
			r := opened(t, id, "demo", trueColor, Setup{})
			r.size(size[0], size[1])
			tab := r.gameScreen()
			tab.clearMessages()
			tab.warn("older words that may go")
			var words []string
			for i := range 40 {
				words = append(words, fmt.Sprintf("word%d", i))
			}
			tab.warn(strings.Join(words, " "))
			text := r.text()
			if !strings.Contains(text, "word0 word1") {
				t.Errorf("%s, %v: the beginning is lost:\n%s", id, size, text)
			}
			if !strings.Contains(text, "word39") && !strings.Contains(text, "…") {
				t.Errorf("%s, %v: nothing says that the end is missing:\n%s", id, size, text)
			}
			for _, s := range tab.game().Layout().Spots { // the board is not covered
				x, y := tab.shown.grid.Center(s)
				if got, want := r.a.draw().At(x+tab.shown.x, y+tab.shown.y).Rune, tab.shown.grid.At(x, y).Rune; got != want {
					t.Fatalf("%s, %v: the message covers %s", id, size, tab.game().Layout().Names[s])
				}
			}
		}
	}
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	r.size(60, 20) // the first words fit there in three lines
	for _, part := range []string{"Arrow keys", "explains all keys."} {
		if !strings.Contains(r.text(), part) {
			t.Errorf("%q is not seen:\n%s", part, r.text())
		}
	}
}

// Large terminals are filled by the board.
func TestLargeTerminal(t *testing.T) {
	for _, id := range []string{"lyngk", "lyngk6", "dvonn"} {
		r := played(t, id, 60, trueColor, Setup{})
		r.size(200, 60)
		g := r.gameScreen().shown.grid
		if g.Size != draw.Huge {
			t.Errorf("%s: size %d in 200 by 60", id, g.Size)
		}
		empty := 0
		for _, l := range strings.Split(r.text(), "\n") {
			if strings.TrimSpace(l) == "" {
				empty++
			}
		}
		if empty > 18 {
			t.Errorf("%s: %d of 60 lines are empty", id, empty)
		}
	}
}

// A key that plays the hint before there is one plays it when it comes; Esc calls
// that off.
func TestHintPlayedWhenItComes(t *testing.T) {
	for _, keys := range [][]string{{"."}, {".", "esc"}} {
		f := &fake{blockAnalysis: make(chan struct{})}
		o := trueColor
		o.Engines = f
		r := opened(t, "lyngk", "demo", o, Setup{})
		tab := r.gameScreen()
		best := tab.game().MoveText(sorted(tab.pos())[0])
		_, cmd := r.a.Update(keyPress("t"))
		for _, k := range keys {
			r.press(k)
		}
		if got := moves(tab); len(got) != 0 {
			t.Fatalf("moves %v before the hint", got)
		}
		close(f.blockAnalysis)
		r.run(cmd)
		if keys[len(keys)-1] == "esc" {
			want(t, moves(tab))
			if tab.engine.hint == nil {
				t.Error("the hint itself was called off")
			}
			continue
		}
		want(t, moves(tab), best)
	}
}

// Of three keys for which a narrow line has no room, the first and the last one stand there
// in full.
func TestNarrowKeyLine(t *testing.T) {
	const w = 34
	for _, lang := range i18n.Languages() {
		texts := catalogOf(lang.Code)
		list := []keyHint{{"⏎", texts.T("ui.table.sit"), nil}, {"q", texts.T("ui.lobby"), nil}, {"?", texts.T("ui.help"), nil}}
		c := newCanvas(w, 1, appearance{theme: draw.Dark()}, nil)
		c.keys(0, 0, w, list)
		shown := c.plainText()
		for _, k := range []keyHint{list[0], list[2]} {
			if !strings.Contains(shown, k.key+" "+k.text) {
				t.Errorf("%s: no %q in %q", lang.Code, k.key+" "+k.text, shown)
			}
		}
	}
}
