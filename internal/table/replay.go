package table

import (
	"context"
	"fmt"

	"cairn.example/game"
	"cairn.example/internal/api"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Replayed is what the stored log of a table has led to.
type Replayed struct {
	// Row is as it has to be stored.
	Row Row
	// Game is nil before the start.
	Game *play.State

	state *state
}

// Replay folds a table as it is stored, every event anew. The error names the first
// event that cannot follow those before it, or says what of the row does not follow
// from the log.
func Replay(row Row, events []Event) (*Replayed, error) {
	st := newState(row)
	messages := map[string]int64{}
	for _, e := range events {
		if e.Table != row.ID {
			return nil, fmt.Errorf("table %s: event %d is one of table %s", row.ID, e.Seq, e.Table)
		}
		if e.At.Before(st.updated) {
			return nil, fmt.Errorf("table %s: event %d happened before the one before it", row.ID, e.Seq)
		}
		if before, twice := messages[e.Message]; twice && e.Message != "" {
			return nil, fmt.Errorf("table %s: event %d is the message of event %d again", row.ID, e.Seq, before)
		}
		messages[e.Message] = e.Seq
		if err := st.apply(e); err != nil {
			return nil, fmt.Errorf("table %s: event %d: %w", row.ID, e.Seq, err)
		}
	}
	want, err := st.row()
	if err != nil {
		return nil, err
	}
	if row.Seq != want.Seq || row.Game != want.Game || row.Phase != want.Phase || row.Public != want.Public || row.Seats != want.Seats {
		return nil, fmt.Errorf("table %s: its row says event %d, %s, %s; its log ends with event %d, %s, %s",
			row.ID, row.Seq, row.Game, row.Phase, want.Seq, want.Game, want.Phase)
	}
	return &Replayed{Row: want, Game: st.game, state: st}, nil
}

// Record returns the record of the game, nil before the start. Players are named in
// it by nothing.
func (r *Replayed) Record() *record.Record {
	if r.Game == nil {
		return nil
	}
	rec := r.Game.Record()
	rec.First, rec.Second = "", ""
	rec.Tags = append(rec.Tags, r.state.drawTags()...)
	return rec
}

// CloseTable ends what goes on at a table, as the host of the server may: one at which
// nobody plays yet is closed, a game under way is decided. A game that is over is left
// as it is, which is a refusal.
func (s *Service) CloseTable(ctx context.Context, id string, outcome game.Outcome) error {
	t := s.use(id)
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	ctx, cancel := storeContext(ctx)
	defer cancel()
	tried := false
	_, err := s.carryOut(ctx, t, request{arrived: s.now(), first: true}, func(_ context.Context, st *state, q request) ([]Event, error) {
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
		e.Took, _ = st.took(e, q.elapsed, 0)
		return s.hostEvents(st, e)
	})
	return err
}
