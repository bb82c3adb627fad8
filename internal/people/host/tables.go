package host

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// floodFor is for how long back the tables of an address are closed together.
const floodFor = time.Hour

// openOf returns the tables of somebody that wait.
func (s *Service) openOf(ctx context.Context, person string) ([]table.Row, error) {
	rows, err := s.store.List(ctx, table.Query{Person: person, Phase: string(api.Open), Limit: mostOpen})
	if err != nil {
		return nil, s.fault("list", err)
	}
	return slices.DeleteFunc(rows, func(row table.Row) bool { return row.Seats[0] != person }), nil
}

// mostOpen is how many open tables are looked at: more than can be opened in a moment.
const mostOpen = 1000

// Close closes tables that wait, as a host who may: some, or those that guests have made from the address of one. Each of
// their makers reads why.
func (s *Service) Close(ctx context.Context, who table.SignedIn, c api.CloseTables) (closed int, err error) {
	c.Text = clean(c.Text)
	if c.Text == "" || utf8.RuneCountInString(c.Text) > mostText {
		return 0, api.Refuse(api.HostReason, "most", strconv.Itoa(mostText))
	}
	rows, err := s.store.List(ctx, table.Query{Phase: string(api.Open), Limit: mostOpen})
	if err != nil {
		return 0, s.fault("list", err)
	}
	if rows, err = s.chosen(ctx, rows, c); err != nil {
		return 0, err
	}
	byMaker := map[string][]table.Row{}
	var makers []string
	for _, row := range rows {
		maker := row.Seats[0]
		if byMaker[maker] == nil {
			makers = append(makers, maker)
		}
		byMaker[maker] = append(byMaker[maker], row)
	}
	for _, maker := range makers {
		p, err := s.store.Person(ctx, maker)
		if err == nil && p.Role == Role {
			return closed, api.Refuse(api.HostOther)
		}
		ids, err := s.CloseTables(ctx, Action{Host: who.Person.ID, Person: maker, Text: c.Text}, byMaker[maker], game.Draw)
		closed += len(ids)
		if err != nil {
			return closed, err
		}
	}
	return closed, nil
}

// chosen returns those of the open tables that are to be closed.
func (s *Service) chosen(ctx context.Context, rows []table.Row, c api.CloseTables) ([]table.Row, error) {
	origin, since := s.tables.Origin(c.Like), s.now().Add(-floodFor)
	var chosen []table.Row
	for _, row := range rows {
		if slices.Contains(c.Tables, row.ID) {
			chosen = append(chosen, row)
			continue
		}
		if c.Like == "" || origin == "" || s.tables.Origin(row.ID) != origin || row.Created.Before(since) {
			continue
		}
		p, err := s.store.Person(ctx, row.Seats[0])
		if err != nil && !errors.Is(err, table.ErrNotFound) {
			return nil, s.fault("person", err)
		}
		if p.Kind == string(api.KindGuest) {
			chosen = append(chosen, row)
		}
	}
	return chosen, nil
}

// CloseTables closes tables at which somebody sits, and notes that with the reason. A game under way is decided so.
func (s *Service) CloseTables(ctx context.Context, a Action, rows []table.Row, outcome game.Outcome) ([]string, error) {
	var err error
	if a.Tables, err = s.closeThem(ctx, rows, outcome); err != nil || len(a.Tables) == 0 {
		return a.Tables, err
	}
	a.What, a.At = Close, s.now()
	_, err = s.store.Act(ctx, a, func(id int64, _ string) []table.Notice { return news(a, id, "") })
	if errors.Is(err, table.ErrNotFound) {
		return a.Tables, nil // nobody is left who could read it
	}
	if err != nil {
		return a.Tables, s.fault("act", err)
	}
	return a.Tables, nil
}

// closeThem closes tables and returns which of them were not closed before.
func (s *Service) closeThem(ctx context.Context, rows []table.Row, outcome game.Outcome) ([]string, error) {
	var ids []string
	for _, row := range rows {
		err := s.tables.CloseTable(ctx, row.ID, outcome)
		if err != nil && api.Refusal(err) == nil {
			return ids, err // logged
		}
		if err == nil {
			ids = append(ids, row.ID)
		}
	}
	return ids, nil
}
