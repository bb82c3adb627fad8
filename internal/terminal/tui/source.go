package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// gameSource is the game behind a game screen: at home, at a table of people, a puzzle or
// an analysis. The screen does what is alike in all of them; what is not it asks here, and
// never which of them it is.
type gameSource interface {
	// branches reports whether every position of a line may be stepped to and gone on from,
	// and what was played stays as a variation. Else there is one line, which going on
	// from an earlier position takes back.
	branches() bool

	// end is how the game ended, as far as no move can be made for it at the position
	// shown; the zero value says that moves can be made.
	end() play.End

	// clocked reports whether there are clocks to show.
	clocked() bool

	// timed reports whether time is measured here: the time thought is noted with each
	// event, and the clocks can be paused.
	timed() bool

	// contested reports whether a result is agreed here: one can resign, offer a draw and
	// abort, and that is an event of the game at once.
	contested() bool

	// answers reports whether moves are answered: a computer player moves at its turn, and a
	// forced pass is played after a while.
	answers() bool

	// studies reports whether the engine is a tool of study: it searches as long as one
	// looks, its lines and the graph of the game are shown, and a whole game can be judged.
	studies() bool

	// analyzable reports whether the game can be opened for analysis now.
	analyzable() bool

	// another begins another game like this one.
	another() tea.Cmd

	// heading is what is said before the name of the game, "" for nothing; playersText
	// names who plays, for the saved games.
	heading() string
	playersText() string

	// kept reports whether the game is one of the saved games of this computer.
	kept() bool

	// flags reports whether flags are called here and not elsewhere.
	flags() bool

	// clockState is the state that the clocks follow, elapsed the time since its last event.
	clockState() *play.State
	elapsed() time.Duration

	// nextTick says when to look at the clocks again, which show left now and fall at
	// deadline where one runs; false for never.
	nextTick(left, deadline time.Duration, runs bool) (time.Duration, bool)

	// personToMove reports whether the person at the keyboard is to move.
	personToMove() bool

	// listener is the side of that person, nil where there is none or both are.
	listener() *game.Side

	// start says how things stand when the game is shown first, or again.
	start() tea.Cmd

	// play plays a legal move.
	play(m game.Move, e play.Event, now time.Time) tea.Cmd

	// update hears messages that only this kind of game gets.
	update(msg tea.Msg) tea.Cmd

	// leave stops what runs for the game, close is called at the end of the program.
	leave()
	close()

	// key, do and command say what a key means, and do what a command or a typed word
	// means, where that is another thing than at home; false for what means the same.
	key(name string) (doMsg, bool)
	do(what command) (tea.Cmd, bool)
	command(word, rest string) (tea.Cmd, bool)

	// cancel takes back what is chosen for later; false where there is nothing.
	cancel() bool

	// premoving reports whether a move can be prepared for the next turn.
	premoving() bool

	// status is whose turn it is or what is to be done; false where that is as at home.
	status() (string, style, bool)

	// tellTurn says why the person cannot move now.
	tellTurn()

	// windowTitle is the title of the terminal's window; false where it is as at home.
	windowTitle() (string, bool)

	// notices are what waits for somebody: they stand below the messages as long as they
	// hold. With steady they must not cover what is above the keys.
	notices() (list []message, steady bool)

	// presence says in a word whether the player of a side is here, "" where that goes
	// without saying.
	presence(side game.Side) string

	// mark marks on the board what is prepared; suggested is the move that the board shows as
	// a suggestion for the position, false where there is none.
	mark(b *draw.Board)
	suggested() (game.Move, bool)

	// talk draws what people say to each other at the end of a column; hideTalk is called
	// where there is no room for it.
	talk(c *column)
	hideTalk()

	// menu lists what can be done, keyLine adds the keys that make sense now.
	menu() *dialog
	keyLine(add addKey, enter string)
}

// homeGame is a game at home, between people at this computer and its players. The other
// sources differ from it.
type homeGame struct{ gs *gameScreen }

func (h homeGame) branches() bool                         { return false }
func (h homeGame) end() play.End                          { return h.gs.session.End() }
func (h homeGame) clocked() bool                          { return h.gs.state().Clocked() }
func (h homeGame) timed() bool                            { return true }
func (h homeGame) contested() bool                        { return true }
func (h homeGame) answers() bool                          { return true }
func (h homeGame) studies() bool                          { return false }
func (h homeGame) analyzable() bool                       { return true }
func (h homeGame) another() tea.Cmd                       { return h.gs.newGame() }
func (h homeGame) heading() string                        { return "" }
func (h homeGame) playersText() string                    { return h.gs.playersText() }
func (h homeGame) kept() bool                             { return true }
func (h homeGame) flags() bool                            { return true }
func (h homeGame) clockState() *play.State                { return h.gs.state() }
func (h homeGame) elapsed() time.Duration                 { return h.gs.Now().Sub(h.gs.since) }
func (h homeGame) update(tea.Msg) tea.Cmd                 { return nil }
func (h homeGame) leave()                                 {}
func (h homeGame) close()                                 {}
func (h homeGame) key(string) (doMsg, bool)               { return doMsg{}, false }
func (h homeGame) do(command) (tea.Cmd, bool)             { return nil, false }
func (h homeGame) command(string, string) (tea.Cmd, bool) { return nil, false }
func (h homeGame) cancel() bool                           { return false }
func (h homeGame) premoving() bool                        { return false }
func (h homeGame) status() (string, style, bool)          { return "", plain, false }
func (h homeGame) windowTitle() (string, bool)            { return "", false }
func (h homeGame) presence(game.Side) string              { return "" }
func (h homeGame) mark(*draw.Board)                       {}
func (h homeGame) talk(*column)                           {}
func (h homeGame) hideTalk()                              {}

func (h homeGame) nextTick(left, deadline time.Duration, runs bool) (time.Duration, bool) {
	return max(min(untilChange(left), deadline-h.gs.elapsed()), time.Millisecond), runs
}

// untilChange is how long a clock that shows left shows the same.
func untilChange(left time.Duration) time.Duration {
	if left <= lowTime {
		return 100 * time.Millisecond
	}
	return left%time.Second + 5*time.Millisecond // a little more, or rounding shows the old second
}

func (h homeGame) personToMove() bool {
	gs := h.gs
	return !gs.over() && gs.players[gs.pos().Side()].opponent == nil
}

func (h homeGame) listener() *game.Side {
	people := 0
	var side game.Side
	for s := range h.gs.players {
		if h.gs.players[s].name == "" {
			people, side = people+1, game.Side(s)
		}
	}
	if people != 1 {
		return nil
	}
	return &side
}

func (h homeGame) start() tea.Cmd {
	gs := h.gs
	switch {
	case gs.over(): // the status says it
	case gs.session.Ply() > 0:
		gs.tell(plain, gs.t("cli.resumed", i18n.Args{"n": gs.session.Ply()}))
	case gs.choice.placing():
		gs.tell(dim, gs.t("tui.welcome.place"))
	default:
		gs.tell(dim, gs.t("tui.welcome.move"))
	}
	return nil
}

// play plays a move at the position on the screen and says what happened. Where one looks
// back, what is in the way is taken back first.
func (h homeGame) play(m game.Move, e play.Event, now time.Time) tea.Cmd {
	gs := h.gs
	route := gs.chosenRoute(m)
	if gs.checkFlag(now) {
		return gs.flagged()
	}
	fork := gs.fork()
	if plies := gs.state().Plies(); fork == gs.session.Ply() && fork < len(plies) && plies[fork].Move == m {
		return gs.goTo(fork + 1) // the line played goes on with it
	}
	if fork < gs.state().Ply() {
		if err := gs.apply(play.Event{Kind: play.TakeBack, Side: gs.state().Turn(), To: fork}, now); err != nil {
			gs.warn(gs.reason(err))
			return nil
		}
	}
	e.Took = now.Sub(gs.since)
	return gs.played(m, e, now, route)
}

// notices say that the game could not be saved.
func (h homeGame) notices() (list []message, steady bool) {
	if reason := h.gs.unsavedText(); reason != "" {
		list = append(list, message{h.gs.t("tui.unsaved", i18n.Args{"reason": reason}), bad})
	}
	return list, false
}

// suggested is the hint that was asked for.
func (h homeGame) suggested() (game.Move, bool) {
	if hint := h.gs.engine.hint; hint != nil {
		return hint.Moves[0], true
	}
	return 0, false
}

func (h homeGame) tellTurn() {
	gs := h.gs
	gs.clearMessages()
	switch {
	case gs.over():
		gs.tell(strong, gs.result())
	case gs.lookingBack():
		gs.warn(gs.t("tui.back.computer"))
	default:
		gs.tell(dim, gs.t("ui.thinking", i18n.Args{"player": gs.say.Player(gs.pos().Side())}))
	}
}

func (h homeGame) menu() *dialog { return h.gs.homeMenu() }

func (h homeGame) keyLine(add addKey, enter string) { h.gs.homeKeys(add, enter) }
