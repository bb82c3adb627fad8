package table

import (
	"context"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// programGone is for how long the program of a game that is no game of days may be away before the server gives it up.
const programGone = time.Minute

// giveUpForProgram ends the game of a program that is long gone while its opponent is here: nobody claims a game of
// who cannot come back. Presence that is not known ends nothing. The lock of the table is held.
func (t *liveTable) giveUpForProgram(ctx context.Context) {
	if t.phase != api.Playing || len(t.watching) == 0 || isSlow(t.options) {
		return
	}
	a := &t.attendance
	if !a.programsKnown {
		for seat, id := range t.seats {
			row, _, err := t.accounts.row(ctx, id)
			if err != nil {
				return // logged; it is looked again soon
			}
			a.programs[seat] = row.Kind == string(api.KindBot) || row.Kind == string(api.KindLevel)
		}
		a.programsKnown = true
	}
	for seat, is := range a.programs {
		away, here, known := a.away(seat, t.now())
		if !is || here || !known || min(away, a.awaited(seat, away, t.now())) < programGone {
			continue
		}
		ctx, cancel := storeContext(ctx)
		_, _ = t.carryOut(ctx, request{arrived: t.now()}, func(_ context.Context, st *state, q request) ([]Event, error) {
			if st.phase != api.Playing {
				return nil, nil
			}
			e := play.Event{Kind: play.Abandon, Side: game.Side(seat), Took: st.untilFlag(q.elapsed)}
			return st.hostEvents(e)
		}) // logged; it is tried again soon
		cancel()
		return
	}
}
