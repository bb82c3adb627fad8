package api

import (
	"errors"
	"fmt"
	"slices"
)

// Apply brings a picture of a table up to date with the next event, as the reader with
// the id me sees it; "" is nobody. The game and its end are the reader's to follow: of
// an event of the game only the number and the time are taken. The error says that
// no server sends such an event; nothing has changed then.
//
// A server makes each picture from its log; the page has the same function,
// afterEvent. A test holds all three to the same tables.
func (t *Table) Apply(e *Event, me string) error {
	switch e.Kind {
	case EventOpened, EventPlay:
	case EventSat:
		if e.Seat < 0 || e.Seat > 1 {
			return fmt.Errorf("there is no seat %d", e.Seat)
		}
		t.Seats[e.Seat] = e.Person
		t.You = t.role(me, Sitter, Sitter)
	case EventStarted:
		if e.Seats != nil {
			t.Seats = [2]*Person{&e.Seats[0], &e.Seats[1]}
		}
		t.You = t.role(me, First, Second)
		t.Phase, t.Reveal = Playing, e.Reveal
		t.endWait()
	case EventTerms:
		if e.Options == nil {
			return errors.New("terms that are none")
		}
		t.Options, t.Asks = *e.Options, nil
		if e.Person != nil {
			t.Seats[0] = e.Person
		}
	case EventAsked:
		if e.Person == nil {
			return errors.New("nobody asks")
		}
		t.Asks = slices.DeleteFunc(slices.Clone(t.Asks), func(a Ask) bool { return a.Person.ID == e.Person.ID })
		if e.Options != nil {
			t.Asks = append(t.Asks, Ask{Person: *e.Person, Options: *e.Options})
		}
	case EventClosed:
		t.Phase = Closed
		t.endWait()
	case EventRematch:
		t.Rematch = e.Rematch
	case EventShown:
		t.Hidden = false
	case EventHold, EventResume:
		away := [2]int64{}
		if t.Away != nil {
			away = *t.Away
		}
		away[e.Seat&1] = e.Until
		if t.Away = &away; away == [2]int64{} {
			t.Away = nil
		}
	default:
		return fmt.Errorf("there is no event of kind %q", e.Kind)
	}
	t.Seq, t.Updated = e.Seq, e.At
	return nil
}

// endWait drops what is only known while a seat is free.
func (t *Table) endWait() {
	t.Asks, t.Reserved, t.Kept, t.For = nil, false, false, nil
}

// role is what somebody is who may have one of the seats.
func (t *Table) role(me string, first, second Role) Role {
	for seat, p := range t.Seats {
		if me != "" && p != nil && p.ID == me {
			return [2]Role{first, second}[seat]
		}
	}
	return Watcher
}
