package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
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
	number  int
	session *local.Session
	source  gameSource
	table   *tableState // of a [tableGame]
	players [2]player
	say     *say.Speaker
	id      string // among the saved games
	states  int    // how many states of it were handed to the saved games
	dirty   bool   // something was played since
	unsaved error  // why the last state was not saved, nil where it was

	sure *dialog // asks whether a game that is not saved is left, nil before

	since   time.Time // the last event
	looked  time.Time // when time was last measured
	ticks   int       // so far, so that only the last one counts
	listens int       // so far, likewise
	refused error     // why the last event was refused, nil where it was not

	engine engineState
	scores map[uint64]Score // by the key of the position; what was judged in analysis
	origin *gameScreen      // the game that is analyzed, nil for none

	training *puzzleState // of a [puzzleGame]

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
	arrangedFor viewState  // what arranged was made for
	arranged    arrangement
	drawing     drawing
	animation   *animation // of the last move; nil when it is over
	animations  int        // so far
}

// shownBoard is where the last view has put things.
type shownBoard struct {
	grid *draw.Grid
	x, y int

	result bool // the panel says in full how the game ended
}

func newGameScreen(a *app, s Setup) (*gameScreen, error) {
	a.gameScreens++
	gs := &gameScreen{
		app: a, number: a.gameScreens, session: s.Session, id: s.ID,
		focus: game.NoSpot, asked: game.NoSpot, pressed: game.NoSpot, scores: map[uint64]Score{},
	}
	gs.source = homeGame{gs}
	if s.Analysis {
		gs.source = analysisGame{homeGame{gs}}
	}
	var err error
	if gs.style, err = draw.StyleOf(s.Session.Game()); err != nil {
		return nil, err
	}
	for side, name := range s.Players {
		gs.players[side].name = name
		if name == "" || s.Analysis {
			continue
		}
		if gs.players[side].opponent, err = a.Engines.Opponent(gs.game(), name, s.Seed); err != nil {
			return nil, err
		}
	}
	if gs.id == "" {
		gs.id = gs.Now().UTC().Format("20060102-150405") + "-" + gs.game().ID() + "-" + shortSeed(a.Seed())
	}
	gs.engine.lines = 1
	if s.Analysis {
		gs.engine.on, gs.engine.lines = true, 3
		gs.readScores()
	}
	gs.updateSpeaker()
	gs.focus = gs.firstFocus()
	return gs, nil
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

func (gs *gameScreen) game() game.Game { return gs.session.Game() }

func (gs *gameScreen) pos() game.Position { return gs.session.Position() }

func (gs *gameScreen) pieces() *draw.Style { return gs.style }

// updateSpeaker makes the speaker and names the players.
func (gs *gameScreen) updateSpeaker() {
	gs.say = say.New(gs.game(), gs.Catalog)
	for side := range gs.players {
		s := game.Side(side)
		if name := gs.session.Tags[local.NameTag(game.Side(side))]; name != "" {
			gs.say.Names[side] = say.KnownPlayer(gs.Catalog, name)
		}
		if gs.players[side].name != "" {
			gs.say.Names[side] = say.ComputerName(gs.Catalog, gs.players[side].name)
			continue
		}
		if gs.source.answers() && gs.players[s.Other()].name != "" && gs.session.Tags[local.NameTag(game.Side(side))] == "" {
			gs.say.Names[side] = gs.t("player.you")
		}
	}
	gs.say.Listener = gs.source.listener()
}

// firstFocus is the spot nearest the middle of the board.
func (gs *gameScreen) firstFocus() game.Spot {
	l := gs.game().Layout()
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
func (gs *gameScreen) start() tea.Cmd {
	if gs.since.IsZero() {
		gs.since = gs.Now()
		gs.looked = gs.since
	}
	gs.refresh()
	cmd := gs.source.start()
	return tea.Batch(cmd, gs.proceed())
}

// refresh finds out what follows from the position.
func (gs *gameScreen) refresh() {
	gs.choice = chooseIn(gs.pos())
	gs.steps, gs.ahead = gs.session.Played(), gs.session.Ahead()
	gs.captured = gs.captured[:0]
	for _, s := range gs.steps {
		gs.captured = append(gs.captured, capturesOf(s.Before, s.Move, s.After)...)
	}
	gs.why, gs.asked, gs.hoveredClaim, gs.held = nil, game.NoSpot, 0, false
	gs.typed, gs.animation = nil, nil
}

// proceed starts what the position calls for: saving it, the computer's answer, an
// evaluation, a pass, the clock. The computer answers at the end of the line played
// whatever one looks at.
func (gs *gameScreen) proceed() tea.Cmd {
	gs.engine.renew()
	list := []tea.Cmd{gs.autosave(), gs.tick()}
	st := gs.state()
	switch {
	case !gs.source.answers() || st.Over() || st.Paused() || gs.players[st.Turn()].opponent == nil:
		gs.engine.stopAnswer()
	case gs.session.Live() && len(gs.ahead) > 0:
		// The same move again after a move was taken back: the same answer.
		gs.engine.stopAnswer()
		list = append(list, gs.later(max(gs.Pause, 0), replayMsg{gs.engine.generation}))
	default:
		list = append(list, gs.answer())
	}
	if _, pass := game.ForcedPass(gs.choice.pos); pass && gs.source.answers() && gs.personToMove() && gs.Pause > 0 && len(gs.ahead) == 0 && !st.Paused() {
		list = append(list, gs.later(passAfter, passMsg{gs.engine.generation}))
	}
	return tea.Batch(append(list, gs.judge())...)
}

// passAfter is how long a forced pass is shown before it is played.
const passAfter = 4 * time.Second

type passMsg struct{ generation int }

// later sends this game screen a message.
func (gs *gameScreen) later(d time.Duration, msg tea.Msg) tea.Cmd {
	return gs.after(d, gameMsg{gs.number, msg})
}

// over reports whether the game has ended, so that no move can be made at the position shown.
func (gs *gameScreen) over() bool { return gs.source.end().Over }

// personToMove reports whether a person is to move.
func (gs *gameScreen) personToMove() bool { return gs.source.personToMove() }

// lookingBack reports whether one looks at another position than the last one.
func (gs *gameScreen) lookingBack() bool {
	if gs.source.branches() {
		return len(gs.ahead) > 0
	}
	return !gs.session.Live()
}

// tell shows a line of what has happened.
func (gs *gameScreen) tell(s style, text string) {
	gs.messages = append(gs.messages, message{text, s})
	if len(gs.messages) > 20 {
		gs.messages = gs.messages[len(gs.messages)-20:]
	}
}

// clearMessages forgets what was said.
func (gs *gameScreen) clearMessages() { gs.messages = nil }

// warn shows why something cannot be done, once where the same is tried again.
func (gs *gameScreen) warn(text string) {
	why := message{text, bad}
	if n := len(gs.messages); n > 0 && gs.messages[n-1] == why {
		return
	}
	gs.tell(bad, text)
}

// play plays a legal move at the position on the screen and says what happened.
func (gs *gameScreen) play(m game.Move) tea.Cmd {
	path := gs.choice.path
	e := play.Event{Move: gs.game().MoveText(m)}
	if len(path) > 1 {
		e.Move = gs.choice.spelled(gs.choice.claim, path, gs.game().Parts(m).To)
	}
	if gs.personToMove() {
		gs.clearMessages()
	}
	// Whether the flag has fallen and how long the move took is asked at one moment.
	return gs.source.play(m, e, gs.Now())
}

// played plays a move in a game of this computer and shows it by way of a route.
func (gs *gameScreen) played(m game.Move, e play.Event, now time.Time, route []game.Spot) tea.Cmd {
	mover := gs.pos().Side()
	if err := gs.session.PlayAfter(m, e); err != nil {
		gs.warn(i18n.Sentence(gs.reason(err)))
		return nil
	}
	gs.happened(now)
	last, _ := gs.session.Last()
	gs.tell(plain, gs.say.Move(last.Before, m, last.After))
	if parts := gs.game().Parts(m); parts.To != game.NoSpot && gs.players[mover].opponent == nil {
		gs.focus = parts.To
	}
	gs.refresh()
	return tea.Batch(gs.animate(last.Before, m, last.After, route), gs.proceed())
}

// fork returns how many plies the line on the screen shares with the line played.
func (gs *gameScreen) fork() int {
	plies := gs.state().Plies()
	n := 0
	for n < len(plies) && n < len(gs.steps) && plies[n].Move == gs.steps[n].Move {
		n++
	}
	return n
}
