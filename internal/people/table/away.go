package table

import (
	"context"
	"errors"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// Somebody who is away says so beforehand. While they are, their clock stands in games of days whose terms let it, with what
// was left: an absence adds no time. It begins by nothing but their own word, and ends by itself.
const (
	awayMost   = 28 * day  // in a year
	awayLeast  = day       // of one absence, which counts so much at least
	awayAhead  = 365 * day // how long before it is said
	awayLook   = 30 * time.Second
	awayAtOnce = 1000 // people that are looked at
)

// AwayRow is a time in which somebody is away.
type AwayRow struct {
	Person       string
	Began, Until time.Time
}

// Away returns when somebody is away, and which of their games go on all the same.
func (s *Service) Away(ctx context.Context, person string) (api.Away, error) {
	now := s.now()
	rows, err := s.store.AwayOf(ctx, person, now.Add(-awayAhead))
	if err != nil {
		return api.Away{}, s.fault("away", "", err)
	}
	v := api.Away{Left: int((awayMost - awayUsed(rows, now)) / day), Running: []string{}}
	for _, r := range rows {
		if r.Until.After(now) {
			v.From, v.Until = api.Millis(r.Began), api.Millis(r.Until)
		}
	}
	games, err := s.store.GamesOf(ctx, person)
	if err != nil {
		return v, s.fault("games", "", err)
	}
	for _, row := range games {
		switch sum := summaryOf(row); {
		case !isSlow(sum.Options) || sum.Options.Control == "-":
		case s.tables.holds(ctx, row):
			v.Held++
		default:
			v.Running = append(v.Running, row.ID)
		}
	}
	return v, nil
}

// awayUsed is how much of a year's absence is used up by what lies in it, and by what is still to come.
func awayUsed(rows []AwayRow, now time.Time) (used time.Duration) {
	for _, r := range rows {
		if r.Until.After(now.Add(-awayAhead)) {
			used += max(awayLeast, r.Until.Sub(r.Began))
		}
	}
	return used
}

// SetAway says when somebody is away, in place of what they have said before; a zero until says that they are back.
func (s *Service) SetAway(ctx context.Context, person string, from, until time.Time) error {
	now := s.now()
	if err := tooOften(s.rates.Take(s.limits.Names, "away:"+person, now)); err != nil {
		return err
	}
	rows, err := s.store.AwayOf(ctx, person, now.Add(-awayAhead))
	if err != nil {
		return s.fault("away", "", err)
	}
	var kept, ahead []AwayRow // what is over, and what takes the place of the rest
	for _, r := range rows {
		switch {
		case !r.Until.After(now):
			kept = append(kept, r)
		case r.Began.Before(now):
			r.Until = now
			ahead = append(ahead, r)
		}
	}
	if !until.IsZero() {
		if from.Before(now) {
			from = now
		}
		left := awayMost - awayUsed(append(kept, ahead...), now)
		switch length := until.Sub(from); {
		case length < awayLeast, from.Sub(now) > awayAhead:
			return api.Refuse(api.MeAwayShort)
		case length > left:
			return api.Refuse(api.MeAwayLeft, "days", strconv.Itoa(int(max(0, left)/day)))
		}
		ahead = append(ahead, AwayRow{person, from, until})
	}
	switch err := s.store.SetAway(ctx, person, now, ahead); {
	case errors.Is(err, ErrNotFound):
		return api.Refuse(api.MeNeeded)
	case err != nil:
		return s.fault("set away", "", err)
	}
	return s.tables.settleAway(ctx, person)
}

// lookAway holds the games of those who are away now, those begun since as well.
func (l *Tables) lookAway(ctx context.Context) {
	rows, err := l.store.AwayNow(ctx, l.now(), awayAtOnce)
	if err != nil && ctx.Err() == nil {
		_ = l.fault("away", "", err)
	}
	for _, r := range rows {
		_ = l.settleAway(ctx, r.Person) // a fault is logged; the next look tries again
	}
}

// settleAway brings the games of somebody in line with what they have said.
func (l *Tables) settleAway(ctx context.Context, person string) error {
	now := l.now()
	rows, err := l.store.AwayOf(ctx, person, now)
	if err != nil {
		return l.fault("away", "", err)
	}
	var until time.Time
	for _, r := range rows {
		if !r.Began.After(now) {
			until = r.Until
		}
	}
	games, err := l.store.GamesOf(ctx, person)
	if err != nil {
		return l.fault("games", "", err)
	}
	for _, row := range games {
		seat, _ := seatOf(row.Seats, person)
		had := summaryOf(row).Away[seat]
		if want := api.Millis(until); had == want || want > 0 && !l.holds(ctx, row) {
			continue
		}
		if err := l.hold(ctx, row.ID, person, until); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether the clock of who is away stands in a game: by its terms, which are those of the contest that it is
// part of, and against no program.
func (l *Tables) holds(ctx context.Context, row Row) bool {
	sum := summaryOf(row)
	if c, err := play.ParseControl(sum.Options.Control); err != nil || !c.On() || !c.Slow() || sum.Options.NoAway {
		return false
	}
	for _, person := range row.Seats {
		if who, _, err := l.accounts.row(ctx, person); err != nil || who.Kind == string(api.KindBot) || who.Kind == "level" {
			return false
		}
	}
	return true
}

// hold lets the clock of a player stand until a time, or with a zero one run again.
func (l *Tables) hold(ctx context.Context, id, person string, until time.Time) error {
	t, ctx, unlock := l.lock(ctx, id)
	defer unlock()
	_, err := t.carryOut(ctx, request{arrived: t.now()}, func(_ context.Context, st *state, q request) ([]Event, error) {
		seat, ok := st.seat(person)
		if st.phase != api.Playing || !ok || st.away[seat].Equal(until) {
			return nil, nil
		}
		return holdEvent(seat, person, until, q.elapsed)
	})
	return err
}

func holdEvent(seat int, person string, until time.Time, spent time.Duration) ([]Event, error) {
	p := payload{Seat: seat, Person: person, Until: api.Millis(until), Spent: spent.Milliseconds()}
	if until.IsZero() {
		return encoded(api.EventResume, p)
	}
	return encoded(api.EventHold, p)
}

// comesBack is the end of an absence whose time is over.
func (t *liveTable) comesBack(st *state, at time.Time) ([]Event, error) {
	for seat, until := range st.away {
		if st.phase == api.Playing && !until.IsZero() && !until.After(at) {
			return holdEvent(seat, st.seats[seat], time.Time{}, t.elapsed(st, at))
		}
	}
	return nil, nil
}

// stands reports whether the clock of the side to move stands because its player is away. A forced pass is nobody's time.
func (st *state) stands() bool {
	if st.phase != api.Playing || st.away[st.game.Turn()].IsZero() {
		return false
	}
	_, only := st.forcedPass()
	return !only
}

// awayUntil is when the first absence at a table ends; zero for none.
func (st *state) awayUntil() (first time.Time) {
	for _, until := range st.away {
		if !until.IsZero() && (first.IsZero() || until.Before(first)) {
			first = until
		}
	}
	return first
}

// flagFalls is when the time of the side to move is over, after its player has come back; false for never.
func (st *state) flagFalls() (time.Time, bool) {
	left, runs := st.game.Deadline()
	from := st.ticked
	if st.stands() {
		from = st.away[st.game.Turn()]
	}
	return from.Add(left - st.held), runs
}
