package director

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/people/table"
)

// ahead is how many contests of a weekly one are announced.
const ahead = 8

// announce stores a new contest. To do so again under the same id is harmless.
func (s *Service) announce(ctx context.Context, row Row, terms api.ContestOptions, number int) (*state, error) {
	row.Created = s.store.Now().Truncate(time.Millisecond)
	row.Secret = make([]byte, setup.Bytes)
	if _, err := s.Rand.Read(row.Secret); err != nil {
		return nil, err
	}
	p := payload{Event: contest.Event{Kind: contest.Announced, Person: row.Host}, Terms: &terms, Number: number, at: row.Created}
	st, err := newState(row).with(p)
	if err != nil {
		return nil, err
	}
	if row, err = st.rowNow(); err != nil {
		return nil, err
	}
	text, err := p.encode()
	if err != nil {
		return nil, err
	}
	return st, s.store.CreateContest(ctx, row, []Event{{Contest: row.ID, Seq: 1, Kind: string(p.Kind), Payload: text, At: row.Created}})
}

// extend announces what is missing of a weekly contest, so that some are always ahead.
func (s *Service) extend(ctx context.Context, st *state) {
	if st.row.Series == "" {
		return
	}
	list, err := s.store.ContestsOfSeries(ctx, st.row.Series, st.starts(), 4*ahead)
	if err != nil || len(list) == 0 {
		_ = s.fault("series", st.row.ID, err)
		return
	}
	open := 0
	for _, row := range list {
		if row.Phase == string(api.ContestOpen) {
			open++
		}
	}
	last := list[len(list)-1]
	sum := summaryOf(last)
	terms, number := sum.Terms, sum.Number
	for terms.Weekly && open < ahead {
		number++
		open++
		terms.Starts = nextWeek(terms).UnixMilli()
		row := Row{ID: seriesID(last.Series, number), Host: last.Host, Series: last.Series}
		if _, err := s.announce(ctx, row, terms, number); err != nil && !errors.Is(err, table.ErrConflict) {
			_ = s.fault("series", row.ID, err)
			return
		}
	}
}

// nextWeek is a week later by the clock on the wall of the zone.
func nextWeek(terms api.ContestOptions) time.Time {
	zone, err := time.LoadLocation(terms.Zone)
	if err != nil {
		zone = time.UTC
	}
	return time.UnixMilli(terms.Starts).In(zone).AddDate(0, 0, 7)
}

// seriesID is the id of a contest of a weekly one.
func seriesID(series string, number int) string {
	for n := 0; ; n++ {
		sum := sha256.Sum256([]byte(fmt.Sprintf("cairn series 1\n%s\n%d\n%d", series, number, n)))
		if id, ok := table.NewID(sum[:]); ok {
			return id
		}
	}
}

// endSeries ends all that are to come of a weekly contest. The last one is no longer weekly first, so that none follows it,
// whatever happens in between.
func (s *Service) endSeries(ctx context.Context, st *state) error {
	list, err := s.store.ContestsOfSeries(ctx, st.row.Series, st.starts(), 4*ahead)
	if err != nil {
		return s.fault("series", st.row.ID, err)
	}
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Phase != string(api.ContestOpen) || list[i].ID == st.row.ID {
			continue
		}
		_, err := s.update(ctx, list[i].ID, func(_ context.Context, st *state) (change, error) {
			if st.Phase != contest.Open {
				return change{}, nil
			}
			return st.callOff(s.store.Now()), nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// callOff ends a contest before it has started, and a weekly one with all that would follow it.
func (st *state) callOff(now time.Time) change {
	var c change
	if st.terms.Weekly {
		terms := st.terms
		terms.Weekly = false
		c.events = append(c.events, payload{Event: contest.Event{Kind: contest.Changed}, Terms: &terms})
	}
	c.events = append(c.events, payload{Event: contest.Event{Kind: contest.Ended}, Lapsed: true, message: "ended"})
	for _, p := range st.entered() {
		c.tell(st, p.ID, "off", 0, 0, "", now)
	}
	return c
}

func decimal(n int) string { return strconv.Itoa(n) }
