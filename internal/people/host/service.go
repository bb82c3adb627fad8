package host

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
)

// Config is what a [Service] works with.
type Config struct {
	Store  Store
	Tables *table.Service
	Rand   io.Reader    // nil for crypto/rand
	Log    *slog.Logger // nil for slog.Default
}

// Service is what hosts see and do, as one process knows it. Its methods are safe for concurrent use.
type Service struct {
	store  Store
	tables *table.Service
	rand   io.Reader
	log    *slog.Logger
	rates  rate.Buckets
}

// New returns a service.
func New(c Config) *Service {
	s := &Service{store: c.Store, tables: c.Tables, rand: c.Rand, log: c.Log}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.log == nil {
		s.log = slog.Default()
	}
	return s
}

const (
	// freshFor is how long after the sign-in code was typed a session may act as a host.
	freshFor = 12 * time.Hour
	// linkFor is how long the link is good that makes an account a host.
	linkFor  = 24 * time.Hour
	linkKind = "host"
	// looksFor is how long it is said that a host looks at a report.
	looksFor   = 10 * time.Minute
	looksKind  = "looks"
	mostText   = 500 // characters of a reason or an answer
	mostShown  = 50
	mostFound  = 20
	peopleRead = 500 // people that one query returns
)

// finds is how often a host looks for people, which reads all of them.
var finds = rate.Limit{Burst: 20, Every: time.Second}

// fault logs an error of the store and returns it.
func (s *Service) fault(doing string, err error) error {
	if !errors.Is(err, table.ErrBusy) && !errors.Is(err, table.ErrFull) && !errors.Is(err, context.Canceled) {
		s.log.Error("host: "+doing, "err", err)
	}
	return err
}

// now is the time of the store in whole milliseconds, as everything is stored.
func (s *Service) now() time.Time { return s.store.Now().Truncate(time.Millisecond) }

// May refuses who is no host, and a host who has not typed the sign-in code for half a day: an open browser is not enough
// to act on others.
func (s *Service) May(who table.SignedIn) error {
	switch {
	case who.Person.ID == "":
		return api.Refuse(api.MeNeeded)
	case who.Role != Role:
		return api.Refuse(api.HostNeeded)
	case !who.Typed() || s.store.Now().Sub(who.Session.Created) > freshFor:
		return api.Refuse(api.HostSession, "hours", strconv.Itoa(int(freshFor/time.Hour)))
	}
	return nil
}

// Invite returns the token of a link that makes an account a host, once.
func (s *Service) Invite(ctx context.Context, person string) (string, error) {
	p, err := s.known(ctx, person)
	if err != nil {
		return "", err
	}
	if p.Kind != string(api.KindAccount) {
		return "", api.Refuse(api.AccountNeeded)
	}
	secret := make([]byte, 16)
	if _, err := io.ReadFull(s.rand, secret); err != nil {
		return "", err
	}
	token, now := table.NewToken(secret), s.now()
	err = s.store.ReplaceCredentials(ctx, table.Credential{Kind: linkKind, Hash: table.HashOf(token), Person: person, Created: now, Expires: now.Add(linkFor)})
	return token, err
}

// Become makes who asks a host, by the token of a link that was made for them.
func (s *Service) Become(ctx context.Context, who table.SignedIn, token string) error {
	switch err := s.store.UseRole(ctx, who.Person.ID, Role, linkKind, table.HashOf(token)); {
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.MeLink)
	case err != nil:
		return s.fault("become a host", err)
	}
	return nil
}

// Resign takes the role from somebody.
func (s *Service) Resign(ctx context.Context, person string) error {
	return s.store.SetRole(ctx, person, "")
}

// known returns somebody about whom something can be done.
func (s *Service) known(ctx context.Context, person string) (table.PersonRow, error) {
	p, err := s.store.Person(ctx, person)
	if errors.Is(err, table.ErrNotFound) || err == nil && p.Kind == string(api.KindLevel) {
		return p, api.Refuse(api.AccountNobody)
	}
	if err != nil {
		return p, s.fault("person", err)
	}
	return p, nil
}

// days are for how long hosts mute and ban; none ends it.
var days = map[string][]int{Mute: {0, 1, 7}, Ban: {0, 1, 30}}

// Act does something about somebody, as a host who may.
func (s *Service) Act(ctx context.Context, who table.SignedIn, person string, n api.NewAction) (api.HostAction, error) {
	allowed := days[n.What]
	switch {
	case n.What != Nothing && n.What != Warn && n.What != Name && n.What != Close && allowed == nil:
		return api.HostAction{}, api.RefuseQuery("what", n.What)
	case allowed != nil && !slices.Contains(allowed, n.Days) || allowed == nil && n.Days != 0:
		return api.HostAction{}, api.RefuseQuery("days", strconv.Itoa(n.Days))
	}
	a := Action{Host: who.Person.ID, Person: person, What: n.What, Text: n.Text, Report: n.Report}
	if n.Days > 0 {
		a.Until = s.now().Add(time.Duration(n.Days) * 24 * time.Hour)
	}
	if a.Text = clean(n.Text); utf8.RuneCountInString(a.Text) > mostText || a.Text == "" && !a.quiet() {
		return api.HostAction{}, api.Refuse(api.HostReason, "most", strconv.Itoa(mostText))
	}
	done, err := s.Decide(ctx, a)
	return s.shown(ctx, done, true), err
}

// Decide does what an action says, of a host or, with none, of the owner of the server. A host does nothing about another
// one. What the person had written is filled in here.
func (s *Service) Decide(ctx context.Context, a Action) (Action, error) {
	p, err := s.known(ctx, a.Person)
	if err != nil {
		return a, err
	}
	if a.Host != "" && p.Role == Role {
		return a, api.Refuse(api.HostOther)
	}
	if a.Report > 0 {
		if err := s.quote(ctx, &a); err != nil {
			return a, err
		}
	}
	switch a.What {
	case Close:
		open, err := s.openOf(ctx, a.Person)
		if err != nil {
			return a, err
		}
		if a.Tables, err = s.closeThem(ctx, open, game.Draw); err != nil {
			return a, err
		}
	case Name:
		a.Quote, a.Tables = p.Name, nil
		if a.NewName == "" && p.Skeleton != "" {
			a.NewName, err = s.drawName()
		}
		if err != nil {
			return a, err
		}
	}
	a.At = s.now()
	if a.quiet() {
		a.Acknowledged = a.At
	}
	a.ID, err = s.store.Act(ctx, a, func(id int64, reporter string) []table.Notice { return news(a, id, reporter) })
	switch {
	case errors.Is(err, table.ErrConflict):
		return a, s.seenBy(ctx, a.Report)
	case errors.Is(err, table.ErrNotFound):
		return a, api.Refuse(api.AccountNobody)
	case err != nil:
		return a, s.fault("act", err)
	}
	if row, err := s.store.Person(ctx, a.Person); err == nil && a.What == Name {
		s.tables.Changed(row)
	}
	return a, nil
}

// drawName draws a name for an account that was called something nobody should be called. It means nothing, and waits
// for a better one.
func (s *Service) drawName() (string, error) {
	b := make([]byte, 4)
	if _, err := io.ReadFull(s.rand, b); err != nil {
		return "", err
	}
	n := uint(b[0])<<24 | uint(b[1])<<16 | uint(b[2])<<8 | uint(b[3])
	return "Pebble " + strconv.Itoa(int(1_000_000+n%9_000_000)), nil
}

// quote fills in what a report is about.
func (s *Service) quote(ctx context.Context, a *Action) error {
	r, err := s.store.Report(ctx, a.Report)
	if errors.Is(err, table.ErrNotFound) || err == nil && r.Person != a.Person {
		return api.Refuse(api.HostNone)
	}
	if err != nil {
		return s.fault("report", err)
	}
	if r.Table != "" {
		a.Tables = []string{r.Table}
	}
	if r.Line == 0 {
		return nil
	}
	line, err := s.store.Line(ctx, r.Table, r.Line)
	if errors.Is(err, table.ErrNotFound) {
		return nil // forgotten with its table
	}
	if err != nil {
		return s.fault("line", err)
	}
	a.Quote = line.Text
	return nil
}

// seenBy says who has looked at a report.
func (s *Service) seenBy(ctx context.Context, report int64) error {
	r, err := s.store.Report(ctx, report)
	if err != nil {
		return s.fault("report", err)
	}
	name := "cairn admin"
	if r.Host != "" {
		name = s.tables.Person(ctx, r.Host).Name
	}
	return api.Refuse(api.HostSeen, "person", name)
}

// news are the notices of an action: who had reported hears that a host has looked, and the person what was done.
func news(a Action, id int64, reporter string) []table.Notice {
	var list []table.Notice
	key := strconv.FormatInt(id, 10)
	if reporter != "" {
		list = append(list, table.NewNotice(reporter, table.NoticeHost, key, table.NoticeArgs{What: "looked", By: a.Person}, a.At, a.At))
	}
	if !a.quiet() {
		list = append(list, table.NewNotice(a.Person, table.NoticeHost, key, table.NoticeArgs{What: a.What, Over: api.Millis(a.Until)}, a.At, a.At))
	}
	return list
}

// Mine returns what hosts have done about somebody, the newest first.
func (s *Service) Mine(ctx context.Context, person string) ([]api.HostAction, error) {
	list, err := s.store.Actions(ctx, person, mostShown)
	if err != nil {
		return nil, s.fault("actions", err)
	}
	shown := []api.HostAction{}
	for _, a := range list {
		if a.What != Nothing {
			shown = append(shown, s.shown(ctx, a, false))
		}
	}
	return shown, nil
}

// Waiting returns how many decisions somebody has not acknowledged.
func (s *Service) Waiting(ctx context.Context, person string) (int, error) {
	n, err := s.store.Waiting(ctx, person)
	if err != nil {
		return 0, s.fault("actions", err)
	}
	return n, nil
}

// Acknowledge notes that somebody has read what was done about them. An answer goes once, to the host who did it, or to all
// hosts where that was the owner of the server.
func (s *Service) Acknowledge(ctx context.Context, person string, id int64, answer string) error {
	if answer = clean(answer); utf8.RuneCountInString(answer) > mostText {
		return api.Refuse(api.HostReason, "most", strconv.Itoa(mostText))
	}
	at := s.now()
	err := s.store.Acknowledge(ctx, person, id, answer, func(a Action, hosts []string) []table.Notice {
		if a.Host != "" {
			hosts = []string{a.Host}
		}
		var list []table.Notice
		for _, host := range hosts {
			args := table.NoticeArgs{What: "answer", By: person}
			list = append(list, table.NewNotice(host, table.NoticeHost, "answer "+strconv.FormatInt(id, 10), args, at, at))
		}
		return list
	})
	switch {
	case errors.Is(err, table.ErrConflict):
		return api.Refuse(api.HostAnswered)
	case errors.Is(err, table.ErrNotFound):
		return api.Refuse(api.HostNone)
	case err != nil:
		return s.fault("acknowledge", err)
	}
	return nil
}

// clean returns a text in one line.
func clean(text string) string { return strings.Join(strings.Fields(table.CleanText(text)), " ") }
