package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
)

// mode is the kind of game that a game screen shows: [homeMode], [analysisMode],
// [tableMode] or [puzzleMode]. A mode owns the state that only its kind has. The screen does what all kinds
// have in common, and asks the mode for the rest.
type mode interface {
	traits() traits

	// commands lists what can be done, in the order of the menu; foot names the keys that
	// the last line may show, the most needed first.
	commands() (list []command, foot string)

	// welcome says how things stand when the game is shown first, or again.
	welcome() tea.Cmd

	// canMove reports whether the person at the keyboard is to move.
	canMove() bool

	// move plays a legal move of that person, or of a computer player.
	move(m game.Move, e play.Event, now time.Time) tea.Cmd

	// outOfTurn answers a tap on a spot, or a typed move, while the person cannot move.
	outOfTurn(s game.Spot, text string) tea.Cmd

	// notes returns what the mode shows besides the game.
	notes() notes
}

// A mode may also have
//
//	hear(msg tea.Msg) tea.Cmd // takes messages that only this kind of game gets
//	stop()                    // stops what runs for the game
//	closed()                  // is called at the end of the program

// traits are what the screen has to know about the kind of its game.
type traits struct {
	// studies: the game is looked through and tried out. Every position of a line may be
	// stepped to and gone on from, and what was played stays as a variation; nobody answers a
	// move; the engine searches as long as the position is shown, and its lines and the graph are shown.
	// Else there is one line, which going on from an earlier position takes back.
	studies bool

	// hosts: this program measures the time, calls flags, and ends the game by resignation,
	// agreement or an abort, each of which is an event of the game at once.
	hosts bool

	clocked bool    // there are clocks to show
	kept    bool    // the game is one of the saved games of this computer
	seats   [2]bool // which sides the person at the keyboard plays
}

// notes are what a mode shows besides the game.
type notes struct {
	status message // whose turn it is, or what is to be done
	title  string  // of the terminal's window, "" for the usual one

	// notices are what waits for somebody: they stand below the messages as long as they
	// hold. Steady ones must not cover what is above the keys.
	notices []message
	steady  bool

	// presence says in a word whether the player of a side is here, "" where that goes
	// without saying.
	presence [2]string

	suggested game.Move           // shown on the board, 0 for none
	mark      func(b *draw.Board) // marks on the board what is prepared; nil for nothing

	talk *talk // what people say to each other, nil where nobody does
}

// talk is the end of a conversation.
type talk struct {
	heads []string // the first one that fits stands above
	lines []message
}
