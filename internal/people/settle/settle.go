package settle

import (
	"context"
	"errors"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// Sweep settles some tables whose games are over. Other processes may do the same at once.
func (s *Service) Sweep(ctx context.Context) {
	now, skip := s.store.Now(), 0
	var ids []string
	unsettled := map[string]bool{}
	for len(ids) == 0 {
		some, err := s.store.Unsettled(ctx, skip, together)
		if err != nil {
			s.fault(ctx, "unsettled", "", err)
			return
		}
		for _, id := range some {
			unsettled[id] = true
			if !s.failed.wait(id, now) {
				ids = append(ids, id)
			}
		}
		if len(some) < together {
			s.failed.keep(unsettled) // another process may have settled some
			break
		}
		skip += len(some) // these cannot be read; others may wait behind them
	}
	// One after another, and so in the order in which they ended: another process waits for the same one.
	for _, id := range ids {
		s.settleTable(ctx, id)
	}
}

// settleTable settles one table, and leaves it alone for a while where that cannot be done.
func (s *Service) settleTable(ctx context.Context, id string) {
	rated, err := s.Settle(ctx, id)
	switch {
	case err == nil:
		s.failed.forget(id)
		if rated && s.tables != nil {
			s.tables.Settled(ctx, id)
		}
	case errors.Is(err, table.ErrConflict): // another process was first
		s.failed.forget(id)
	case !isPassing(err) && ctx.Err() == nil:
		s.failed.note(id, s.store.Now())
		var refusal *api.Error
		if !errors.As(err, &refusal) || refusal.Code != string(api.TableNewer) { // a newer process settles what it has played
			s.fault(ctx, "settle", id, err)
		}
	}
}

// Settle settles a table whose game is over: its result, ratings, and that it is done, all
// in one transaction. It reports whether the terms were rated. The error is
// table.ErrConflict where it was settled before.
func (s *Service) Settle(ctx context.Context, id string) (rated bool, err error) {
	row, events, err := s.store.Load(ctx, id)
	if err != nil {
		return false, err
	}
	t, err := table.Replay(row, events)
	if err != nil {
		return false, err
	}
	if t.Game == nil || !t.Game.Over() {
		return false, errors.New("the game is not over")
	}
	r, unrated := resultOf(t), ""
	if t.Options.Rated {
		unrated = uncounted(t.Game)
	}
	levels, err := s.scale(ctx, table.PoolOf(t.Options))
	if err != nil {
		return false, err
	}
	settling := Settling{
		Table: id, At: s.store.Now(), People: row.Seats, Pool: table.PoolOf(t.Options), Rated: r != nil && t.Options.Rated && unrated == "",
		Decide: func(k Known) Verdict { return verdict(r, k, levels, t.Options.Rated, unrated) },
	}
	_, settling.Since, _ = limitOf(row.Seats, t.Last)
	err = s.store.Settle(ctx, settling)
	s.shown.drop(row.Seats)
	return t.Options.Rated, err
}

// resultOf is how a game ended, as far as its log says; nil for one without an outcome.
func resultOf(t *table.Replayed) *Result {
	end := t.Game.End()
	score, err := scoreOf(end.Outcome)
	if err != nil {
		return nil
	}
	r := &Result{
		Table: t.Row.ID, Ended: t.Last, Game: t.Options.Game, Pool: table.PoolOf(t.Options), People: t.Row.Seats,
		Score: score, How: string(end.Why), Plies: t.Game.Ply(), Public: t.Row.Public, Contest: t.Contest,
	}
	if r.Pool == "" {
		r.Pool = games.PoolOf(r.Game)
	}
	if p, ok := t.Game.Position().(game.Scorer); ok {
		r.Margin = marginOf(p)
	}
	return r
}

// marginOf is by how much First is ahead in what the rules count first.
func marginOf(p game.Scorer) int {
	first, second := p.Standing(game.First), p.Standing(game.Second)
	if len(first) == 0 || len(second) == 0 {
		return 0
	}
	return first[0].N - second[0].N
}

// verdict is what is stored of a table: the result, and the ratings that it changes.
func verdict(r *Result, k Known, levels scale, rated bool, unrated string) Verdict {
	if r == nil {
		return Verdict{}
	}
	done := *r
	done.Names = [2]string{k.People[0].Name, k.People[1].Name}
	if rated && unrated == "" {
		unrated = unratedBy(k, done.People)
	}
	if done.Unrated = unrated; !rated || unrated != "" {
		return Verdict{Result: &done}
	}
	done.Rated = true
	var before [2]Rating
	for side, p := range k.People {
		before[side] = standing(done.Pool, p.ID, k.Ratings[side], levels, done.Ended)
		done.Before[side], done.Deviation[side] = before[side].Rating.Rating, before[side].Deviation
	}
	done.After = done.Before
	v := Verdict{Result: &done}
	for side, p := range k.People {
		other := 1 - side
		if !moves[[2]api.Kind{api.Kind(p.Kind), api.Kind(k.People[other].Kind)}] {
			continue
		}
		score := done.Score
		if side == 1 {
			score = 1 - score
		}
		r := ratingIn(done.Pool, p.ID, k.Ratings[side]).after(done.Ended, before[other].Rating, score, !k.Met)
		done.After[side] = r.Rating.Rating
		v.Ratings = append(v.Ratings, r)
	}
	return v
}

// standing is how strong somebody is in a pool, as it is known at a time.
func standing(pool, person string, all []Rating, levels scale, at time.Time) Rating {
	if n, ok := levelOf(person); ok {
		return Rating{Person: person, Pool: pool, Rating: levels.of(n)}
	}
	return ratingIn(pool, person, all).later(at)
}
