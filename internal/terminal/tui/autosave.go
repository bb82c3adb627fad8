package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// autosave saves the game if anything has happened in it.
func (gs *gameScreen) autosave() tea.Cmd {
	saved, id, number, r := gs.savedState()
	if r == nil {
		return nil
	}
	screen := gs.number
	// The draft is written before the move is shown; the disk is waited for later.
	if err := saved.SaveDraft(id, number, r); err != nil {
		return func() tea.Msg { return savedGameMsg{screen, err} }
	}
	return func() tea.Msg { return savedGameMsg{screen, saved.Save(id, number, r)} }
}

// savedState returns the game as it is saved; a nil record where nothing is new.
func (gs *gameScreen) savedState() (*SavedGames, string, int, *record.Record) {
	if gs.SavedGames == nil || !gs.dirty || !gs.source.kept() {
		return nil, "", 0, nil
	}
	gs.dirty = false
	gs.states++
	r := gs.session.Record()
	r.SetTag(tagPlayers, gs.source.playersText())
	ply := gs.state().Ply()
	if gs.source.branches() {
		ply = len(gs.steps)
	}
	r.SetTag(tagPly, fmt.Sprint(ply))
	if gs.source.clocked() && !gs.state().Over() {
		r.SetTag(tagClocks, fmt.Sprint(gs.timeLeft(game.First).Milliseconds(), gs.timeLeft(game.Second).Milliseconds()))
	}
	return gs.SavedGames, gs.id, gs.states, r
}

// playersText names who plays, for the saved games.
func (gs *gameScreen) playersText() string {
	var names []string
	for _, s := range gs.players {
		name := s.name
		if name == "" {
			name = Person
		}
		names = append(names, name)
	}
	return strings.Join(names, " ")
}

// Person stands in stored games and settings for a player who is no computer.
const Person = "person"

const storedAnalysis = "study"

// leave stops what runs for this game and saves its last state.
func (gs *gameScreen) leave() {
	gs.engine.stop()
	gs.source.leave()
	if _, runs := gs.state().Running(); runs && gs.source.timed() {
		gs.dirty = true // the clocks saved include what was thought since the last move
	}
	if gs.states > 0 {
		gs.dirty = true // the last save may still be under way and end with the program
	}
	if saved, id, number, r := gs.savedState(); r != nil {
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
	st := s.State()
	var ply int
	if _, err := fmt.Sscan(s.Tags[tagPly], &ply); err == nil {
		if setup.Analysis {
			s.GoTo(ply)
		} else if !s.Over() && ply >= 0 && ply < st.Ply() {
			// Older versions saved what was taken back as part of the game.
			_ = s.Apply(play.Event{Kind: play.TakeBack, Side: st.Turn(), To: ply})
		}
	}
	var first, second int64
	if _, err := fmt.Sscan(s.Tags[tagClocks], &first, &second); err == nil && !setup.Analysis && !st.Over() {
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
