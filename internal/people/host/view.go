package host

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// Lines of chat that are shown around one that was reported.
const linesBefore, linesAfter = 2, 2

// View returns what hosts see of reports, decisions and tables. What is known of contests and of the machine others add.
func (s *Service) View(ctx context.Context, who table.SignedIn) (api.HostView, error) {
	v := api.HostView{Reports: []api.HostReport{}, Actions: []api.HostAction{}, Tables: []api.HostTable{}, Contests: []api.ContestBrief{}}
	reports, err := s.store.OpenReports(ctx, mostShown)
	if err != nil {
		return v, s.fault("reports", err)
	}
	for _, r := range reports {
		shown, err := s.report(ctx, who, r)
		if err != nil {
			return v, err
		}
		v.Reports = append(v.Reports, shown)
	}
	done, err := s.store.Actions(ctx, "", mostShown)
	if err != nil {
		return v, s.fault("actions", err)
	}
	for _, a := range done {
		v.Actions = append(v.Actions, s.shown(ctx, a, true))
	}
	if v.Tables, err = s.open(ctx); err != nil {
		return v, err
	}
	v.Load.Levels, v.Load.MostLevels, err = s.levels(ctx)
	return v, err
}

// open returns the tables that wait for somebody, with those of one address in one group.
func (s *Service) open(ctx context.Context) ([]api.HostTable, error) {
	rows, err := s.store.List(ctx, table.Query{Phase: string(api.Open), Limit: mostOpen})
	if err != nil {
		return nil, s.fault("list", err)
	}
	list, groups := []api.HostTable{}, map[string]int{}
	for _, row := range rows {
		shown := api.HostTable{Brief: s.tables.Brief(ctx, row)}
		if origin := s.tables.Origin(row.ID); origin != "" {
			if groups[origin] == 0 {
				groups[origin] = len(groups) + 1
			}
			shown.Group = groups[origin]
		}
		list = append(list, shown)
	}
	return list, nil
}

// levels returns how many games the levels of the computer play, and how many they would.
func (s *Service) levels(ctx context.Context) (n, most int, err error) {
	lobby, err := s.tables.Lobby(ctx, "")
	if err != nil {
		return 0, 0, err // logged
	}
	for _, stand := range lobby.Stand {
		if stand.Person.Kind != api.KindLevel {
			continue
		}
		games, err := s.store.GamesOf(ctx, stand.Person.ID)
		if err != nil {
			return 0, 0, s.fault("games", err)
		}
		n, most = n+len(games), most+stand.Most
	}
	return n, most, nil
}

// Look notes that a host looks at a report, so that another one does not begin to. The first to do so is named, for a while.
func (s *Service) Look(ctx context.Context, who table.SignedIn, id int64) error {
	r, err := s.store.Report(ctx, id)
	if errors.Is(err, table.ErrNotFound) {
		return api.Refuse(api.HostNone)
	}
	if err == nil {
		if _, _, err = s.store.ByCredential(ctx, looksKind, lookOf(r.ID)); errors.Is(err, table.ErrNotFound) {
			err = s.store.DeleteCredential(ctx, looksKind, lookOf(r.ID)) // one that is over
		}
	}
	if err == nil {
		now := s.now()
		c := table.Credential{Kind: looksKind, Hash: lookOf(r.ID), Person: who.Person.ID, Created: now, Expires: now.Add(looksFor)}
		err = s.store.ReplaceCredentials(ctx, c)
	}
	if err != nil {
		return s.fault("look", err)
	}
	return nil
}

// lookOf is by what the note is found.
func lookOf(report int64) []byte { return table.HashOf("report " + strconv.FormatInt(report, 10)) }

// report returns a report with what is known about it.
func (s *Service) report(ctx context.Context, who table.SignedIn, r table.Report) (api.HostReport, error) {
	v := api.HostReport{ID: r.ID, At: api.Millis(r.At), Reporter: s.tables.Person(ctx, r.Reporter), Text: r.Text, Table: r.Table, Line: r.Line}
	row, err := s.store.Person(ctx, r.Person)
	if err != nil && !errors.Is(err, table.ErrNotFound) {
		return v, s.fault("person", err)
	}
	row.ID = r.Person
	switch other, _, err := s.store.ByCredential(ctx, looksKind, lookOf(r.ID)); {
	case err == nil && other.ID != who.Person.ID:
		p := other.Shown()
		v.Looks = &p
	case err != nil && !errors.Is(err, table.ErrNotFound):
		return v, s.fault("look", err)
	}
	if v.About, err = s.person(ctx, row); err != nil || r.Line == 0 {
		return v, err
	}
	line, err := s.store.Line(ctx, r.Table, r.Line)
	if errors.Is(err, table.ErrNotFound) {
		return v, nil
	}
	if err != nil {
		return v, s.fault("line", err)
	}
	lines, err := s.store.Around(ctx, line, linesBefore, linesAfter)
	if err != nil {
		return v, s.fault("lines", err)
	}
	for _, l := range lines {
		v.Lines = append(v.Lines, api.Line{Number: l.Number, Room: l.Room, Person: s.tables.Person(ctx, l.Person), Text: l.Text, At: api.Millis(l.At)})
	}
	return v, nil
}

// person returns somebody as hosts see them.
func (s *Service) person(ctx context.Context, row table.PersonRow) (api.HostPerson, error) {
	v := api.HostPerson{
		Person: row.Shown(), Since: api.Millis(row.Created), Seen: api.Millis(row.Seen), Here: s.tables.IsHere(row.ID), Host: row.Role == Role,
		Actions: []api.HostAction{},
	}
	now := s.store.Now()
	if row.Muted.After(now) {
		v.Muted = api.Millis(row.Muted)
	}
	if row.Banned.After(now) {
		v.Banned = api.Millis(row.Banned)
	}
	var err error
	if v.Tables, err = s.store.SeatsOf(ctx, row.ID); err != nil {
		return v, s.fault("seats", err)
	}
	if v.Reports, err = s.store.ReportsAbout(ctx, row.ID); err != nil {
		return v, s.fault("reports", err)
	}
	open, err := s.openOf(ctx, row.ID)
	if err != nil {
		return v, err
	}
	v.Open = len(open)
	done, err := s.store.Actions(ctx, row.ID, mostShown)
	if err != nil {
		return v, s.fault("actions", err)
	}
	for _, a := range done {
		v.Actions = append(v.Actions, s.shown(ctx, a, true))
	}
	return v, nil
}

// shown is an action as its person sees it, or a host.
func (s *Service) shown(ctx context.Context, a Action, toHosts bool) api.HostAction {
	v := api.HostAction{
		ID: a.ID, What: a.What, Until: api.Millis(a.Until), Text: a.Text, Quote: a.Quote, Tables: a.Tables,
		At: api.Millis(a.At), Acknowledged: api.Millis(a.Acknowledged), Answer: a.Answer,
	}
	if a.Host != "" {
		p := s.tables.Person(ctx, a.Host)
		v.Host = &p
	}
	if toHosts {
		p := s.tables.Person(ctx, a.Person)
		v.Person = &p
	}
	return v
}

// Find returns the people whom a host looks for.
func (s *Service) Find(ctx context.Context, who table.SignedIn, name string) ([]api.HostPerson, error) {
	if wait := s.rates.Take(finds, who.Person.ID, s.store.Now()); wait > 0 {
		return nil, api.Refuse(api.TableRate, "seconds", strconv.Itoa(1+int(wait.Seconds())))
	}
	list := []api.HostPerson{}
	if strings.TrimSpace(name) == "" {
		return list, nil
	}
	err := s.EachNamed(ctx, name, func(row table.PersonRow) (bool, error) {
		p, err := s.person(ctx, row)
		list = append(list, p)
		return len(list) < mostFound, err
	})
	return list, err
}

// EachNamed calls f for people whose names contain a text, whose id it is, or who have no name and the number with which
// it ends: "Guest 4821", in any language. F returns whether it wants more.
func (s *Service) EachNamed(ctx context.Context, name string, f func(table.PersonRow) (bool, error)) error {
	words := strings.Fields(name)
	if len(words) == 0 {
		return nil
	}
	number := words[len(words)-1]
	return s.Each(ctx, func(p table.PersonRow) (bool, error) {
		named := p.Name == "" && number == api.GuestNumber(p.ID) || p.Name != "" && table.NameContains(p.Name, name)
		if p.ID != words[0] && !named || p.Kind == string(api.KindLevel) {
			return true, nil
		}
		return f(p)
	})
}

// Each calls f for all people, in the order of their ids, until it wants no more.
func (s *Service) Each(ctx context.Context, f func(table.PersonRow) (bool, error)) error {
	after := ""
	for {
		some, err := s.store.People(ctx, after, peopleRead)
		if err != nil {
			return s.fault("people", err)
		}
		for _, p := range some {
			if more, err := f(p); err != nil || !more {
				return err
			}
		}
		if len(some) < peopleRead {
			return nil
		}
		after = some[len(some)-1].ID
	}
}
