package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/say"
)

// player is who plays a side.
type player struct {
	name     string // "" for a person, else the opponent's
	opponent Opponent
}

// message is a line of what has happened.
type message struct {
	text  string
	style style
}

// gameScreen is one game on the screen.
type gameScreen struct {
	*app
	number   int
	session  *local.Session
	players  [2]player
	analysis bool
	say      *say.Speaker
	id       string // among the saved games
	states   int    // put there so far
	dirty    bool   // something was played since

	since   time.Time // the last event
	ticks   int       // so far, so that only the last one counts
	refused error     // why the last event was refused, nil where it was not

	engine engineState
	scores map[uint64]Score // by the key of the position; what was judged in analysis
	origin *gameScreen      // the game that is analyzed, nil for none

	pausedToAnalyze bool // the clocks go on when the game is shown again

	// What follows from the position.
	choice   choice
	style    *draw.Style
	steps    []local.Step
	ahead    []local.Step
	captured []capture

	focus        game.Spot
	why          *game.Error // what the last refusal was about
	asked        game.Spot   // and the spot that was asked for
	hoveredClaim game.Piece  // the claim under the mouse
	messages     []message
	typed        *lineEditor
	pressed      game.Spot // where the mouse button went down

	hinges bool
	turned bool
	zen    bool
	held   bool // a forced pass waits for a key

	shown       shownBoard // of the last view, for the mouse
	arrangedFor viewState  // what the plan was made for
	arranged    arrangement
	drawing     drawing
	animation   *animation // of the last move; nil when it is over
	animations  int        // so far
}

// shownBoard is where the last view has put things.
type shownBoard struct {
	grid *draw.Grid
	x, y int
}

func newGameScreen(a *app, s Setup) (*gameScreen, error) {
	a.gameScreens++
	t := &gameScreen{
		app: a, number: a.gameScreens, session: s.Session, analysis: s.Analysis, id: s.ID,
		focus: game.NoSpot, asked: game.NoSpot, pressed: game.NoSpot, scores: map[uint64]Score{},
	}
	var err error
	if t.style, err = draw.StyleOf(s.Session.Game()); err != nil {
		return nil, err
	}
	for side, name := range s.Players {
		t.players[side].name = name
		if name == "" || s.Analysis {
			continue
		}
		if t.players[side].opponent, err = a.Engines.Opponent(t.game(), name, s.Seed); err != nil {
			return nil, err
		}
	}
	if t.id == "" {
		t.id = t.Now().UTC().Format("20060102-150405") + "-" + t.game().ID() + "-" + shortSeed(a.Seed())
	}
	t.engine.lines = 1
	if s.Analysis {
		t.engine.on, t.engine.lines = true, 3
		t.readScores()
	}
	t.updateSpeaker()
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

func (t *gameScreen) game() game.Game { return t.session.Game() }

func (t *gameScreen) pos() game.Position { return t.session.Position() }

func (t *gameScreen) pieces() *draw.Style { return t.style }

// updateSpeaker makes the speaker and names the players.
func (t *gameScreen) updateSpeaker() {
	t.say = say.New(t.game(), t.Catalog)
	people := 0
	for side := range t.players {
		s := game.Side(side)
		if name := t.session.Tags[nameTags[side]]; name != "" {
			t.say.Names[side] = name
		}
		if t.players[side].name != "" {
			t.say.Names[side] = playerName(t.Catalog, t.players[side].name)
			continue
		}
		people++
		if !t.analysis && t.players[s.Other()].name != "" && t.session.Tags[nameTags[side]] == "" {
			t.say.Names[side] = t.t("player.you")
		}
	}
	if people == 1 && !t.analysis {
		side := game.First
		if t.players[game.First].name != "" {
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
func (t *gameScreen) firstFocus() game.Spot {
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
func (t *gameScreen) start() tea.Cmd {
	if t.since.IsZero() {
		t.since = t.Now()
	}
	t.refresh()
	switch {
	case t.session.Ply() > 0:
		t.tell(plain, t.t("cli.resumed", i18n.Args{"n": t.session.Ply()}))
	case t.choice.placing():
		t.tell(dim, t.t("tui.welcome.place"))
	default:
		t.tell(dim, t.t("tui.welcome.move"))
	}
	return t.proceed()
}

// refresh finds out what follows from the position.
func (t *gameScreen) refresh() {
	t.choice = chooseIn(t.pos())
	t.steps, t.ahead = t.session.Played(), t.session.Ahead()
	t.captured = t.captured[:0]
	for _, s := range t.steps {
		t.captured = append(t.captured, capturesOf(s.Before, s.Move, s.After)...)
	}
	t.why, t.asked, t.hoveredClaim, t.held = nil, game.NoSpot, 0, false
	t.typed, t.animation = nil, nil
}

// proceed starts what the position calls for: saving it, the computer's answer, an
// evaluation, a pass, the clock. The computer answers at the end of the line played
// whatever one looks at.
func (t *gameScreen) proceed() tea.Cmd {
	t.engine.renew()
	list := []tea.Cmd{t.autosave(), t.tick()}
	st := t.state()
	switch {
	case t.analysis || st.Over() || st.Paused() || t.players[st.Turn()].opponent == nil:
		t.engine.stopAnswer()
	case t.session.Live() && len(t.ahead) > 0:
		// The same move again after a move was taken back: the same answer.
		t.engine.stopAnswer()
		list = append(list, t.later(max(t.Pause, 0), replayMsg{t.engine.generation}))
	default:
		list = append(list, t.answer())
	}
	if _, pass := t.choice.mustPass(); pass && t.personToMove() && t.Pause > 0 && len(t.ahead) == 0 && !t.analysis && !st.Paused() {
		list = append(list, t.later(passAfter, passMsg{t.engine.generation}))
	}
	return tea.Batch(append(list, t.judge())...)
}

// passAfter is how long a forced pass is shown before it is played.
const passAfter = 4 * time.Second

type passMsg struct{ generation int }

// later sends this game screen a message.
func (t *gameScreen) later(d time.Duration, msg tea.Msg) tea.Cmd {
	return t.after(d, gameMsg{t.number, msg})
}

// over tells whether the game has ended where one stands.
func (t *gameScreen) over() bool { return t.session.Over() }

// personToMove tells whether a person is to move.
func (t *gameScreen) personToMove() bool {
	return !t.over() && t.players[t.pos().Side()].opponent == nil
}

// lookingBack tells whether one looks at another position than the last one.
func (t *gameScreen) lookingBack() bool {
	if t.analysis {
		return len(t.ahead) > 0
	}
	return !t.session.Live()
}

// tell shows a line of what has happened.
func (t *gameScreen) tell(s style, text string) {
	t.messages = append(t.messages, message{text, s})
	if len(t.messages) > 20 {
		t.messages = t.messages[len(t.messages)-20:]
	}
}

// clearMessages forgets what was said.
func (t *gameScreen) clearMessages() { t.messages = nil }

// warn shows why something cannot be done.
func (t *gameScreen) warn(text string) { t.tell(bad, text) }

// play plays a legal move at the position on the screen and says what happened.
// Where one looks back, what is in the way is taken back first.
func (t *gameScreen) play(m game.Move) tea.Cmd {
	mover := t.pos().Side()
	path := t.choice.path
	route := t.chosenRoute(m)
	e := play.Event{Move: t.game().MoveText(m)}
	if len(path) > 1 {
		e.Move = t.choice.spelled(t.choice.claim, path, t.game().Parts(m).To)
	}
	if t.personToMove() {
		t.clearMessages()
	}
	// Whether the flag has fallen and how long the move took is asked at one moment.
	now := t.Now()
	if t.checkFlag(now) {
		return t.flagged()
	}
	if !t.analysis {
		fork := t.fork()
		if plies := t.state().Plies(); fork == t.session.Ply() && fork < len(plies) && plies[fork].Move == m {
			return t.goTo(fork + 1) // the line played goes on with it
		}
		if fork < t.state().Ply() {
			if err := t.apply(play.Event{Kind: play.TakeBack, Side: t.state().Turn(), To: fork}, now); err != nil {
				t.warn(t.reason(err))
				return nil
			}
		}
		e.Took = now.Sub(t.since)
	}
	if err := t.session.PlayAfter(m, e); err != nil {
		t.warn(i18n.Sentence(t.reason(err)))
		return nil
	}
	t.happened(now)
	last, _ := t.session.Last()
	t.tell(plain, t.say.Move(last.Before, m, last.After))
	if parts := t.game().Parts(m); parts.To != game.NoSpot && t.players[mover].opponent == nil {
		t.focus = parts.To
	}
	t.refresh()
	return tea.Batch(t.animate(last.Before, m, last.After, route), t.proceed())
}

// fork returns how many plies the line on the screen shares with the line played.
func (t *gameScreen) fork() int {
	plies := t.state().Plies()
	n := 0
	for n < len(plies) && n < len(t.steps) && plies[n].Move == t.steps[n].Move {
		n++
	}
	return n
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
