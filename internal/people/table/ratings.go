package table

import (
	"context"
	"strconv"

	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/play"
)

// Ratings is what tables ask of those who rate games; see [Config]. An error that is no
// *[api.Error] is a fault.
type Ratings interface {
	// Shown returns the rating of somebody in a pool, 0 for who has none, and whether it is provisional.
	Shown(ctx context.Context, person, pool string) (rating int, provisional bool, err error)
	// MayRate refuses a rated game between two people in a pool. The second one is "" while it is not known.
	MayRate(ctx context.Context, pool string, people [2]PersonRow) error
	// Ended returns what a game by rated terms has done, or why it does not count; false while that is not settled.
	Ended(ctx context.Context, table string) (Ended, bool, error)
}

// Ended is what became of a game by rated terms.
type Ended struct {
	// Rating is before and after of First and Second.
	Rating *[2][2]int
	// Unrated is why it does not count.
	Unrated string
}

// PoolOf returns the pool in which games by some options are rated; "" where there is
// no clock or no such game.
func PoolOf(o api.Options) string {
	c, err := play.ParseControl(o.Control)
	family := games.PoolOf(o.Game)
	switch {
	case err != nil || !c.On() || family == "":
		return ""
	case c.Slow():
		return family + "/days"
	}
	return family + "/live"
}

// Pools returns all pools.
func Pools() []string {
	var all []string
	for _, g := range games.Pools() {
		all = append(all, g.ID()+"/live", g.ID()+"/days")
	}
	return all
}

// checkRated refuses terms by which no game is rated.
func (e *env) checkRated(o api.Options) error {
	switch {
	case !o.Rated:
		return nil
	case e.ratings == nil:
		return api.Refuse(api.TableOptions, "field", "rated", "value", "true")
	case PoolOf(o) == "":
		return api.Refuse(api.TableRatedClock)
	case o.Takeback:
		return api.Refuse(api.TableRatedTakeback)
	}
	return nil
}

// mayRate refuses a rated game of two people by some terms. The second one is "" while a
// seat is free.
func (e *env) mayRate(ctx context.Context, o api.Options, people [2]string) error {
	if !o.Rated {
		return nil
	}
	if err := e.checkRated(o); err != nil {
		return err
	}
	for _, id := range people {
		if o.Side != "" && id != "" && e.cancelled(id) {
			return api.Refuse(api.TableRatedSide, "count", strconv.Itoa(cancels.Burst))
		}
	}
	var rows [2]PersonRow
	for i, id := range people {
		if id == "" {
			continue
		}
		row, _, err := e.accounts.rowNow(ctx, id)
		if err != nil {
			return err
		}
		if row.Kind == "" {
			return api.Refuse(api.TableRatedAccount)
		}
		rows[i] = row
	}
	err := e.ratings.MayRate(ctx, PoolOf(o), rows)
	if err != nil && !refused(err) {
		return e.fault("rate", "", err)
	}
	return err
}

// player returns somebody with the rating of the pool in which games by some terms are rated.
func (a *Accounts) player(ctx context.Context, id string, o api.Options) api.Person {
	p := a.person(ctx, id)
	if a.ratings == nil || p.Kind == api.KindGuest {
		return p
	}
	if pool := PoolOf(o); pool != "" {
		var err error
		if p.Rating, p.Provisional, err = a.ratings.Shown(ctx, id, pool); err != nil {
			_ = a.fault("ratings", "", err) // shown without
		}
	}
	return p
}

// Settled tells those who watch a table, here and elsewhere, what its game has done to the
// ratings of the players.
func (s *Service) Settled(ctx context.Context, id string) {
	s.tables.settled(ctx, id)
	s.publish(Hint{Table: id, Kind: hintSettled})
}

func (l *Tables) settled(ctx context.Context, id string) {
	t := l.useKept(id)
	if t == nil {
		return
	}
	defer l.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.tellSettled(ctx)
}

// tellSettled shows the table once more to those who watch it. Its lock is held.
func (t *liveTable) tellSettled(ctx context.Context) {
	if t.ended = nil; len(t.watching) > 0 {
		t.readEnded(ctx)
	}
	for _, w := range t.watching {
		if err := t.tellPicture(ctx, w); err != nil {
			return // logged; who asks again gets it
		}
	}
}

// noteEnded adds to a picture how the game ended, and what that did to ratings, where that was read.
// The lock of the table is held.
func (t *liveTable) noteEnded(ctx context.Context, view *api.Table, st *state) {
	view.Outcome = play.OutcomeWord(st.game.End().Outcome)
	if st.options.Rated && t.ended != nil {
		view.Rating, view.Unrated = t.ended.Rating, t.ended.Unrated
	}
}

// readEnded reads what the game has done, if that is settled. The lock of the table is held.
func (t *liveTable) readEnded(ctx context.Context) {
	if t.ratings == nil {
		return
	}
	e, settled, err := t.ratings.Ended(ctx, t.id)
	switch {
	case err != nil:
		_ = t.fault("ended", t.id, err)
	case settled:
		t.ended = &e
	}
}

// cancels is how many rated games somebody cancels in a day and still chooses a side: who dislikes a drawn side, or an
// opponent, cancels games until both suit.
var cancels = rate.Limit{Burst: 3, Every: day / 3}

// cancelled reports whether somebody has cancelled that many of late.
func (e *env) cancelled(person string) bool {
	wait := e.rates.Take(cancels, "cancel:"+person, e.now())
	if wait <= 0 {
		e.rates.Return(cancels, "cancel:"+person)
	}
	return wait > 0
}
