package notify

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// File is a text with its kind and a tag that changes when it does.
type File struct {
	Kind, Tag string
	Text      []byte
}

func newFile(kind string, text []byte) File {
	sum := sha256.Sum256(text)
	return File{Kind: kind, Tag: `"` + hex.EncodeToString(sum[:8]) + `"`, Text: text}
}

type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	Title   string      `xml:"title"`
	ID      string      `xml:"id"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Link    []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	Title   string   `xml:"title"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// Feed is the open seats of public tables and the contests that are to come as Atom; root is the address of the site.
func (s *Service) Feed(ctx context.Context, root string) (File, error) {
	lobby, err := s.Lobby(ctx, "")
	if err != nil {
		return File{}, err
	}
	id := "urn:cairn:" + s.Store.ID()
	feed := atomFeed{Title: "Cairn", ID: id, Author: "Cairn", Link: []atomLink{{Href: root}, {Rel: "self", Href: root + "api/feed.atom"}}}
	var newest int64
	for _, b := range lobby.Open {
		newest = max(newest, b.Updated)
		feed.Entries = append(feed.Entries, atomEntry{
			Title: s.titleOf(b), ID: id + ":" + b.ID, Updated: rfc3339(b.Updated), Link: atomLink{Href: root + b.ID}, Summary: s.titleOf(b),
		})
	}
	contests, err := s.contests(ctx, "")
	if err != nil {
		return File{}, err
	}
	for _, c := range contests {
		at := time.UnixMilli(c.Options.Starts)
		feed.Entries = append(feed.Entries, atomEntry{
			Title: c.Options.Title, ID: id + ":contest:" + c.ID, Updated: rfc3339(c.Updated), Link: atomLink{Href: root + "contest/" + c.ID},
			Summary: at.UTC().Format("2006-01-02 15:04 MST") + " · " + s.contestTitle(c),
		})
		newest = max(newest, c.Updated)
	}
	feed.Updated = rfc3339(newest)
	text, err := xml.MarshalIndent(feed, "", " ")
	return newFile("application/atom+xml; charset=utf-8", append([]byte(xml.Header), text...)), err
}

func rfc3339(at int64) string { return time.UnixMilli(at).UTC().Format(time.RFC3339) }

// titleOf says what is played and with whom.
func (s *Service) titleOf(b api.Brief) string {
	return s.Title(b.Options) + " · " + nameOf(b.Seats[0])
}

// nameOf is a name that needs no language: a guest without one goes by the last digits of the id.
func nameOf(p *api.Person) string {
	switch {
	case p == nil:
		return "?"
	case p.Name != "":
		return p.Name
	}
	return "·" + p.ID[max(0, len(p.ID)-4):]
}

// feedKind is the kind of the credential in the address of a calendar.
const feedKind = "feed"

func (s *Service) hasCalendar(ctx context.Context, person string) (bool, error) {
	list, err := s.Store.OfKind(ctx, person, feedKind)
	return len(list) > 0 && list[0].Expires.After(s.Store.Now()), err
}

const calendarPath = "api/me/calendar.ics?key="

// NewCalendar makes an address of somebody's calendar; the one before leads nowhere then. The store
// has a hash of its key alone.
func (s *Service) NewCalendar(ctx context.Context, person string) (api.Calendar, error) {
	key, now := rand.Text(), s.Store.Now()
	err := s.Store.ReplaceCredentials(ctx, table.Credential{
		Kind: feedKind, Hash: table.HashOf(key), Person: person, Created: now, Expires: now.Add(table.SessionFor),
	})
	return api.Calendar{Calendar: calendarPath + key}, err
}

// Calendar is when the time of somebody's moves is over and when their contests start, as iCalendar, by the key in its address.
// The refusal says that the key is that of nobody.
func (s *Service) Calendar(ctx context.Context, key, root string) (File, error) {
	person, made, err := s.Store.ByCredential(ctx, feedKind, table.HashOf(key))
	if errors.Is(err, table.ErrNotFound) || len(key) > 64 {
		return File{}, api.Refuse(api.LivePath)
	}
	if err != nil {
		return File{}, err
	}
	if until := s.Store.Now().Add(table.SessionFor); until.Sub(made.Expires) > keptFor { // it is used, and goes on
		if err := s.Store.RenewCredential(ctx, table.Credential{Kind: feedKind, Hash: table.HashOf(key), Person: person.ID, Expires: until}); err != nil {
			s.fault(ctx, "renew a calendar", err)
		}
	}
	waits, err := s.waiting(ctx, person.ID)
	if err != nil {
		return File{}, err
	}
	c := newCalendar()
	var others []string
	for _, row := range waits.tables {
		others = append(others, opponentOf(row, person.ID))
	}
	names, err := s.Store.Names(ctx, others)
	if err != nil {
		return File{}, err
	}
	for _, row := range waits.tables {
		_, _, until := row.Waits()
		if until.IsZero() {
			continue
		}
		other := opponentOf(row, person.ID)
		c.line("BEGIN:VEVENT")
		c.line("UID:" + row.ID + "@" + s.Store.ID() + ".cairn")
		c.line("DTSTAMP:" + utc(row.Updated))
		c.line("DTSTART:" + utc(until))
		c.line("DTEND:" + utc(until))
		c.line("SUMMARY:" + escaped(s.Title(row.Options())+" · "+nameOf(&api.Person{ID: other, Name: names[other]})))
		c.line("URL:" + root + row.ID)
		c.line("END:VEVENT")
	}
	contests, err := s.contests(ctx, person.ID)
	if err != nil {
		return File{}, err
	}
	s.addContests(c, contests, root)
	return c.file(), nil
}

// contests are those that are to start or run; of somebody, or with "" all.
func (s *Service) contests(ctx context.Context, person string) ([]api.ContestBrief, error) {
	if s.Contests == nil {
		return nil, nil
	}
	return s.Contests(ctx, person)
}

// contestTitle says what is played in a contest.
func (s *Service) contestTitle(c api.ContestBrief) string {
	return s.Title(api.Options{Game: c.Options.Game, Full: c.Options.Full, Control: c.Options.Control})
}

// ContestCalendar is the contests that are to come, as iCalendar.
func (s *Service) ContestCalendar(ctx context.Context, root string) (File, error) {
	list, err := s.contests(ctx, "")
	if err != nil {
		return File{}, err
	}
	c := newCalendar()
	s.addContests(c, list, root)
	return c.file(), nil
}

// contestTakes is how long an evening is in a calendar.
const contestTakes = 3 * time.Hour

// addContests adds contests under names of their own: one that has moved takes its place.
func (s *Service) addContests(c *calendar, list []api.ContestBrief, root string) {
	for _, b := range list {
		starts := time.UnixMilli(b.Options.Starts)
		c.line("BEGIN:VEVENT")
		c.line("UID:" + b.ID + "@" + s.Store.ID() + ".cairn")
		c.line("DTSTAMP:" + utc(time.UnixMilli(b.Updated)))
		c.line("DTSTART:" + utc(starts))
		takes := contestTakes
		if n := b.Options.Minutes; n > 0 {
			takes = time.Duration(n) * time.Minute
		}
		c.line("DTEND:" + utc(starts.Add(takes)))
		c.line("SUMMARY:" + escaped(b.Options.Title))
		c.line("DESCRIPTION:" + escaped(strings.TrimSpace(s.contestTitle(b)+"\n"+b.Options.About)))
		c.line("URL:" + root + "contest/" + b.ID)
		c.line("END:VEVENT")
	}
}

func newCalendar() *calendar {
	var c calendar
	c.line("BEGIN:VCALENDAR")
	c.line("VERSION:2.0")
	c.line("PRODID:-//Cairn//Cairn//EN")
	c.line("X-WR-CALNAME:Cairn")
	return &c
}

func (c *calendar) file() File {
	c.line("END:VCALENDAR")
	return newFile("text/calendar; charset=utf-8", []byte(c.String()))
}

func utc(at time.Time) string { return at.UTC().Format("20060102T150405Z") }

// escaped writes a text of people as a value of iCalendar.
func escaped(text string) string {
	text = strings.NewReplacer(`\`, `\\`, ";", `\;`, ",", `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`).Replace(text)
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, text)
}

// calendar has lines of at most 75 bytes, as RFC 5545 wants them folded.
type calendar struct{ strings.Builder }

func (c *calendar) line(text string) {
	for room := 75; len(text) > room; room = 74 { // the blank before the rest counts
		cut := room
		for !utf8.RuneStart(text[cut]) {
			cut--
		}
		c.WriteString(text[:cut] + "\r\n ")
		text = text[cut:]
	}
	c.WriteString(text + "\r\n")
}
