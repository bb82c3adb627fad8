package tui

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/record"
)

// saver keeps a game among the saved games and writes it to files.
type saver struct {
	*clock
	*said
	id      string // among the saved games
	states  int    // how many states of it were handed to the saved games
	dirty   bool   // something was played since
	unsaved error  // why the last state was not saved, nil where it was
}

// autosave saves the game if anything has happened in it.
func (s *saver) autosave() tea.Cmd {
	saved, id, number, r := s.savedState()
	if r == nil {
		return nil
	}
	screen := s.number
	// The draft is written before the move is shown; the disk is waited for later.
	if err := saved.SaveDraft(id, number, r); err != nil {
		return func() tea.Msg { return gameMsg{screen, keptMsg{err}} }
	}
	return func() tea.Msg { return gameMsg{screen, keptMsg{saved.Save(id, number, r)}} }
}

// keptMsg says that the game was saved among the saved games, or why not.
type keptMsg struct{ err error }

// savedState returns the game as it is saved; a nil record where nothing is new.
func (s *saver) savedState() (*SavedGames, string, int, *record.Record) {
	if s.SavedGames == nil || !s.dirty || !s.traits().kept {
		return nil, "", 0, nil
	}
	s.dirty = false
	s.states++
	r := s.session.Record()
	r.SetTag(tagPlayers, s.playersText())
	ply := s.state().Ply()
	if s.traits().studies {
		ply = len(s.steps)
	}
	r.SetTag(tagPly, fmt.Sprint(ply))
	if s.traits().clocked && !s.state().Over() {
		r.SetTag(tagClocks, fmt.Sprint(s.timeLeft(game.First).Milliseconds(), s.timeLeft(game.Second).Milliseconds()))
	}
	return s.SavedGames, s.id, s.states, r
}

// playersText names who plays, for the saved games.
func (s *saver) playersText() string {
	if s.traits().studies {
		return storedAnalysis
	}
	var names []string
	for _, p := range s.players {
		names = append(names, cmp.Or(p.name, Person))
	}
	return strings.Join(names, " ")
}

// Person stands in stored games and settings for a player who is no computer.
const Person = "person"

const storedAnalysis = "study"

// saveLast saves the last state of a game that is left.
func (s *saver) saveLast() {
	if _, runs := s.state().Running(); runs && s.traits().hosts {
		s.dirty = true // the clocks saved include what was thought since the last move
	}
	if s.states > 0 {
		s.dirty = true // the last save may still be under way and end with the program
	}
	if saved, id, number, r := s.savedState(); r != nil {
		// The terminal may be gone; there is nobody left to tell.
		_ = saved.Save(id, number, r)
	}
}

// setupOf makes a saved game ready to go on.
func setupOf(k SavedGame, s *local.Session) Setup {
	setup := Setup{Session: s, ID: k.ID}
	stored := strings.Fields(s.Tags[tagPlayers])
	setup.Analysis = len(stored) == 1 && stored[0] == storedAnalysis
	if len(stored) == 2 {
		for side, name := range stored {
			if name != Person {
				setup.Players[side] = name
			}
		}
	}
	var ply int
	if _, err := fmt.Sscan(s.Tags[tagPly], &ply); err == nil && setup.Analysis {
		s.GoTo(ply)
	}
	var first, second int64
	if _, err := fmt.Sscan(s.Tags[tagClocks], &first, &second); err == nil && !setup.Analysis && !s.State().Over() {
		// The clocks go on with what they showed when the game was saved. Where they
		// cannot be set, they show what follows from the moves.
		left := [2]time.Duration{time.Duration(first) * time.Millisecond, time.Duration(second) * time.Millisecond}
		_ = s.Apply(play.Event{Kind: play.Adjust, Left: left})
	}
	for _, tag := range []string{tagPlayers, tagPly, tagClocks} {
		delete(s.Tags, tag)
	}
	return setup
}

// unsavedText says where the game could not be saved and why, "" where it is saved.
func (s *saver) unsavedText() string {
	if s.unsaved == nil {
		return ""
	}
	return say.Unwritable(s.Catalog, s.SavedGames.dir, s.unsaved)
}

// leaving does what leaves the game. Where it could not be saved it would be lost, so it is
// tried once more, and then the player is asked.
func (gs *gameScreen) leaving(do func() tea.Cmd) tea.Cmd {
	if gs.unsaved != nil {
		gs.dirty = true
		if saved, id, number, r := gs.savedState(); r != nil {
			gs.unsaved = saved.Save(id, number, r)
		}
	}
	if gs.unsaved == nil {
		return do()
	}
	gs.sure = gs.confirm(gs.t("tui.sure.unsaved", i18n.Args{"reason": gs.unsavedText()}), do)
	return gs.push(gs.sure)
}

// quit ends the program. A second request while the question of a lost game is open is the
// answer to it.
func (a *app) quit() tea.Cmd {
	gs := a.gameScreen()
	if gs == nil || gs.sure != nil && a.top() == screen(gs.sure) {
		return tea.Quit
	}
	return gs.leaving(func() tea.Cmd { return tea.Quit })
}
