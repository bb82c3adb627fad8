package table

import (
	"context"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
	"cairn.example/record"
)

// Record returns the record of the game at a table, with the names of the players
// as they are called now, and with what its layout and sides were drawn from.
func (s *Service) Record(ctx context.Context, id string) (*record.Record, error) {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	if err := t.readNow(ctx); err != nil {
		return nil, err
	}
	st := t.cached.state
	if st.hidden {
		return nil, api.Refuse(api.TableHidden)
	}
	if st.game == nil {
		return nil, api.Refuse(api.TableWaiting)
	}
	r := st.game.Record()
	r.First, r.Second = s.accounts.person(ctx, st.seats[0]).Called(), s.accounts.person(ctx, st.seats[1]).Called()
	r.Tags = append(r.Tags, st.dateTag())
	r.Tags = append(r.Tags, st.drawTags()...)
	return r, nil
}

// dateTag is the day on which the table was made.
func (st *state) dateTag() record.Tag {
	return record.Tag{Name: "Date", Value: st.created.UTC().Format(time.DateOnly)}
}

// drawTags say what layout and sides were drawn from.
func (st *state) drawTags() []record.Tag {
	d := setup.Draw{Table: st.id, Secret: st.reveal.Secret, Nonces: st.reveal.Nonces, Shares: st.reveal.Shares}
	if st.reveal.From != "" {
		d.Table = st.reveal.From
	}
	sides, maker := setup.SidesChosen, game.First
	switch {
	case st.reveal.Drawn:
		sides = setup.SidesDrawn
	case st.swap:
		sides = setup.SidesSwapped
	}
	if st.reveal.Swapped {
		maker = game.Second
	}
	return setup.Tags(d, st.id, st.reveal.Commit, sides, maker)
}
