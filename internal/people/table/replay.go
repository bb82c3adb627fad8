package table

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Replayed is what the stored log of a table has led to.
type Replayed struct {
	// Row is as it has to be stored.
	Row Row
	// Game is nil before the start.
	Game *play.State
	// Options are the terms, and Last is when something happened in the game last.
	Options api.Options
	Last    time.Time
	// Contest is that of which it is a game, "" for none.
	Contest string

	state *state
}

// The kinds of a [Finding].
const (
	FoundStranger = "stranger" // an event of another table
	FoundEarly    = "early"    // an event that happened before the one before it
	FoundTwice    = "twice"    // an event with the message of an earlier one
	FoundEvent    = "event"    // an event that cannot follow
	FoundRow      = "row"      // the row does not follow from the log
)

// Finding is what is wrong with a table as it is stored. It is an error.
type Finding struct {
	Table string
	Kind  string
	Event int64  // 0 for the row
	Other string // the other table, or the number of the earlier event
	Err   error  // why an event cannot follow, or how the row differs
}

// Error says it in English.
func (f *Finding) Error() string {
	switch f.Kind {
	case FoundStranger:
		return fmt.Sprintf("table %s: event %d is one of table %s", f.Table, f.Event, f.Other)
	case FoundEarly:
		return fmt.Sprintf("table %s: event %d happened before the one before it", f.Table, f.Event)
	case FoundTwice:
		return fmt.Sprintf("table %s: event %d is the message of event %s again", f.Table, f.Event, f.Other)
	case FoundRow:
		return fmt.Sprintf("table %s: %v", f.Table, f.Err)
	}
	return fmt.Sprintf("table %s: event %d: %v", f.Table, f.Event, f.Err)
}

// Unwrap returns why.
func (f *Finding) Unwrap() error { return f.Err }

// Replay folds a table as it is stored, every event again. The error is a *[Finding]: the
// first event that cannot follow those before it, or what of the row does not follow from
// the log.
func Replay(row Row, events []Event) (*Replayed, error) {
	st := newState(row)
	messages := map[string]int64{}
	for _, e := range events {
		found := Finding{Table: row.ID, Event: e.Seq}
		before, twice := messages[e.Message]
		switch {
		case e.Table != row.ID:
			found.Kind, found.Other = FoundStranger, e.Table
		case e.At.Before(st.updated):
			found.Kind = FoundEarly
		case twice && e.Message != "":
			found.Kind, found.Other = FoundTwice, strconv.FormatInt(before, 10)
		default:
			if found.Err = st.apply(e); found.Err != nil {
				found.Kind = FoundEvent
			}
		}
		if found.Kind != "" {
			return nil, &found
		}
		messages[e.Message] = e.Seq
	}
	want, err := st.row()
	if err == nil && (row.Seq != want.Seq || row.Game != want.Game || row.Phase != want.Phase || row.Public != want.Public || row.Seats != want.Seats) {
		err = fmt.Errorf("its row says event %d, %s, %s; its log ends with event %d, %s, %s", row.Seq, row.Game, row.Phase, want.Seq, want.Game, want.Phase)
	}
	if err != nil {
		return nil, &Finding{Table: row.ID, Kind: FoundRow, Err: err}
	}
	return &Replayed{Row: want, Game: st.game, Options: st.options, Last: st.ticked, Contest: st.contest, state: st}, nil
}

// Record returns the record of the game, nil before the start. Players are named in
// it by nothing.
func (r *Replayed) Record() *record.Record {
	if r.Game == nil {
		return nil
	}
	rec := r.Game.Record()
	rec.First, rec.Second = "", ""
	rec.Tags = append(rec.Tags, r.state.dateTag())
	rec.Tags = append(rec.Tags, r.state.drawTags()...)
	return rec
}

// CloseTable ends what goes on at a table, as the host of the server may: one at which
// nobody plays yet is closed, a game under way is decided. A game that is over is left
// as it is, which is a refusal.
func (s *Service) CloseTable(ctx context.Context, id string, outcome game.Outcome) error {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	tried := false
	_, err := t.carryOut(ctx, request{arrived: s.now(), beforeHost: true}, func(_ context.Context, st *state, q request) ([]Event, error) {
		going := st.phase == api.Open || st.phase == api.Playing
		if tried && !going {
			return nil, nil // it is done
		}
		tried = going
		switch st.phase {
		case api.Open:
			return encoded(api.EventClosed, payload{})
		case api.Closed:
			return nil, api.Refuse(api.TableClosed)
		}
		// The command may run after a time in which no server did: that is nobody's flag.
		e := play.Event{Kind: play.Adjudicate, Outcome: outcome}
		e.Took = st.untilFlag(q.elapsed)
		return st.hostEvents(e)
	})
	return err
}
