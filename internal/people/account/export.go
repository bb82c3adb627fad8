package account

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/table"
)

// Exported is where an export comes from.
type Exported interface {
	PersonalOf(ctx context.Context, id string) (table.Personal, error)
	List(ctx context.Context, q table.Query) ([]table.Row, error)
}

// Export is all that is stored about somebody, but for what could be used to sign in.
type Export struct {
	Person      ExportPerson                `json:"person"`
	Credentials []ExportCredential          `json:"credentials"`
	Chat        []ExportLine                `json:"chat"`
	Reports     []ExportReport              `json:"reports"` // by and about the person
	Tables      []ExportTable               `json:"tables"`
	More        map[string][]map[string]any `json:"more,omitempty"`
}

// ExportPerson is somebody.
type ExportPerson struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Kind    string     `json:"kind,omitempty"`
	Role    string     `json:"role,omitempty"`
	Created time.Time  `json:"created"`
	Seen    *time.Time `json:"seen,omitempty"`
	Renamed *time.Time `json:"renamed,omitempty"`
	Banned  *time.Time `json:"banned,omitempty"`
	Muted   *time.Time `json:"muted,omitempty"`
	// Settings are as the page keeps them, JSON.
	Settings string `json:"settings,omitempty"`
}

// ExportCredential is a session, a link or a code.
type ExportCredential struct {
	Kind    string     `json:"kind"`
	Label   string     `json:"label,omitempty"`
	MadeBy  string     `json:"madeBy,omitempty"`
	Created time.Time  `json:"created"`
	Used    *time.Time `json:"used,omitempty"`
	Expires time.Time  `json:"expires"`
}

// ExportLine is a line of chat.
type ExportLine struct {
	Table string    `json:"table"`
	Line  int64     `json:"line"`
	At    time.Time `json:"at"`
	Room  string    `json:"room"`
	Text  string    `json:"text"`
}

// ExportReport is a report to the host of the server.
type ExportReport struct {
	ID       int64     `json:"id"`
	At       time.Time `json:"at"`
	Table    string    `json:"table"`
	Line     int64     `json:"line,omitempty"`
	Reporter string    `json:"reporter"`
	Person   string    `json:"person"`
	Text     string    `json:"text"`
}

// ExportTable is a table at which the person has or had a seat.
type ExportTable struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Phase   string    `json:"phase"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	Seat    int       `json:"seat"`
}

// ExportOf returns all that a store has about somebody; [table.ErrNotFound] for nobody.
func ExportOf(ctx context.Context, store Exported, person string) (Export, error) {
	all, err := store.PersonalOf(ctx, person)
	if err != nil {
		return Export{}, err
	}
	p := all.Person
	out := Export{
		Person: ExportPerson{
			ID: p.ID, Name: p.Name, Kind: p.Kind, Role: p.Role, Created: p.Created, Seen: ifAny(p.Seen), Renamed: ifAny(p.Renamed),
			Banned: ifAny(p.Banned), Muted: ifAny(p.Muted), Settings: p.Settings,
		},
		Credentials: []ExportCredential{}, Chat: []ExportLine{}, Reports: []ExportReport{}, Tables: []ExportTable{}, More: all.More,
	}
	for _, c := range all.Credentials {
		out.Credentials = append(out.Credentials, ExportCredential{c.Kind, c.Label, c.MadeBy, c.Created, ifAny(c.Used), c.Expires})
	}
	for _, l := range all.Chat {
		out.Chat = append(out.Chat, ExportLine{l.Table, l.Number, l.At, l.Room, l.Text})
	}
	for _, r := range all.Reports {
		out.Reports = append(out.Reports, ExportReport{r.ID, r.At, r.Table, r.Line, r.Reporter, r.Person, r.Text})
	}
	q := table.Query{Person: person, Limit: 500}
	for {
		rows, err := store.List(ctx, q)
		if err != nil {
			return Export{}, err
		}
		for _, row := range rows {
			for seat, id := range row.Seats {
				if id == person {
					out.Tables = append(out.Tables, ExportTable{row.ID, row.Game, row.Phase, row.Created, row.Updated, seat})
				}
			}
		}
		if len(rows) < q.Limit {
			return out, nil
		}
		q.Before, q.After = rows[len(rows)-1].Updated, rows[len(rows)-1].ID
	}
}

// ifAny returns a time that is left out where there is none.
func ifAny(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Export returns all that is stored about who asks.
func (s *Service) Export(ctx context.Context, who table.SignedIn) (Export, error) {
	if _, err := s.take(exports, "export:"+who.Person.ID); err != nil {
		return Export{}, err
	}
	out, err := ExportOf(ctx, s.store, who.Person.ID)
	if errors.Is(err, table.ErrNotFound) {
		return out, api.Refuse(api.MeNeeded)
	}
	if err != nil {
		return out, s.fault("export", err)
	}
	return out, nil
}

// do carries out a message of somebody at a table. That it was refused is no error: the table has ended, or is another's.
func (s *Service) do(ctx context.Context, person, what, id, event string) error {
	_, err := s.tables.Do(ctx, person, api.ToServer{Type: what, Table: id, ID: rand.Text(), Event: json.RawMessage(event)})
	if api.Refusal(err) != nil {
		return nil
	}
	return err
}

// decline declines what somebody is asked, by another or, with "", by anybody.
func (s *Service) decline(ctx context.Context, person, by string) error {
	all, err := s.store.PersonalOf(ctx, person)
	if errors.Is(err, table.ErrNotFound) {
		return nil
	}
	if err != nil {
		return s.fault("invitations", err)
	}
	for _, n := range all.More["notices"] {
		id, _ := n["key"].(string)
		text, _ := n["args"].(string)
		var args table.NoticeArgs
		if n["kind"] == table.NoticeInvited && json.Unmarshal([]byte(text), &args) == nil && args.End == "" && (by == "" || args.By == by) {
			err = errors.Join(err, s.do(ctx, person, "leave", id, ""))
		}
	}
	return err
}

// leaveTables gives up the games of somebody who leaves for good, and declines what they are asked: nobody is to wait
// for them.
func (s *Service) leaveTables(ctx context.Context, person string) error {
	all, err := ExportOf(ctx, s.store, person)
	if err != nil {
		return s.fault("leave the tables", err)
	}
	err = s.decline(ctx, person, "")
	for _, one := range all.Tables {
		switch one.Phase {
		case string(api.Open):
			err = errors.Join(err, s.do(ctx, person, "leave", one.ID, ""))
		case string(api.Playing):
			err = errors.Join(err, s.do(ctx, person, "send", one.ID, `{"kind":"abort"}`), // whichever it still can be
				s.do(ctx, person, "send", one.ID, `{"kind":"resign"}`))
		}
	}
	return err
}

// Delete deletes all that is stored about who asks, once they have typed their name. Their games stay, under an id that
// belongs to nobody.
func (s *Service) Delete(ctx context.Context, who table.SignedIn, name string) error {
	if err := s.tables.Grown(who); err != nil {
		return err
	}
	if name != who.Person.Name {
		return api.Refuse(api.AccountName)
	}
	bots, err := s.store.BotsOf(ctx, who.Person.ID)
	if err != nil {
		return s.fault("bots", err)
	}
	for _, bot := range bots {
		if err := s.forget(ctx, bot.ID); err != nil {
			return err
		}
	}
	return s.forget(ctx, who.Person.ID)
}

// forget deletes all that is stored about somebody, whose games are given up.
func (s *Service) forget(ctx context.Context, id string) error {
	if err := s.leaveTables(ctx, id); err != nil {
		return err
	}
	if err := s.store.DeletePerson(ctx, id); err != nil {
		// All may be deleted, and its bytes not be overwritten yet: a later write does that.
		if _, there := s.store.Person(ctx, id); !errors.Is(there, table.ErrNotFound) {
			return s.fault("delete", err)
		}
	}
	s.tables.Forgotten([]string{id})
	return nil
}
