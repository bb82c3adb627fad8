package table

import (
	"cairn.example/internal/people/api"
)

// Seated is a table at which two people are seated by somebody else, such as a contest.
type Seated struct {
	// ID is given, so that to make the table once more makes no second one. It must be one that nobody can guess: see NewID.
	ID      string
	Options api.Options
	// People are First and Second, and Nonces their shares of the layout, drawn where they are "".
	People, Nonces [2]string
	// Contest is what the game is part of.
	Contest string
	// Same is a table with the same people whose layout is played once more, "" for a new one.
	Same string
	// Notices are stored with the table.
	Notices []Notice
}

// seat makes the events of a table whose game begins at once.
func seat(row Row, p payload, a Seated) (*state, []Event, error) {
	st := newState(row)
	var events []Event
	add := func(more []Event, err error) error {
		if err != nil {
			return err
		}
		for _, e := range more {
			e.Table, e.Seq, e.At = row.ID, st.seq+1, row.Created
			if err := st.apply(e); err != nil {
				return err
			}
			events = append(events, e)
		}
		return nil
	}
	if err := add(encoded(api.EventOpened, p)); err != nil {
		return nil, nil, err
	}
	if err := add(encoded(api.EventSat, payload{Seat: 1, Person: a.People[1], Nonce: a.Nonces[1]})); err != nil {
		return nil, nil, err
	}
	err := add(st.start())
	return st, events, err
}
