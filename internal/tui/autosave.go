package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/record"
)

// keep writes the game among the saved games if anything was played.
func (t *gameScreen) keep() tea.Cmd {
	saved, id, number, r := t.state()
	if r == nil {
		return nil
	}
	// Before the move is seen it is jotted down; the disk is not waited for here.
	if err := saved.SaveDraft(id, number, r); err != nil {
		return func() tea.Msg { return savedGameMsg{err} }
	}
	return func() tea.Msg { return savedGameMsg{saved.Save(id, number, r)} }
}

// state is the game as it is saved; nil where there is nothing new.
func (t *gameScreen) state() (*SavedGames, string, int, *record.Record) {
	if t.SavedGames == nil || !t.dirty {
		return nil, "", 0, nil
	}
	t.dirty = false
	t.states++
	r := t.session.Record()
	r.SetTag(tagPlayers, t.playersText())
	r.SetTag(tagPly, fmt.Sprint(len(t.steps)))
	return t.SavedGames, t.id, t.states, r
}

// playersText names who plays, for the saved games.
func (t *gameScreen) playersText() string {
	if t.analysis {
		return storedAnalysis
	}
	var names []string
	for _, s := range t.players {
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

// leave ends what runs for this table and puts its last state among the saved games.
func (t *gameScreen) leave() {
	t.engine.stop()
	if saved, id, number, r := t.state(); r != nil {
		// The terminal may be gone; there is nobody left to tell.
		_ = saved.Save(id, number, r)
	}
}

// setupOf makes a game of the saved games ready to go on.
func setupOf(k SavedGame, s *local.Session) Setup {
	setup := Setup{Session: s, ID: k.ID, Clock: controlOf(s.Tags["TimeControl"])}
	stored := strings.Fields(s.Tags[tagPlayers])
	setup.Analysis = len(stored) == 1 && stored[0] == storedAnalysis
	if len(stored) == 2 {
		for side, name := range stored {
			if name != Person {
				setup.Players[side] = name
			}
		}
	}
	if setup.Analysis {
		setup.Clock = Control{}
	}
	var ply int
	if _, err := fmt.Sscan(s.Tags[tagPly], &ply); err == nil && s.Outcome() == game.Ongoing {
		s.GoTo(ply)
	}
	delete(s.Tags, tagPlayers)
	delete(s.Tags, tagPly)
	return setup
}
