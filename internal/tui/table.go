package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/say"
	"cairn.example/record"
)

// seat is who plays a side.
type seat struct {
	name     string // "" for a person, else the opponent's
	opponent Opponent
}

// notice is a line of what has happened.
type notice struct {
	text  string
	style style
}

// table is one game on the screen.
type table struct {
	*app
	number  int
	session *local.Session
	seats   [2]seat
	study   bool
	say     *say.Speaker
	id      string // on the shelf
	states  int    // put there so far
	dirty   bool   // something was played since

	clock  clock
	mind   mind
	scores map[uint64]Score // by the key of the position; what was judged in analysis
	origin *table           // the game that is analyzed, nil for none

	// What follows from the position.
	choice   choice
	style    *draw.Style
	steps    []local.Step
	ahead    []local.Step
	captured []taken

	focus   game.Spot
	why     *game.Error // what the last refusal was about
	asked   game.Spot   // and the spot that was asked for
	lensOn  game.Piece  // the claim under the mouse
	notices []notice
	typed   *typing
	pressed game.Spot // where the mouse button went down

	hinges bool
	turned bool
	zen    bool
	held   bool // a forced pass waits for a key

	seen    seen  // of the last view, for the mouse
	stage   stage // what the plan was made for
	planned plan
	drawing drawing
	motion  *motion // of the last move; nil when it is over
	motions int     // so far
}

// seen is where the last view has put things.
type seen struct {
	grid *draw.Grid
	x, y int
}

func newTable(a *app, s Setup) (*table, error) {
	a.tables++
	t := &table{
		app: a, number: a.tables, session: s.Session, study: s.Study, id: s.ID,
		focus: game.NoSpot, asked: game.NoSpot, pressed: game.NoSpot, scores: map[uint64]Score{},
	}
	var err error
	if t.style, err = draw.StyleOf(s.Session.Game()); err != nil {
		return nil, err
	}
	for side, name := range s.Seats {
		t.seats[side].name = name
		if name == "" || s.Study {
			continue
		}
		if t.seats[side].opponent, err = a.Engines.Opponent(t.game(), name, s.Seed); err != nil {
			return nil, err
		}
	}
	if s.Clock.On() && !s.Study {
		t.clock.Control = s.Clock
		t.session.Tags["TimeControl"] = s.Clock.String()
	}
	if t.id == "" {
		t.id = t.Now().UTC().Format("20060102-150405") + "-" + t.game().ID() + "-" + shortSeed(a.Seed())
	}
	t.mind.lines = 1
	if s.Study {
		t.mind.on, t.mind.lines = true, 3
		t.readScores()
	}
	t.speak()
	t.focus = t.firstFocus()
	return t, nil
}

// shortSeed makes a part of a file's name of a seed.
func shortSeed(seed string) string {
	keep := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(seed))
	return keep[:min(len(keep), 6)]
}

func (t *table) game() game.Game { return t.session.Game() }

func (t *table) pos() game.Position { return t.session.Position() }

func (t *table) pieces() *draw.Style { return t.style }

// speak makes the speaker and names the players.
func (t *table) speak() {
	t.say = say.New(t.game(), t.Catalog)
	people := 0
	for side := range t.seats {
		s := game.Side(side)
		if name := t.session.Tags[nameTags[side]]; name != "" {
			t.say.Names[side] = name
		}
		if t.seats[side].name != "" {
			t.say.Names[side] = playerName(t.Catalog, t.seats[side].name)
			continue
		}
		people++
		if !t.study && t.seats[s.Other()].name != "" && t.session.Tags[nameTags[side]] == "" {
			t.say.Names[side] = t.t("player.you")
		}
	}
	if people == 1 && !t.study {
		side := game.First
		if t.seats[game.First].name != "" {
			side = game.Second
		}
		t.say.Listener = &side
	}
}

// nameTags are the tags of the players' names.
var nameTags = [2]string{"First", "Second"}

// playerName is what a computer player is called.
func playerName(c *i18n.Catalog, name string) string {
	if level, ok := strings.CutPrefix(name, "level"); ok && c.Has("level."+level+".name") {
		return c.T("level.full", i18n.Args{"level": level, "name": c.T("level." + level + ".name")})
	}
	switch name {
	case "random":
		return c.T("player.random")
	case "greedy":
		return c.T("player.greedy")
	case "engine":
		return c.T("ui.analysis.engine")
	}
	return strings.ToUpper(name)
}

// firstFocus is the spot nearest the middle of the board.
func (t *table) firstFocus() game.Spot {
	l := t.game().Layout()
	best := l.Spots[0]
	for _, s := range l.Spots {
		a, b := l.Points[s], l.Points[best]
		if a.X*a.X+a.Y*a.Y < b.X*b.X+b.Y*b.Y {
			best = s
		}
	}
	return best
}

// start shows the position for the first time.
func (t *table) start() tea.Cmd {
	t.refresh()
	switch {
	case t.session.Ply() > 0:
		t.note(plain, t.t("cli.resumed", i18n.Args{"n": t.session.Ply()}))
	case t.choice.placing():
		t.note(dim, t.t("tui.welcome.place"))
	default:
		t.note(dim, t.t("tui.welcome.move"))
	}
	return t.wake()
}

// refresh finds out what follows from the position.
func (t *table) refresh() {
	t.choice = chooseIn(t.pos())
	t.steps, t.ahead = t.session.Played(), t.session.Ahead()
	t.captured = t.captured[:0]
	for _, s := range t.steps {
		t.captured = append(t.captured, takenBy(s.Before, s.Move, s.After)...)
	}
	t.why, t.asked, t.lensOn, t.held = nil, game.NoSpot, 0, false
	t.typed, t.motion = nil, nil
	t.clock.set(t.session, t.Now())
}

// wake starts what the position calls for: keeping it, the computer's answer,
// the judgement, a pass, the clock.
func (t *table) wake() tea.Cmd {
	t.mind.renew()
	list := []tea.Cmd{t.keep(), t.tick()}
	if t.over() {
		return tea.Batch(append(list, t.judge())...)
	}
	if t.seats[t.pos().Side()].opponent != nil && len(t.ahead) == 0 {
		return tea.Batch(append(list, t.answer())...)
	}
	if _, pass := t.choice.mustPass(); pass && t.mine() && t.Pause > 0 && len(t.ahead) == 0 && !t.study {
		list = append(list, t.later(passAfter, passMsg{t.mind.run}))
	}
	return tea.Batch(append(list, t.judge())...)
}

// passAfter is how long one may look before a forced pass is played.
const passAfter = 4 * time.Second

type passMsg struct{ run int }

// later sends this table a message.
func (t *table) later(d time.Duration, msg tea.Msg) tea.Cmd {
	return t.after(d, tableMsg{t.number, msg})
}

// over tells whether the game has ended where one stands.
func (t *table) over() bool { return t.session.Outcome() != game.Ongoing }

// mine tells whether a person is to move.
func (t *table) mine() bool { return !t.over() && t.seats[t.pos().Side()].opponent == nil }

// back tells whether one looks back at an earlier position.
func (t *table) back() bool { return len(t.ahead) > 0 }

// note shows a line of what has happened.
func (t *table) note(s style, text string) {
	t.notices = append(t.notices, notice{text, s})
	if len(t.notices) > 20 {
		t.notices = t.notices[len(t.notices)-20:]
	}
}

// hush forgets what was said.
func (t *table) hush() { t.notices = nil }

// complain shows why something cannot be done.
func (t *table) complain(text string) { t.note(bad, text) }

// play plays a legal move and says what happened.
func (t *table) play(m game.Move) tea.Cmd {
	mover := t.pos().Side()
	route := t.choice.path
	spelled := len(route) > 1
	way := t.way(m)
	if t.mine() {
		t.hush()
	}
	if err := t.session.Play(m); err != nil {
		t.complain(t.reason(err))
		return nil
	}
	t.dirty = true
	if t.clock.On() && len(t.session.Ahead()) == 0 {
		left := t.clock.moved(mover, t.Now())
		t.session.Annotate(func(n *record.Note) { n.Clock = record.Clock{Known: true, Left: left} })
	}
	last, _ := t.session.Last()
	if spelled && t.seats[mover].opponent == nil {
		parts := t.game().Parts(m)
		way := t.choice.spelled(0, route, parts.To)
		t.session.Annotate(func(n *record.Note) {
			if _, has := n.Command(record.RouteCommand); !has {
				n.AddCommand(record.RouteCommand, way)
			}
		})
	}
	t.note(plain, t.say.Move(last.Before, m, last.After))
	if parts := t.game().Parts(m); parts.To != game.NoSpot && t.seats[mover].opponent == nil {
		t.focus = parts.To
	}
	t.refresh()
	travel := t.travel(last.Before, m, last.After, way)
	replay := len(t.ahead) > 0 && t.seats[t.pos().Side()].opponent != nil && t.seats[mover].opponent == nil
	cmd := tea.Batch(travel, t.wake())
	if replay {
		// The same move again after a move was taken back: the same answer.
		cmd = tea.Batch(cmd, t.later(max(t.Pause, 0), replayMsg{t.mind.run}))
	}
	return cmd
}

// reason says an error of the rules in the player's language.
func (t *table) reason(err error) string { return say.Error(t.Catalog, err) }

// tick shows the clock as it runs.
func (t *table) tick() tea.Cmd {
	wait, ok := t.clock.next(t.Now())
	if !ok {
		return nil
	}
	return t.later(wait, tickMsg{t.mind.run})
}

type tickMsg struct{ run int }

// ticked looks whether somebody's time is up.
func (t *table) ticked() tea.Cmd {
	side := t.clock.running
	if t.clock.since.IsZero() || t.clock.now(side, t.Now()) > 0 {
		return t.tick()
	}
	t.clock.stop(t.Now())
	t.session.TimeOut(side)
	t.dirty = true
	t.refresh()
	t.clock.left[side] = 0
	t.hush()
	return t.wake()
}

// knownPlayer is what a player of a record is called: a computer's name is
// translated, a person's stays.
func knownPlayer(c *i18n.Catalog, name string) string {
	switch {
	case strings.HasPrefix(name, "level") && c.Has("level."+name[len("level"):]+".name"), name == "random", name == "greedy", name == "engine":
		return playerName(c, name)
	}
	return name
}
