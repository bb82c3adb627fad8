package tui

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play/playtest"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

func moves(gs *gameScreen) []string {
	var list []string
	for _, s := range gs.session.Played() {
		list = append(list, gs.game().MoveText(s.Move))
	}
	return list
}

func want(t *testing.T, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Fatalf("moves %v, want %v", got, want)
	}
}

func TestKeysMouseAndTypingMove(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	tab := r.gameScreen()
	// By keys: the stack in the middle, then the first target in the list.
	r.press("enter", "tab", "enter")
	if n := len(moves(tab)); n != 1 {
		t.Fatalf("%d moves after keys", n)
	}
	// By mouse, with a claim picked on the panel by its key.
	r.press("3")
	if tab.choice.claim != 'R' {
		t.Fatalf("claim %q", tab.choice.claim)
	}
	m := sorted(tab.pos())
	var claimed game.Parts
	for _, x := range m {
		if p := tab.game().Parts(x); p.Claim == 'R' {
			claimed = p
			break
		}
	}
	names := &tab.game().Layout().Names
	r.click(names[claimed.From])
	r.click(names[claimed.To])
	if got := moves(tab); len(got) != 2 || !strings.HasPrefix(got[1], "R,") {
		t.Fatalf("moves %v after the mouse", got)
	}
	// Typed, with a mistake in between that is refused.
	r.typeText("c1-i1")
	r.press("enter")
	r.sees("c1-i1 isn’t allowed: ")
	next := tab.game().MoveText(sorted(tab.pos())[0])
	for _, c := range next { // a letter that is no move's would be a command
		r.press(string(c))
	}
	r.press("enter")
	if got := moves(tab); len(got) != 3 || got[2] != next {
		t.Fatalf("moves %v, want %s typed", got, next)
	}
}

func TestDrag(t *testing.T) {
	r := opened(t, "dvonn", "", trueColor, Setup{Session: local.New(full(t, "demo"))})
	tab := r.gameScreen()
	p := tab.game().Parts(sorted(tab.pos())[0])
	names := &tab.game().Layout().Names
	x, y := r.at(names[p.From])
	x2, y2 := r.at(names[p.To])
	r.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft},
		tea.MouseMotionMsg{X: (x + x2) / 2, Y: (y + y2) / 2, Button: tea.MouseLeft},
		tea.MouseReleaseMsg{X: x2, Y: y2, Button: tea.MouseLeft})
	if len(moves(tab)) != 1 {
		t.Fatal("a drag plays no move")
	}
	// Pressed on a stack and released beside the board: nothing.
	x, y = r.at(names[tab.game().Parts(sorted(tab.pos())[0]).From])
	r.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}, tea.MouseReleaseMsg{X: 0, Y: 23, Button: tea.MouseLeft})
	if len(moves(tab)) != 1 || len(tab.choice.path) != 0 {
		t.Fatal("a slip did something")
	}
	// The wheel looks back.
	r.send(tea.MouseWheelMsg{X: 5, Y: 5, Button: tea.MouseWheelUp})
	r.sees("Viewing move 0")
}

func full(t *testing.T, seed string) game.Position {
	for _, g := range games.All() {
		if f, ok := g.(game.FullStarter); ok {
			return f.StartFull(seed)
		}
	}
	t.Fatal("no game starts full")
	return nil
}

// All six directions can be walked, and every spot reached, with arrows.
func TestWalk(t *testing.T) {
	for _, id := range []string{"lyngk", "dvonn"} {
		for _, turned := range []bool{false, true} {
			r := opened(t, id, "x", trueColor, Setup{})
			r.size(100, 30)
			tab := r.gameScreen()
			tab.turned = turned
			r.a.View()
			l := tab.game().Layout()
			directions := map[int]bool{}
			reached := map[game.Spot]bool{tab.focus: true}
			for todo := []game.Spot{tab.focus}; len(todo) > 0; todo = todo[1:] {
				for name := range arrows {
					for _, shift := range []bool{false, true} {
						tab.focus = todo[0]
						tab.walk(arrows[name], shift)
						if tab.focus != todo[0] && !reached[tab.focus] {
							reached[tab.focus] = true
							todo = append(todo, tab.focus)
						}
						if d, n, ok := l.Direction(todo[0], tab.focus); ok && n == 1 {
							directions[d] = true
						}
					}
				}
			}
			if len(reached) != len(l.Spots) || len(directions) != 6 {
				t.Errorf("%s: arrows reach %d of %d spots in %d directions", id, len(reached), len(l.Spots), len(directions))
			}
		}
	}
}

func TestWhyNot(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	tab := r.gameScreen()
	for _, s := range tab.game().Layout().Spots {
		if tab.choice.top(s) == 'J' {
			r.click(tab.game().Layout().Names[s])
			r.sees("the joker on")
			if tab.why == nil || len(tab.marked(tab.mode.notes()).Marks.WhyNot) == 0 {
				t.Fatal("nothing on the board points at it")
			}
			return
		}
	}
}

// A second click on a refused target takes that stack up instead.
func TestSecondClickTakesUp(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	tab := r.gameScreen()
	r.press("enter")
	from := tab.choice.path[0]
	for _, s := range tab.game().Layout().Spots {
		if s != from && tab.choice.targets()&s.Bit() == 0 && tab.choice.origins(0)&s.Bit() != 0 {
			name := tab.game().Layout().Names[s]
			r.click(name)
			if tab.why == nil || tab.choice.path[0] != from {
				t.Fatalf("%s was not refused", name)
			}
			r.click(name)
			if tab.choice.from() != s {
				t.Fatalf("%s was not taken up", name)
			}
			r.press("esc")
			if len(tab.choice.path) != 0 {
				t.Fatal("Esc does not put the stack down")
			}
			return
		}
	}
	t.Fatal("every stack is a target")
}

func TestClaimLens(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	tab := r.gameScreen()
	r.press("3")
	l := game.EffectOfClaim(tab.pos(), 'R')
	with, without := 0, map[string]bool{}
	for _, m := range tab.pos().Moves(nil) {
		if p := tab.game().Parts(m); p.Claim == 0 {
			without[tab.game().MoveText(m)] = true
		}
	}
	for _, m := range tab.pos().Moves(nil) {
		if p := tab.game().Parts(m); p.Claim == 'R' && !without[strings.TrimPrefix(tab.game().MoveText(m), "R,")] {
			with++
		}
	}
	if l.Opened != with {
		t.Errorf("the lens says %d, there are %d", l.Opened, with)
	}
	r.sees("Claiming red opens")
	if tab.marked(tab.mode.notes()).Marks.Points != l.Freed {
		t.Error("what the claim opens is not lit")
	}
	r.press("3")
	if tab.choice.claim != 0 {
		t.Error("the same key does not take the claim back")
	}
}

// A move over points can be made hop by hop, and the record keeps the way.
func TestHopByHop(t *testing.T) {
	g, err := games.Lookup("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	for n := range 200 {
		s := local.New(g.Start("hop"))
		for k := 0; s.Outcome() == game.Ongoing; k++ {
			for _, m := range sorted(s.Position()) {
				route := s.Position().(game.Router).Route(m)
				if len(route) < 3 {
					continue
				}
				r := opened(t, "lyngk", "", trueColor, Setup{Session: s})
				tab := r.gameScreen()
				p := g.Parts(m)
				if p.Claim != 0 {
					tab.choice.claim = p.Claim
				}
				for i, at := range route[:len(route)-1] {
					r.click(g.Layout().Names[at])
					if len(tab.choice.path) != i+1 {
						t.Fatalf("%s: path %v after %d clicks", g.MoveText(m), tab.choice.path, i+1)
					}
				}
				r.click(g.Layout().Names[p.To])
				if got := moves(tab); got[len(got)-1] != g.MoveText(m) {
					t.Fatalf("%v, want %s", got, g.MoveText(m))
				}
				if way, _ := tab.session.Note().Command(record.RouteCommand); strings.Count(way, "-") != len(route)-1 {
					t.Fatalf("the record says the way was %q", way)
				}
				return
			}
			list := sorted(s.Position())
			if err := s.Play(list[(n*7+k*13)%len(list)]); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Fatal("no move over points in 200 games")
}

func TestForecast(t *testing.T) {
	s := local.New(full(t, "demo"))
	for k := 0; s.Outcome() == game.Ongoing; k++ {
		for _, m := range sorted(s.Position()) {
			f, ok := forecastOf(s.Position(), m)
			if !ok || len(f.spots) == 0 {
				continue
			}
			r := opened(t, "dvonn", "", trueColor, Setup{Session: s})
			tab := r.gameScreen()
			p := tab.game().Parts(m)
			r.click(tab.game().Layout().Names[p.From])
			x, y := r.at(tab.game().Layout().Names[p.To])
			r.send(tea.MouseMotionMsg{X: x, Y: y})
			r.sees("cuts off " + r.a.Catalog.List("list.and", namesOf(tab.game().Layout(), f.spots)[:1]))
			gone := 0
			for _, s := range f.spots {
				if s != p.From && s != p.To { // the moving stack is drawn as such
					gone++
				}
			}
			if got := len(tab.marked(tab.mode.notes()).Marks.Removed); got != gone {
				t.Errorf("%d stacks are shown to go, want %d", got, gone)
			}
			return
		}
		list := sorted(s.Position())
		if err := s.Play(list[k*5%len(list)]); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("nothing is ever cut off")
}

func namesOf(l *game.Layout, spots []game.Spot) []string {
	var list []string
	for _, s := range spots {
		list = append(list, l.Names[s])
	}
	return list
}

func TestAgainstTheComputer(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{Players: [2]string{"", "level2"}})
	tab := r.gameScreen()
	r.sees("Meadow (level 2)")
	r.press("enter", "tab", "enter")
	first := moves(tab)
	if len(first) != 2 {
		t.Fatalf("moves %v, want an answer", first)
	}
	r.press("u")
	want(t, moves(tab))
	// The same move again: the same answer, not a new one.
	if err := tab.session.Play(tab.ahead[0].Move); err != nil {
		t.Fatal(err)
	}
	tab.session.Undo()
	r.send(pressMsg("u"))
	r.press("y")
	want(t, moves(tab), first...)
	// Looking back the computer does not answer.
	r.press("[")
	want(t, moves(tab), first[0])
	r.sees("Viewing move 1")
	r.press("enter")
	r.sees("The computer is to move here.")
	r.press("end")
	want(t, moves(tab), first...)
	r.sees("Your turn.")
}

func TestComputerBegins(t *testing.T) {
	r := opened(t, "dvonn", "", trueColor, Setup{Session: local.New(full(t, "demo")), Players: [2]string{"level1", ""}})
	tab := r.gameScreen()
	if len(moves(tab)) != 1 {
		t.Fatal("the computer does not begin")
	}
	r.press("u")
	if len(moves(tab)) != 1 {
		t.Fatal("the computer's first move was taken back for good")
	}
}

func TestVariations(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	tab := r.gameScreen()
	list := sorted(tab.pos())
	a, b := tab.game().MoveText(list[0]), tab.game().MoveText(list[1])
	r.typeText(a)
	r.press("enter", "u")
	r.typeText(b)
	r.press("enter")
	want(t, moves(tab), b)
	r.sees(b + "+")
	r.press("<")
	want(t, moves(tab), a)
	r.press(">")
	want(t, moves(tab), b)
	r.press("[")
	r.sees("Tried: " + a + ", " + b)
}

func TestHintAndJudgement(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{Players: [2]string{"", "level1"}})
	tab := r.gameScreen()
	best := tab.game().MoveText(sorted(tab.pos())[0])
	r.press("t")
	r.sees("Hint: " + best + ". The engine’s line from here: ")
	if len(tab.marked(tab.mode.notes()).Marks.Routes) == 0 {
		t.Error("the hint is not on the board")
	}
	searched := tab.engine.generation
	r.press("t")
	r.sees("Hint: " + best + ". ")
	if tab.engine.generation != searched {
		t.Error("the hint that is shown is searched for again")
	}
	r.press("l")
	r.sees("+0.85")
	r.size(60, 20) // where there is no panel
	r.sees("Your turn. · +0.85 " + best + " ")
	r.size(80, 24)
	r.press(".")
	if got := moves(tab); len(got) == 0 || got[0] != best {
		t.Fatalf("moves %v, want the best one first", got)
	}
}

func TestStudy(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	r.size(140, 45)
	for range 10 {
		r.press("tab", "enter", "tab", "enter")
	}
	game := r.gameScreen()
	r.press("x")
	study := r.gameScreen()
	if !study.traits().studies || study == game {
		t.Fatal("no analysis")
	}
	r.sees("Analysis: LYNGK")
	r.sees("Try out any move")
	r.press("m")
	r.sees("Back to the game         x")
	r.press("esc")
	if strings.Contains(r.text(), "Resumed") {
		t.Errorf("an analysis is resumed, which began just now:\n%s", r.text())
	}
	r.sees("depth 8, 250,000 nodes per second")
	before := moves(study)
	r.press("+", "+")
	if len(study.engine.best) != 5 {
		t.Errorf("%d lines after asking for five", len(study.engine.best))
	}
	r.press(".")
	if len(moves(study)) != len(before)+1 {
		t.Error("the best move is not played")
	}
	r.press("u", "w")
	if len(study.engine.scores) < len(before) {
		t.Errorf("%d positions of %d are judged", len(study.engine.scores), len(before)+1)
	}
	r.sees("Accuracy: Player 1 ")
	saved := study.session.Record()
	evals := 0
	for _, m := range saved.Moves {
		if m.Eval.Kind != record.NoEval {
			evals++
		}
	}
	if evals < len(before) {
		t.Errorf("the record keeps %d values of %d", evals, len(before))
	}
	r.press("x")
	if r.gameScreen() != game {
		t.Error("no way back to the game")
	}
}

// A computer player is called the same in a game and in its analysis.
func TestNamesInAnalysis(t *testing.T) {
	o := trueColor
	o.Catalog = catalogOf("it")
	setup, err := NewGame{Game: "lyngk", Opponent: "level1"}.Setup(func() string { return "demo" }, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if got := setup.Session.Record().Tag("Date"); got != time.Unix(0, 0).Format(time.DateOnly) {
		t.Errorf("the game is dated %q", got)
	}
	r := opened(t, "lyngk", "demo", o, setup)
	r.size(140, 45)
	r.sees("Valle (livello 1)")
	r.press("x")
	if !r.gameScreen().traits().studies {
		t.Fatal("no analysis")
	}
	r.sees("Valle (livello 1)")
}

// Scores have two decimals, so that those below each other can be compared.
func TestScores(t *testing.T) {
	o := trueColor
	o.Catalog = catalogOf("de")
	gs := opened(t, "lyngk", "demo", o, Setup{}).gameScreen()
	for points, want := range map[int]string{0: "+0,00", 20: "+0,20", 29: "+0,29", -8: "-0,08", 1200: "+12,00"} {
		if got := gs.scoreShort(Score{Points: points}); got != want {
			t.Errorf("%d: %s, want %s", points, got, want)
		}
	}
}

// The marks are those of the table that every program runs.
func TestMarks(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{Analysis: true})
	tab := r.gameScreen()
	r.press("tab", "enter", "tab", "enter")
	first, _ := tab.session.Last()
	r.press("tab", "enter", "tab", "enter")
	second, _ := tab.session.Last()
	score := func(v playtest.Value, mover game.Side) Score {
		s := Score{Points: v.Estimate, Outcome: map[string]game.Outcome{"won": game.Win(mover), "lost": game.Win(mover.Other()), "drawn": game.Draw}[v.Proof]}
		if mover == game.Second {
			s.Points = -s.Points
		}
		return s
	}
	cases := playtest.Load(t).Marks
	for _, c := range cases {
		for _, s := range []local.Step{first, second} {
			mover := s.Before.Side()
			tab.engine.scores[s.Before.Key()], tab.engine.scores[s.After.Key()] = score(c.Best, mover), score(c.Played, mover)
			if got := tab.engine.mark(s).Sign(); got != c.Mark {
				t.Errorf("%s, side %d: %q, want %q", c.Name, mover, got, c.Mark)
			}
			if sign := c.Mark; sign != "" {
				r.sees(tab.game().MoveText(s.Move) + sign)
			}
		}
	}
	if len(cases) < 10 {
		t.Errorf("%d cases", len(cases))
	}
}

func TestForcedPass(t *testing.T) {
	// Games are played at random until somebody must pass.
	var s *local.Session
search:
	for n := range 100 {
		s = local.New(full(t, strconv.Itoa(n)))
		for k := 0; s.Outcome() == game.Ongoing; k++ {
			c := chooseIn(s.Position())
			if _, pass := game.ForcedPass(c.pos); pass {
				break search
			}
			list := sorted(s.Position())
			if err := s.Play(list[(k*31+n)%len(list)]); err != nil {
				t.Fatal(err)
			}
		}
	}
	before := s.Ply()
	o := trueColor
	o.Pause = time.Second
	r := opened(t, "dvonn", "", o, Setup{Session: s})
	r.sees("must pass")
	r.press("right") // one looks first
	r.wait(10 * time.Second)
	if got := len(moves(r.gameScreen())); got != before {
		t.Fatal("it was passed while somebody looked")
	}
	r.press("enter")
	if got := moves(r.gameScreen()); len(got) != before+1 || got[before] != "pass" {
		t.Fatalf("moves %v, want a pass", got)
	}
	// Without a key it is passed after a moment.
	last, _ := s.Last()
	r = opened(t, "dvonn", "", o, Setup{Session: local.New(last.Before)})
	want(t, moves(r.gameScreen()))
	r.wait(10 * time.Second)
	want(t, moves(r.gameScreen()), "pass")
}

func TestResign(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{Players: [2]string{"", "level2"}})
	r.press("enter", "tab", "enter")
	r.typeText(":resign")
	r.press("enter")
	r.sees("Resign this game?")
	r.press("up", "enter")
	r.sees("You resigned. You lose.")
	r.typeText(":lang de")
	r.press("enter")
	r.sees("Du hast aufgegeben. Du verlierst.")
	r.press("u")
	if r.gameScreen().over() {
		t.Error("a resignation cannot be taken back")
	}
}

func TestSaveAndOpen(t *testing.T) {
	dir := t.TempDir()
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	r.press("enter", "tab", "enter", "tab", "enter", "tab", "enter")
	played := moves(r.gameScreen())
	name := filepath.Join(dir, "mine.cairn")
	r.press("s")
	r.sees("Save the game")
	r.press("ctrl+u")
	r.send(tea.PasteMsg{Content: name})
	r.press("enter")
	r.sees("Saved to")
	r.typeText(":save " + name)
	r.press("enter")
	r.sees("Overwrite it?") // nothing is replaced without a yes
	r.press("esc")
	r.typeText(":load " + name)
	r.press("enter")
	r.sees("Play on")
	r.press("enter")
	want(t, moves(r.gameScreen()), played...)

	r.typeText(":load " + filepath.Join(dir, "missing.cairn"))
	r.press("enter")
	r.sees("Can’t read missing.cairn: it doesn’t exist.")
	r.press("esc")
	broken := filepath.Join(dir, "broken.cairn")
	if err := os.WriteFile(broken, []byte("nothing"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.typeText(":load " + broken)
	r.press("enter")
	r.sees("Can’t read broken.cairn")
}

func TestStartScreen(t *testing.T) {
	saved := NewSavedGames(t.TempDir())
	o := trueColor
	o.SavedGames = saved
	o.NewGame = NewGame{Game: "lyngk", Opponent: "level2", Seed: "demo", Name: "Mira"}
	r := newHarness(t, o)
	r.sees("New game")
	r.press("enter")
	tab := r.gameScreen()
	r.sees("Mira")
	r.sees("Meadow (level 2)")
	r.press("enter", "tab", "enter")
	played := moves(tab)
	if len(played) != 2 {
		t.Fatalf("moves %v", played)
	}
	r.press("q")
	r.sees("Resume")
	r.sees("LYNGK, Mira – Meadow (level 2), 2 moves")
	r.press("enter")
	want(t, moves(r.gameScreen()), played...)
	if r.gameScreen().players[1].opponent == nil {
		t.Error("the computer did not come back")
	}
	r.press("q", "delete")
	r.sees("Remove this game for good?")
	r.press("up", "enter")
	if list, err := saved.List(); err != nil || len(list) != 0 {
		t.Errorf("%d games among the saved games, %v", len(list), err)
	}
	r.press("?")
	for _, text := range []string{"On this screen", "resume the game of the row", "delete the game of the row", "Leave the program"} {
		r.sees(text)
	}
	r.press("esc", "end", "up", "enter") // the row of the help says the same
	for _, text := range []string{"On this screen", "resume the game of the row"} {
		r.sees(text)
	}
	r.press("esc", "q", "n")
	if r.quit {
		t.Error("n leaves the program")
	}
	r.press("q", "y")
	if !r.quit {
		t.Error("one cannot leave")
	}
}

func TestLanguages(t *testing.T) {
	withoutRaceDetector(t)
	for _, l := range i18n.Languages() {
		o := trueColor
		o.Catalog = catalogOf(l.Code)
		r := newHarness(t, o)
		for _, id := range games.IDs() {
			g, _ := games.Lookup(id)
			r.run(r.a.open(Setup{Session: local.New(g.Start("x")), Players: [2]string{"", "level2"}}))
			r.press("3", "enter", "tab", "enter", "t", "l", "m", "esc", "?", "pgdown", "end", "esc", "s", "esc", "z", "o", "v")
			for _, size := range [][2]int{{80, 24}, {140, 45}, {50, 60}} {
				r.size(size[0], size[1])
			}
			r.press("x", "w", "q")
		}
	}
}

// The computer thinks for ever; everything else works meanwhile.
func TestNothingBlocks(t *testing.T) {
	f := &fake{block: make(chan struct{})}
	o := trueColor
	o.Engines = f
	r := opened(t, "lyngk", "demo", o, Setup{Players: [2]string{"", "level2"}})
	tab := r.gameScreen()
	m := sorted(tab.pos())[0]
	_, cmd := r.a.Update(gameMsg{tab.number, playMsg{m, tab.engine.generation}})
	done := make(chan struct{})
	go func() {
		defer close(done)
		drain(cmd)
	}()
	r.sees("Meadow (level 2) is thinking")
	r.press(":")
	r.typeText("nonsense")
	r.press("enter")
	r.sees("“nonsense” is neither a move nor a command")
	r.press("?", "down", "esc", "m", "esc", "left", "up")
	r.size(100, 30)
	r.press("u") // stops the thought
	<-done
	want(t, moves(tab))
}

// drain carries a command out, whatever comes of it.
func drain(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if list, ok := cmd().(tea.BatchMsg); ok {
		for _, c := range list {
			drain(c)
		}
	}
}

// A word that cannot be read does nothing and says what can stand there.
func TestWrongWords(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	r.press("tab", "enter", "tab", "enter")
	gs := r.gameScreen()
	for text, want := range map[string]string{
		"undo x":  "Undo takes a whole number from 1 on, not x.",
		"undo 0":  "Undo takes a whole number from 1 on, not 0.",
		"redo -1": "Redo takes a whole number from 1 on, not -1.",
		"goto":    "Goto needs a value.",
		"goto x":  "Goto takes a whole number from 0 on, not x.",
		"lang xx": "Unknown language xx; known languages: de, en,",
		"lang":    "Lang needs a value.",
	} {
		r.press(":")
		r.typeText(text)
		r.press("enter")
		if len(gs.messages) != 1 || !strings.HasPrefix(gs.messages[0].text, want) {
			t.Errorf("%q: said %v, want %q", text, gs.messages, want)
		}
		if n := len(moves(gs)); n != 1 {
			t.Fatalf("%q: %d moves", text, n)
		}
	}
	r.press(":")
	r.typeText("goto 0")
	r.press("enter")
	if !gs.lookingBack() || gs.session.Ply() != 0 {
		t.Error("goto 0 does not lead to the start")
	}
	r.press("u", "u", "u")
	if len(gs.messages) != 1 {
		t.Errorf("that nothing can be taken back is said %d times", len(gs.messages))
	}
	r.press(":")
	r.typeText("lang DE")
	r.press("enter")
	r.sees("Menü")
}
