package tui

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/play/playtest"
	"cairn.example/record"
)

// program runs the cases of the shared table on the full screen: what happens goes
// through the function that every key and click leads to, and time passes on the
// clock that the screen looks at.
type program struct{ r *harness }

func (p program) Do(e play.Event) play.Code {
	tab := p.r.gameScreen()
	// The screen looks at its clock now and then.
	const often = asleep
	for wait := e.Took; wait > 0; {
		step := min(wait, often)
		p.r.wait(step)
		wait -= step
	}
	if e.Kind == playtest.Wait {
		return ""
	}
	e.Took = 0
	p.r.run(atHome(tab).happen(e))
	p.r.a.View()
	var refusal *play.Error
	if errors.As(atHome(tab).refused, &refusal) {
		return refusal.Code
	}
	return ""
}

func (p program) State() (*play.State, time.Duration) {
	tab := p.r.gameScreen()
	return tab.state(), tab.elapsed()
}

// The table of cases that every program runs: the same clocks, ends and records.
func TestCases(t *testing.T) {
	withoutRaceDetector(t)
	cases := playtest.Load(t).Cases
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			session, err := local.Begin(c.Terms)
			if err != nil {
				t.Fatal(err)
			}
			r := opened(t, c.Terms.Game, "", trueColor, Setup{Session: session})
			playtest.Run(t, &c, program{r})
			if got := playtest.Text(t, session.Record()); got != c.Expect.Record {
				t.Errorf("the screen's record is\n%s\nwant\n%s", got, c.Expect.Record)
			}
		})
	}
}

func control(t *testing.T, text string) play.Control {
	t.Helper()
	c, err := play.ParseShort(text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// withClock returns a harness with a new game with a clock.
func withClock(t *testing.T, id, clock string, o Options, players [2]string) *harness {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	return opened(t, id, "", o, Setup{Session: clockedGame(t, g.Start("demo"), control(t, clock)), Players: players})
}

// The clocks of all kinds as they are seen.
func TestClocks(t *testing.T) {
	for _, c := range []struct {
		clock        string
		first, later string // White's clock after 30 and 50 s of the third ply
		after        string // after that ply
	}{
		{"1+2", "0:30", "0:10", "0:12"},
		{"1d20", "0:50", "0:30", "0:30"},
		{"1/90", "1:00", "0:40", "1:30"},
		{"2 days", "47:59:30", "47:59:10", "48:00:00"},
	} {
		r := withClock(t, "dvonn", c.clock, trueColor, [2]string{})
		tab := r.gameScreen()
		mine := func(want string) {
			t.Helper()
			for _, l := range strings.Split(r.text(), "\n") {
				if strings.Contains(l, "White") && (strings.HasPrefix(l, " ●") || strings.HasPrefix(l, " ○") || strings.Contains(l, " ● White") || strings.Contains(l, " ○ White")) && strings.Contains(l, want) {
					return
				}
			}
			t.Errorf("%s: White's clock is not %s:\n%s", c.clock, want, r.text())
		}
		for range 2 { // each side's first ply
			r.press("tab", "enter")
		}
		r.wait(30 * time.Second)
		mine(c.first)
		r.press("[") // looking back stops no clock
		r.wait(20 * time.Second)
		mine(c.later)
		r.press("]", "tab", "enter")
		mine(c.after)
		if got := len(tab.state().Plies()); got != 3 {
			t.Fatalf("%s: %d plies", c.clock, got)
		}
		if took := tab.state().Plies()[2].Took; took != 50*time.Second {
			t.Errorf("%s: the third ply took %v", c.clock, took)
		}
	}
}

// A flag loses: while one thinks, while one looks back, and against a move that
// comes too late.
func TestFlagLoses(t *testing.T) {
	for name, act := range map[string]func(r *harness){
		"waiting":      func(r *harness) { tickFor(r, 70*time.Second) },
		"looking back": func(r *harness) { r.press("["); tickFor(r, 70*time.Second) },
		"too late": func(r *harness) {
			r.press("tab", "enter", "tab") // in hand
			tickFor(r, 50*time.Second)
			r.now = r.now.Add(20 * time.Second)
			r.press("enter")
		},
	} {
		r := withClock(t, "lyngk", "1+0", trueColor, [2]string{})
		r.press("tab", "enter", "tab", "enter", "tab", "enter", "tab", "enter")
		tab := r.gameScreen()
		act(r)
		e := tab.state().End()
		if !e.Over || e.Why != record.Time || e.By != game.First || tab.state().Ply() != 2 {
			t.Fatalf("%s: %d plies, ended as %+v", name, tab.state().Ply(), e)
		}
		r.sees("Time out: Player 1.")
		if got := tab.session.Record(); got.Termination != record.Time || got.Result != game.SecondWins {
			t.Errorf("%s: the record says %v, %v", name, got.Result, got.Termination)
		}
	}
}

func tickFor(r *harness, d time.Duration) {
	for ; d > 0; d -= 100 * time.Millisecond {
		r.wait(100 * time.Millisecond)
	}
}

// A move, and the question whether it came in time, are measured at one moment: with a
// clock that goes on at every look a move is played, or the flag falls, never
// neither of both.
func TestMoveAndFlagAtOneMoment(t *testing.T) {
	withoutRaceDetector(t)
	const tick = 20 * time.Millisecond
	played, fell := 0, 0
	for looks := range 24 {
		r := withClock(t, "lyngk", "1+0", trueColor, [2]string{})
		r.press("tab", "enter", "tab", "enter", "tab", "enter", "tab", "enter")
		tab := r.gameScreen()
		m := sorted(tab.pos())[0]
		tickFor(r, 50*time.Second)
		r.now = r.now.Add(10*time.Second - time.Duration(looks)*tick + tick/2) // no look is at the deadline itself
		r.a.Now = func() time.Time {
			r.now = r.now.Add(tick)
			return r.now
		}
		tab.play(m)
		switch st := tab.state(); {
		case st.Ply() == 3:
			played++
		case st.End().Why == record.Time:
			fell++
		default:
			t.Errorf("a minute less %d ticks after the last event nothing has happened:\n%s", looks, r.text())
		}
	}
	if played == 0 || fell == 0 {
		t.Errorf("%d moves were played and %d flags fell", played, fell)
	}
}

// Whatever happens after the time is over, the flag has fallen before it, though
// no one has looked at the clock meanwhile.
func TestFlagBeforeEvents(t *testing.T) {
	for _, e := range []play.Event{
		{Kind: play.Resign, Side: game.Second}, {Kind: play.Offer, Side: game.First, What: play.OfferDraw}, {Kind: play.Pause},
	} {
		r := withClock(t, "lyngk", "1+0", trueColor, [2]string{})
		r.press("tab", "enter", "tab", "enter", "tab", "enter", "tab", "enter")
		tab := r.gameScreen()
		tickFor(r, 50*time.Second)
		r.now = r.now.Add(20 * time.Second)
		r.run(atHome(tab).happen(e))
		if end := tab.state().End(); !end.Over || end.Why != record.Time || end.By != game.First || tab.state().Ply() != 2 {
			t.Errorf("%s after the time is over: %+v", e.Kind, end)
		}
		r.sees("Time out: Player 1.")
	}
}

// A machine that was suspended costs nobody time, whether a look at the clock or a move comes
// first when it wakes. What passed since the last look before, a second at most, is lost too.
func TestSuspended(t *testing.T) {
	for name, first := range map[string]func(r *harness){"look": func(r *harness) { r.wait(0) }, "move": func(*harness) {}} {
		r := withClock(t, "lyngk", "1+0", trueColor, [2]string{})
		r.press("tab", "enter", "tab", "enter", "tab", "enter", "tab", "enter")
		tab := r.gameScreen()
		tickFor(r, 20*time.Second)
		r.now = r.now.Add(8 * time.Hour)
		first(r)
		r.run(tab.play(sorted(tab.pos())[0]))
		if plies := tab.state().Plies(); len(plies) != 3 || plies[2].Took > 20*time.Second || plies[2].Took < 19*time.Second {
			t.Errorf("%s: %d plies, %+v", name, len(plies), plies)
		}
	}
}

// Two people at one keyboard agree on a draw, or not; leaving the question is a no.
func TestDrawBetweenPeople(t *testing.T) {
	offered := func() *harness {
		r := opened(t, "lyngk", "demo", trueColor, Setup{})
		r.press("tab", "enter", "tab", "enter", ":")
		r.typeText("draw")
		r.press("enter")
		r.sees("Player 2 offers a draw. Do both players agree")
		return r
	}
	r := offered()
	r.press("up", "enter")
	r.sees("Draw by agreement.")
	if got := r.gameScreen().session.Record(); got.Termination != record.Agreement || got.Result != game.Draw {
		t.Errorf("the record says %v, %v", got.Result, got.Termination)
	}
	for _, key := range []string{"enter", "esc"} {
		r = offered()
		r.press(key)
		r.sees("The draw offer was declined.")
		if st := r.gameScreen().state(); st.Over() || len(st.Offers()) > 0 {
			t.Errorf("%s: %+v, offers %v", key, st.End(), st.Offers())
		}
		r.types("draw") // not again before a move
		r.sees("play a move before you offer again")
	}
}

// The computer answers a draw offer by the value of the position.
func TestDrawWithTheComputer(t *testing.T) {
	for _, c := range []struct {
		plies, value int
		agrees       bool
	}{{20, 300, true}, {20, -300, false}, {4, 300, false}} {
		f := &fake{value: c.value}
		o := trueColor
		o.Engines = f
		r := played(t, "dvonn", c.plies, o, Setup{Players: [2]string{"", "level2"}})
		tab := r.gameScreen()
		r.types("draw")
		if e := tab.state().End(); e.Over != c.agrees || c.agrees && e.Why != record.Agreement {
			t.Errorf("after %d plies at %d: %+v", c.plies, c.value, e)
		}
		if !c.agrees {
			r.sees("The draw offer was declined.")
		}
	}
}

func TestAbort(t *testing.T) {
	r := opened(t, "lyngk", "demo", trueColor, Setup{})
	r.press("m")
	r.sees("Abort the game")
	r.press("esc")
	r.types("abort")
	r.sees("The game was aborted.")
	if got := r.gameScreen().session.Record(); got.Termination != record.Aborted || got.Result != game.Ongoing {
		t.Errorf("the record says %v, %v", got.Result, got.Termination)
	}
	r = opened(t, "lyngk", "demo", trueColor, Setup{})
	r.press("tab", "enter", "tab", "enter", "tab", "enter", "tab", "enter", "m")
	if strings.Contains(r.text(), "Abort the game") {
		t.Error("a game is aborted after the second move")
	}
}

// A pause stops the clock and the computer; Enter goes on.
func TestPause(t *testing.T) {
	f := &fake{block: make(chan struct{})}
	o := trueColor
	o.Engines = f
	r := withClock(t, "dvonn", "1+0", o, [2]string{"", "level2"})
	tab := r.gameScreen()
	for range 3 {
		m := sorted(tab.pos())[0]
		if err := tab.session.Apply(play.Event{Kind: play.Move, Side: tab.state().Turn(), Move: tab.game().MoveText(m)}); err != nil {
			t.Fatal(err)
		}
	}
	tab.refresh()
	think := tab.answer() // carried out once it was called off
	r.now = r.now.Add(20 * time.Second)
	r.types("pause")
	r.send(think())
	if tab.engine.thinking || tab.state().Ply() != 3 {
		t.Fatal("the computer thinks on in a pause")
	}
	r.sees("The clocks are stopped.")
	tickFor(r, 2*time.Minute)
	if got := tab.timeLeft(game.Second); got != 40*time.Second || tab.state().Over() {
		t.Errorf("%v are left, %+v", got, tab.state().End())
	}
	close(f.block)
	r.press("enter")
	if len(tab.state().Plies()) != 4 {
		t.Errorf("%d plies after the pause", len(tab.state().Plies()))
	}
}

// While one looks back the computer goes on thinking, and its move is shown.
func TestComputerMovesWhileLookingBack(t *testing.T) {
	f := &fake{block: make(chan struct{})}
	o := trueColor
	o.Engines = f
	r := opened(t, "lyngk", "demo", o, Setup{Players: [2]string{"", "level2"}})
	tab := r.gameScreen()
	_, cmd := r.a.Update(gameMsg{tab.number, playMsg{sorted(tab.pos())[0], tab.engine.generation}})
	answers := make(chan tea.Msg, 10)
	collect(cmd, answers)
	r.press("[")
	if !tab.lookingBack() {
		t.Fatal("not looking back")
	}
	close(f.block)
	r.send(<-answers)
	if got := len(moves(tab)); got != 2 || tab.lookingBack() {
		t.Errorf("%d plies are shown, looking back: %v", got, tab.lookingBack())
	}
	if len(f.clocks) != 1 {
		t.Errorf("the computer was asked %d times", len(f.clocks))
	}
}

// collect carries a command out beside the test; what it says about a move of the
// computer goes to answers.
func collect(cmd tea.Cmd, answers chan<- tea.Msg) {
	if cmd == nil {
		return
	}
	go func() {
		switch m := cmd().(type) {
		case tea.BatchMsg:
			for _, c := range m {
				collect(c, answers)
			}
		case gameMsg:
			if _, ok := m.msg.(answeredMsg); ok {
				answers <- m
			}
		}
	}()
}

// A game that is left and opened again has the clocks it had, what the player to
// move had thought included, and the moves taken back as variations.
func TestClocksOutliveTheProgram(t *testing.T) {
	saved := NewSavedGames(t.TempDir())
	o := trueColor
	o.SavedGames = saved
	r := withClock(t, "dvonn", "5+3", o, [2]string{})
	r.press("tab", "enter", "tab", "enter")
	r.wait(10 * time.Second)
	r.press("tab", "enter")
	r.wait(7 * time.Second)
	r.press("tab", "enter", "u")
	r.wait(4 * time.Second)
	r.press("q")
	list, err := saved.List()
	if err != nil || len(list) != 1 || !list[0].Open {
		t.Fatalf("the saved games are %+v, %v", list, err)
	}
	session, err := saved.Open(list[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	setup := setupOf(list[0], session)
	st := setup.Session.State()
	if !st.Clocked() || st.Ply() != 3 || st.Left(game.First, 0) != 293*time.Second || st.Left(game.Second, 0) != 296*time.Second {
		t.Errorf("clocked %v, %d plies, left %v and %v", st.Clocked(), st.Ply(), st.Left(game.First, 0), st.Left(game.Second, 0))
	}
	if len(setup.Session.Alternatives()) != 1 {
		t.Error("the move taken back is lost")
	}
	for _, tag := range []string{tagPlayers, tagPly, tagClocks} {
		if setup.Session.Tags[tag] != "" {
			t.Errorf("the tag %s stays in the record", tag)
		}
	}
}

// A saved game whose clocks only its moves tell goes on with them.
func TestClocksOfSavedMoves(t *testing.T) {
	text := `[Game "dvonn"]
[Seed "demo"]
[First "Ada"]
[Second "level3"]
[TimeControl "300+3"]
[CairnSeats "person level3"]
[CairnPly "2"]
[Result "*"]

1. e3 {[%clk 0:05:03]} f3 {[%clk 0:05:01]} *
`
	k, err := parseSaved("old", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	session, err := local.Open(k.Record)
	if err != nil {
		t.Fatal(err)
	}
	setup := setupOf(k, session)
	st := setup.Session.State()
	if st.Ply() != 2 || setup.Players != [2]string{"", "level3"} || !st.Clocked() {
		t.Errorf("%d plies, players %q, clocked %v", st.Ply(), setup.Players, st.Clocked())
	}
	if a, b := st.Left(game.First, 0), st.Left(game.Second, 0); a != 303*time.Second || b != 301*time.Second {
		t.Errorf("left %v and %v", a, b)
	}
	r := opened(t, "dvonn", "", trueColor, setup)
	r.sees("Your turn.")
}

// A clock for a game that was played without one begins where the game stands.
func TestWithClock(t *testing.T) {
	r := played(t, "lyngk", 7, trueColor, Setup{})
	s, err := WithClock(r.gameScreen().session, control(t, "5+3"))
	if err != nil {
		t.Fatal(err)
	}
	st := s.State()
	if !st.Clocked() || st.Ply() != 7 || st.Left(game.First, 0) != 5*time.Minute || st.Left(game.Second, 0) != 5*time.Minute {
		t.Errorf("clocked %v, %d plies, %v and %v left", st.Clocked(), st.Ply(), st.Left(game.First, 0), st.Left(game.Second, 0))
	}
	if _, runs := st.Running(); !runs {
		t.Error("no clock runs")
	}
}

// While a game is analyzed its clocks are paused; an analysis has none.
func TestAnalysisPausesTheClocks(t *testing.T) {
	r := withClock(t, "dvonn", "1+0", trueColor, [2]string{})
	for range 3 {
		r.press("tab", "enter")
	}
	tab := r.gameScreen()
	tickFor(r, 10*time.Second)
	r.press("x")
	if strings.Contains(r.text(), "0:50") {
		t.Errorf("an analysis shows clocks:\n%s", r.text())
	}
	tickFor(r, 5*time.Minute)
	r.press("tab", "enter") // tried out, in no time
	if e := r.gameScreen().state().End(); e.Over {
		t.Errorf("a flag fell in the analysis: %+v", e)
	}
	r.press("x")
	if got := tab.timeLeft(game.Second); got != 50*time.Second || tab.state().Paused() || tab.state().Over() {
		t.Errorf("%v are left, paused %v, %+v", got, tab.state().Paused(), tab.state().End())
	}
	tickFor(r, time.Minute)
	if e := tab.state().End(); e.Why != record.Time {
		t.Errorf("after the analysis the clock stands still: %+v", e)
	}
}

// A move out of the rules is refused in the words of the rules, one after the end
// because the game is over; neither changes anything.
func TestRefusals(t *testing.T) {
	r := opened(t, "dvonn", "", trueColor, Setup{})
	tab := r.gameScreen()
	r.run(atHome(tab).happen(play.Event{Kind: play.Resign, Side: game.First}))
	log := len(tab.state().Log().Events)
	for _, e := range []play.Event{{Kind: play.Move, Side: game.Second, Move: "e3"}, {Kind: play.Resign}, {Kind: play.Offer, What: play.OfferDraw}} {
		r.run(atHome(tab).happen(e))
		if atHome(tab).refused == nil {
			t.Errorf("%s is not refused", e.Kind)
		}
		r.sees("The game is over.")
	}
	if got := len(tab.state().Log().Events); got != log {
		t.Errorf("%d events became %d", log, got)
	}
}
