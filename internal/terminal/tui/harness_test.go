package tui

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// harness runs an app without a terminal: messages are answered at once, and those
// wanted later wait until the test sends them.
type harness struct {
	t     *testing.T
	a     *app
	now   time.Time
	later []later
	quit  bool
}

type later struct {
	wait time.Duration
	msg  tea.Msg
}

// fake are engines that always do the same.
type fake struct {
	names []string
	block chan struct{} // where set, an opponent answers only when it is closed

	blockAnalysis chan struct{} // where set, the analyst does

	clocks []play.Clocks // that opponents were given
	value  int           // of the best move, in place of 85 where not 0
}

func (f *fake) Opponents(game.Game) []string {
	return []string{"random", "greedy", "level1", "level2", "level3", "level10"}
}

func (f *fake) Levels() []string { return []string{"level1", "level2", "level3"} }

func (f *fake) Opponent(g game.Game, name, seed string) (Opponent, error) {
	if name == "nobody" {
		return nil, fmt.Errorf("no player is called %q", name)
	}
	f.names = append(f.names, name)
	return f, nil
}

// Choose plays the move whose text comes first.
func (f *fake) Choose(ctx context.Context, p game.Position, clocks play.Clocks) (game.Move, error) {
	f.clocks = append(f.clocks, clocks)
	if f.block != nil {
		select {
		case <-f.block:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	return sorted(p)[0], nil
}

func (f *fake) Analyst(game.Game) (Analyst, error) { return f, nil }

// Analyze tells the first moves in the order of their texts.
func (f *fake) Analyze(ctx context.Context, p game.Position, n int, _ Budget, tell func([]Line)) error {
	if f.blockAnalysis != nil {
		select {
		case <-f.blockAnalysis:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	best := 85
	if f.value != 0 {
		best = f.value
	}
	var lines []Line
	for i, m := range sorted(p) {
		if i == n {
			break
		}
		next := p.Copy()
		next.PlayUnchecked(m)
		pv := []game.Move{m}
		if replies := sorted(next); len(replies) > 0 {
			pv = append(pv, replies[0])
		}
		lines = append(lines, Line{Moves: pv, Score: Score{Points: best - 40*i}, Depth: 8, Speed: 250000})
	}
	tell(lines)
	return nil
}

func sorted(p game.Position) []game.Move {
	moves := p.Moves(nil)
	g := p.Game()
	sort.Slice(moves, func(i, j int) bool { return g.MoveText(moves[i]) < g.MoveText(moves[j]) })
	return moves
}

// disk writes games in our own format.
type disk struct{}

func (disk) Save(name string, s *local.Session, replace bool) ([]string, error) {
	flag := os.O_EXCL
	if replace {
		flag = os.O_TRUNC
	}
	f, err := os.OpenFile(name, flag|os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = record.Cairn{}.Write(f, s.Record())
	return nil, err
}

// catalogs are the texts of each language, read once: that takes longer than most tests.
var catalogs sync.Map

// catalogOf returns the texts of a language; what they lack is reported to each test apart.
func catalogOf(code string) *i18n.Catalog {
	c, ok := catalogs.Load(code)
	if !ok {
		c, _ = catalogs.LoadOrStore(code, i18n.New(code))
	}
	own := *c.(*i18n.Catalog)
	return &own
}

// withoutRaceDetector skips a test that draws and presses keys in one goroutine, many
// times over, in a run under the race detector: the same test runs without it.
func withoutRaceDetector(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("has one goroutine; it runs without the race detector")
	}
}

// newHarness starts an app; what options leave out is made up.
func newHarness(t *testing.T, o Options) *harness {
	t.Helper()
	r := &harness{t: t, now: time.Date(2026, time.March, 4, 12, 0, 0, 0, time.UTC)}
	if o.Catalog == nil {
		o.Catalog = catalogOf("en")
	}
	o.Catalog.Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
	if o.Engines == nil {
		o.Engines = &fake{}
	}
	o.Files = disk{}
	o.Now = func() time.Time { return r.now }
	seeds := 0
	o.Seed = func() string { seeds++; return fmt.Sprintf("seed%d", seeds) }
	r.a = newApp(o)
	r.a.w, r.a.h = 80, 24
	r.a.after = func(d time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			r.later = append(r.later, later{d, msg})
			return nil
		}
	}
	r.run(r.a.Init())
	r.a.View()
	return r
}

// opened returns a harness with a game on the screen.
func opened(t *testing.T, id, seed string, o Options, setup Setup) *harness {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	if setup.Session == nil {
		setup.Session = clockedGame(t, g.Start(seed), play.Control{})
	}
	o.Open = &setup
	return newHarness(t, o)
}

// run carries a command out and sends what comes of it.
func (r *harness) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch m := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range m {
			r.run(c)
		}
	case tea.QuitMsg:
		r.quit = true
	default:
		r.send(m)
	}
}

// send gives the app a message, and draws as a terminal would.
func (r *harness) send(msgs ...tea.Msg) {
	r.t.Helper()
	for _, m := range msgs {
		_, cmd := r.a.Update(m)
		r.a.View()
		r.run(cmd)
	}
	r.a.View()
}

// press sends keys by their names; a text of several letters that is no key's
// name is typed.
func (r *harness) press(keys ...string) {
	r.t.Helper()
	for _, k := range keys {
		r.send(keyPress(k))
	}
}

func (r *harness) typeText(text string) {
	for _, c := range text {
		r.send(tea.KeyPressMsg{Code: c, Text: string(c)})
	}
}

var special = map[string]rune{
	"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
	"right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "f1": tea.KeyF1, "space": tea.KeySpace,
}

func keyPress(name string) tea.KeyPressMsg {
	var k tea.KeyPressMsg
	for {
		if rest, ok := strings.CutPrefix(name, "shift+"); ok {
			k.Mod |= tea.ModShift
			name = rest
			continue
		}
		if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
			k.Mod |= tea.ModCtrl
			name = rest
			continue
		}
		break
	}
	if code, ok := special[name]; ok {
		k.Code = code
		if name == "space" {
			k.Text = " "
		}
		return k
	}
	k.Code = []rune(name)[0]
	if k.Mod == 0 {
		k.Text = name
	}
	return k
}

func (r *harness) gameScreen() *gameScreen {
	r.t.Helper()
	gs := r.a.gameScreen()
	if gs == nil {
		r.t.Fatal("no game is on the screen")
	}
	return gs
}

func atHome(gs *gameScreen) *homeMode { return gs.mode.(*homeMode) }

func atTable(gs *gameScreen) *tableMode { return gs.mode.(*tableMode) }

func inPuzzle(gs *gameScreen) *puzzleMode { return gs.mode.(*puzzleMode) }

// offers reports whether the menu has an entry with the text of a key.
func (r *harness) offers(text string) bool {
	r.t.Helper()
	gs := r.gameScreen()
	return slices.ContainsFunc(gs.menu().items, func(it item) bool { return it.text == i18n.Capital(gs.t(text)) })
}

// text returns the screen, guests without the mark that tells them apart (see TestGuestsToldApart).
func (r *harness) text() string { return guestMark.ReplaceAllString(r.a.draw().plainText(), "") }

var guestMark = regexp.MustCompile(` ·\d\d`)

// sees fails the test unless the screen shows a text, or would if it were wide
// enough not to break it.
func (r *harness) sees(text string) {
	r.t.Helper()
	shown := r.text()
	if strings.Contains(shown, text) {
		return
	}
	w, h := r.a.w, r.a.h
	defer func() { r.a.w, r.a.h = w, h; r.a.View() }()
	r.a.w, r.a.h = 240, 60
	if !strings.Contains(r.text(), text) {
		r.t.Fatalf("the screen does not show %q:\n%s", text, shown)
	}
}

// at returns where a spot is on the screen.
func (r *harness) at(name string) (x, y int) {
	r.t.Helper()
	gs := r.gameScreen()
	s, ok := gs.game().Layout().Lookup(name)
	if !ok || gs.shown.grid == nil {
		r.t.Fatalf("no spot %s on the screen", name)
	}
	x, y = gs.shown.grid.Center(s)
	return x + gs.shown.x, y + gs.shown.y
}

func (r *harness) click(name string) {
	r.t.Helper()
	x, y := r.at(name)
	r.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// wait sends what was wanted later, that of at most d.
func (r *harness) wait(d time.Duration) {
	r.now = r.now.Add(d)
	list := r.later
	r.later = nil
	for _, l := range list {
		if l.wait <= d {
			r.send(l.msg)
		} else {
			r.later = append(r.later, later{l.wait - d, l.msg})
		}
	}
}

// size sets the size of the terminal.
func (r *harness) size(w, h int) { r.send(tea.WindowSizeMsg{Width: w, Height: h}) }

var trueColor = Options{Depth: draw.TrueColor, Theme: draw.Dark()}

// clockedGame begins a game at home with a clock.
func clockedGame(t *testing.T, start game.Position, c play.Control) *local.Session {
	t.Helper()
	s, err := local.Begin(play.Casual(start, c))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// plainText returns the screen without colors, lines without trailing blanks.
func (c *canvas) plainText() string {
	var out strings.Builder
	for y := range c.Height {
		var row strings.Builder
		for x := range c.Width {
			if r := c.At(x, y).Rune; r != 0 {
				row.WriteRune(r)
			}
		}
		out.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return out.String()
}
