package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/record"
)

// keep puts the game on the shelf if anything was played.
func (t *table) keep() tea.Cmd {
	shelf, id, number, r := t.state()
	if r == nil {
		return nil
	}
	// Before the move is seen it is jotted down; the disk is not waited for here.
	if err := shelf.Jot(id, number, r); err != nil {
		return func() tea.Msg { return keptMsg{err} }
	}
	return func() tea.Msg { return keptMsg{shelf.Put(id, number, r)} }
}

// state is the game as the shelf keeps it; nil where there is nothing new.
func (t *table) state() (*Shelf, string, int, *record.Record) {
	if t.Shelf == nil || !t.dirty {
		return nil, "", 0, nil
	}
	t.dirty = false
	t.states++
	r := t.session.Record()
	r.SetTag(tagSeats, t.seatsText())
	r.SetTag(tagPly, fmt.Sprint(len(t.steps)))
	return t.Shelf, t.id, t.states, r
}

// seatsText names who plays, for the shelf.
func (t *table) seatsText() string {
	if t.study {
		return seatStudy
	}
	var names []string
	for _, s := range t.seats {
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

const seatStudy = "study"

// leave ends what runs for this table and puts its last state on the shelf.
func (t *table) leave() {
	t.mind.stop()
	if shelf, id, number, r := t.state(); r != nil {
		// The terminal may be gone; there is nobody left to tell.
		_ = shelf.Put(id, number, r)
	}
}

// setupOf makes a game of the shelf ready to go on.
func setupOf(k Kept, s *local.Session) Setup {
	setup := Setup{Session: s, ID: k.ID, Clock: controlOf(s.Tags["TimeControl"])}
	seats := strings.Fields(s.Tags[tagSeats])
	setup.Study = len(seats) == 1 && seats[0] == seatStudy
	if len(seats) == 2 {
		for side, name := range seats {
			if name != Person {
				setup.Seats[side] = name
			}
		}
	}
	if setup.Study {
		setup.Clock = Control{}
	}
	var ply int
	if _, err := fmt.Sscan(s.Tags[tagPly], &ply); err == nil && s.Outcome() == game.Ongoing {
		s.GoTo(ply)
	}
	delete(s.Tags, tagSeats)
	delete(s.Tags, tagPly)
	return setup
}
