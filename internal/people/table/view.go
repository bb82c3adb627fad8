package table

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
)

// View returns a table as a person may see it.
func (s *Service) View(ctx context.Context, person, id string) (*api.Table, error) {
	t, ctx, unlock := s.tables.lock(ctx, id)
	defer unlock()
	if err := t.readNow(ctx); err != nil {
		return nil, err
	}
	if err := refuseHidden(t.hidden, t.seats, person); err != nil {
		return nil, err
	}
	return t.picture(ctx, person)
}

// picture is a table as a person may see it. The lock is held and the state there.
func (t *liveTable) picture(ctx context.Context, person string) (*api.Table, error) {
	st := t.cached.state
	if st.phase == api.Over && st.options.Rated && t.ended == nil {
		t.readEnded(ctx) // first, since the players are shown with the ratings after it
	}
	view := &api.Table{
		ID: st.id, Options: st.options, Phase: st.phase, You: st.role(person), Seats: t.accounts.players(ctx, st.seats, st.options),
		Commit: st.commit, Seq: st.seq,
		Created: api.Millis(st.created), Updated: api.Millis(st.updated), Rematch: st.rematch, Presence: t.attendance.presenceOf(),
		Reserved: st.phase == api.Open && st.reserved != "", From: st.from, Contest: st.contest, Hidden: st.hidden,
	}
	if view.Reserved && st.reserved == person {
		view.Kept = true
	}
	if st.isInvitation() && view.You == api.Sitter {
		whom := t.accounts.player(ctx, st.reserved, st.options)
		view.For = &whom
	}
	for _, a := range st.asks {
		view.Asks = append(view.Asks, api.Ask{Person: t.accounts.player(ctx, a.person, st.options), Options: a.options})
	}
	if st.phase == api.Playing {
		view.Elapsed = t.shownElapsed()
	}
	if st.game != nil {
		view.Reveal = st.reveal
		log, err := json.Marshal(st.game.Log())
		if err != nil {
			return nil, t.fault("log", t.id, err)
		}
		view.Log, view.Clocks = log, t.clocks(st)
		if !st.awayUntil().IsZero() {
			view.Away = &[2]int64{api.Millis(st.away[0]), api.Millis(st.away[1])}
		}
	}
	if st.phase == api.Over {
		t.noteEnded(ctx, view, st)
	}
	return view, nil
}

// clocks are what both players have left now; nil without a clock. The lock of the table is held.
func (t *liveTable) clocks(st *state) *[2]int64 {
	if st.game == nil || !st.game.Clocked() {
		return nil
	}
	var elapsed time.Duration
	if st.phase == api.Playing {
		elapsed = max(0, time.Duration(t.shownElapsed())*time.Millisecond)
	}
	return &[2]int64{st.game.Left(game.First, elapsed).Milliseconds(), st.game.Left(game.Second, elapsed).Milliseconds()}
}

// mostMine is how many tables of each kind are listed as one's own.
const mostMine = 100

// Mine returns the tables of a person, the newest first. However many games have ended since, those that are open or
// played at are among them: in a game of days one may be waited for.
func (s *Service) Mine(ctx context.Context, person string) (api.Tables, error) {
	if person == "" {
		return api.Tables{}, api.Refuse(api.MeNeeded)
	}
	var rows []Row
	listed := map[string]bool{}
	for _, phase := range []api.Phase{api.Playing, api.Open, ""} {
		some, err := s.store.List(ctx, Query{Person: person, Phase: string(phase), Limit: mostMine})
		if err != nil {
			return api.Tables{}, s.fault("list", "", err)
		}
		for _, row := range some {
			if !listed[row.ID] {
				listed[row.ID] = true
				rows = append(rows, row)
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b Row) int { return b.Updated.Compare(a.Updated) })
	list := api.Tables{Tables: []api.Brief{}}
	for _, row := range rows {
		list.Tables = append(list.Tables, s.tables.brief(ctx, row, person))
	}
	return list, nil
}

// summaryOf reads the summary of a row.
func summaryOf(row Row) (sum summary) {
	_ = json.Unmarshal(row.Summary, &sum) // what cannot be read is not shown
	return sum
}

// brief is a table in a list.
func (l *Tables) brief(ctx context.Context, row Row, person string) api.Brief {
	sum := summaryOf(row)
	phase := api.Phase(row.Phase)
	return api.Brief{
		ID: row.ID, Options: sum.Options, Phase: phase, You: roleOf(row.Seats, phase, person), Seats: l.accounts.players(ctx, row.Seats, sum.Options),
		Position: sum.Position, Ply: sum.Ply, Turn: sum.Turn, Outcome: sum.Outcome, Watchers: l.watchersOf(row.ID),
		Updated: api.Millis(row.Updated), Deadline: sum.Flag, Rematch: sum.Rematch,
	}
}
