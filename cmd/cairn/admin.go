package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"cairn.example/internal/i18n"
	"cairn.example/internal/store"
	"cairn.example/internal/table"
)

type adminCmd struct {
	Step string `arg:"" enum:"list,reports,close,mute,ban,export,delete" help:"list, reports, close, mute, ban, export or delete."`
	Name string `arg:"" optional:"" help:"close: id of a table; mute, ban, export, delete: id of a person, as list and reports show it."`
	storeFlags

	Phase  string        `help:"list: only tables at this phase: open, playing, over or closed." enum:",open,playing,over,closed" default:"" placeholder:"PHASE"`
	Person string        `help:"list: only tables of this person." placeholder:"ID"`
	Limit  int           `help:"list, reports: how many at most." default:"100" placeholder:"N"`
	Result string        `help:"close: what a game under way is decided as: first, second or draw." enum:"first,second,draw" default:"draw" placeholder:"RESULT"`
	For    time.Duration `help:"mute, ban: for how long; 0s ends it." default:"24h" placeholder:"TIME"`
	JSON   bool          `help:"list, reports: print a JSON object a line."`
}

func (adminCmd) Help() string {
	return `Is for the host of a server, while it runs or not.

list shows tables, the one that went on last first, reports what people have
reported. close ends a table. mute keeps a person from chatting. Who is banned
creates and joins no table and writes nothing, but may finish the games under
way. export prints all that is stored about a person, as JSON; delete removes it:
name, sessions, chat and reports. The games stay, under an id that stands for
nobody. Try

  cairn admin reports
  cairn admin mute PERSON --for 48h`
}

// shownTable is a table in a list.
type shownTable struct {
	ID      string     `json:"id"`
	Game    string     `json:"game"`
	Phase   string     `json:"phase"`
	Public  bool       `json:"public"`
	Seats   [2]string  `json:"seats"`
	Names   [2]string  `json:"names"`
	Events  int64      `json:"events"`
	Created time.Time  `json:"created"`
	Updated time.Time  `json:"updated"`
	Due     *time.Time `json:"due,omitempty"`
}

// shownReport is a report in a list.
type shownReport struct {
	ID       int64     `json:"id"`
	At       time.Time `json:"at"`
	Table    string    `json:"table"`
	Line     int64     `json:"line,omitempty"`
	Reporter string    `json:"reporter"`
	Person   string    `json:"person"`
	Name     string    `json:"name"`
	Text     string    `json:"text"`
}

func (c *adminCmd) Run(s *streams) error {
	ctx, stop := interruptible()
	defer stop()
	needs := c.Step != "list" && c.Step != "reports"
	switch {
	case needs && c.Name == "":
		return usageError(errors.New(s.catalog.T("cli.usage.missing", i18n.Args{"arguments": "<name>"})), "")
	case !needs && c.Name != "":
		return usageError(errors.New(s.catalog.T("cli.usage.unexpected", i18n.Args{"argument": shown(c.Name)})), "")
	case c.Limit < 1:
		return tooSmall(s.catalog, "--limit", 1, c.Limit)
	case c.For < 0:
		return negativeLimit(s.catalog, "--for")
	}
	st, err := c.open(ctx, s, false)
	if err != nil {
		return err
	}
	run := map[string]func(context.Context, *streams, *store.Store) error{
		"list": c.list, "reports": c.reports, "close": c.closeTable, "mute": c.restrict, "ban": c.restrict, "export": c.export, "delete": c.delete,
	}[c.Step]
	err = run(ctx, s, st)
	if needs && c.Step != "close" && errors.Is(err, table.ErrNotFound) {
		err = errors.New(s.catalog.T("cli.admin.nobody", i18n.Args{"id": shown(c.Name)}))
	}
	return errors.Join(failed(s, err), st.Close())
}

func (c *adminCmd) list(ctx context.Context, s *streams, st *store.Store) error {
	rows, err := st.List(ctx, table.Query{Phase: c.Phase, Person: c.Person, Limit: c.Limit})
	if err != nil {
		return err
	}
	var people []string
	for _, r := range rows {
		people = append(people, r.Seats[:]...)
	}
	names, err := st.Names(ctx, people)
	if err != nil {
		return err
	}
	for _, r := range rows {
		t := shownTable{
			ID: r.ID, Game: r.Game, Phase: r.Phase, Public: r.Public, Seats: r.Seats, Names: [2]string{names[r.Seats[0]], names[r.Seats[1]]},
			Events: r.Seq, Created: r.Created, Updated: r.Updated,
		}
		if !r.Deadline.IsZero() {
			t.Due = &r.Deadline
		}
		if c.JSON {
			if err := s.json(t); err != nil {
				return err
			}
			continue
		}
		fmt.Fprintf(s.out, "%s  %s  %-7s  %s  %s  %s\n", t.ID, t.Updated.Format(time.DateTime), t.Phase, t.Game, personText(t.Seats[0], t.Names[0]), personText(t.Seats[1], t.Names[1]))
	}
	return nil
}

// personText is somebody in a line of a list.
func personText(id, name string) string {
	switch {
	case id == "":
		return "-"
	case name == "":
		return id
	}
	return id + " (" + name + ")"
}

func (c *adminCmd) reports(ctx context.Context, s *streams, st *store.Store) error {
	reports, err := st.Reports(ctx, c.Limit)
	if err != nil {
		return err
	}
	var people []string
	for _, r := range reports {
		people = append(people, r.Person)
	}
	names, err := st.Names(ctx, people)
	if err != nil {
		return err
	}
	for _, r := range reports {
		if c.JSON {
			if err := s.json(shownReport{r.ID, r.At, r.Table, r.Line, r.Reporter, r.Person, names[r.Person], r.Text}); err != nil {
				return err
			}
			continue
		}
		where := r.Table
		if r.Line > 0 {
			where = fmt.Sprintf("%s:%d", r.Table, r.Line)
		}
		// What people write stays in one line.
		fmt.Fprintf(s.out, "%s  %s  %s  %s\n", r.At.Format(time.DateTime), where, personText(r.Person, names[r.Person]), strings.Join(strings.Fields(r.Text), " "))
	}
	return nil
}

func (c *adminCmd) closeTable(ctx context.Context, _ *streams, st *store.Store) error {
	service := table.New(table.Config{Store: st, Log: slog.New(slog.NewTextHandler(io.Discard, nil))})
	return service.CloseTable(ctx, c.Name, outcomes[c.Result])
}

// restrict mutes or bans somebody.
func (c *adminCmd) restrict(ctx context.Context, _ *streams, st *store.Store) error {
	var until time.Time
	if c.For > 0 {
		until = st.Now().Add(c.For)
	}
	if c.Step == "ban" {
		return st.Ban(ctx, c.Name, until)
	}
	return st.Mute(ctx, c.Name, until)
}

// exportedPerson is all that is stored about somebody.
type exportedPerson struct {
	store.Personal
	Tables []exportedTable
}

type exportedTable struct {
	ID      string
	Game    string
	Phase   string
	Created time.Time
	Updated time.Time
	Seat    int
}

func (c *adminCmd) export(ctx context.Context, s *streams, st *store.Store) error {
	all, err := st.PersonalOf(ctx, c.Name)
	if err != nil {
		return err
	}
	out := exportedPerson{Personal: all, Tables: []exportedTable{}}
	err = st.All(ctx, func(row table.Row, _ []table.Event) error {
		for seat, id := range row.Seats {
			if id == c.Name {
				out.Tables = append(out.Tables, exportedTable{row.ID, row.Game, row.Phase, row.Created, row.Updated, seat})
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return s.json(out)
}

func (c *adminCmd) delete(ctx context.Context, _ *streams, st *store.Store) error {
	return st.DeletePerson(ctx, c.Name)
}
