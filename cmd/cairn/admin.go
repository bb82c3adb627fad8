package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"cairn.example/internal/people/account"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/show/i18n"
)

type adminCmd struct {
	storeFlags

	List    adminListCmd     `cmd:"" help:"List tables, the most recently active first." example:"cairn admin list --banned"`
	Find    adminFindCmd     `cmd:"" help:"Find people by their name." example:"cairn admin find marta"`
	Reports adminReportsCmd  `cmd:"" help:"Show the reports that people have sent." example:"cairn admin reports"`
	Close   adminCloseCmd    `cmd:"" help:"End a table, or all open tables of a person." example:"cairn admin close TABLE"`
	Rename  adminRenameCmd   `cmd:"" help:"Give a person another name." example:"cairn admin rename PERSON Marta"`
	Host    adminHostCmd     `cmd:"" help:"Make an account a host of the server, by a link." example:"cairn admin host PERSON"`
	Code    adminCodeCmd     `cmd:"" help:"Give an account a new sign-in code; its devices are signed out." example:"cairn admin code PERSON"`
	Mute    adminMuteCmd     `cmd:"" help:"Keep a person from chatting." example:"cairn admin mute PERSON"`
	Ban     adminBanCmd      `cmd:"" help:"Keep a person from playing new games and from writing." example:"cairn admin ban PERSON --for 72h"`
	Export  adminExportCmd   `cmd:"" help:"Print everything stored about a person." example:"cairn admin export PERSON"`
	Delete  adminDeleteCmd   `cmd:"" help:"Delete everything stored about a person." example:"cairn admin delete PERSON"`
	Rerate  adminRerateCmd   `cmd:"" help:"Work out the ratings of a pool once more." example:"cairn admin rerate dvonn/live --without PERSON"`
	Fair    adminFairplayCmd `cmd:"" name:"fairplay" help:"Show how a person's moves stand to those of the engine and of others." example:"cairn admin fairplay PERSON"`
	Anchor  adminAnchorCmd   `cmd:"" help:"Show how strong the levels are to people, as rated games say." example:"cairn admin anchor lyngk/live --use"`
}

func (adminCmd) Help() string {
	return `These commands are for the owner of a server. They work while it runs and while it
doesn't.

list shows tables, the most recently active first, with --banned the people who are
banned or muted, or with --actions what has been decided about people. find shows the
people whose names resemble the one given; guests without a name are found by their
number. reports shows the reports that people have sent, and with --done says that you
have looked at one. close ends a table, or with --of all open tables of a person. rename
gives a person another name; an account keeps its sign-in code, and can't choose a
name itself for 30 days. host prints a link that makes an account a host: on the page
/host/ it can then do what mute, ban and close do here, though not to other hosts. code prints a new
sign-in code for someone who has lost theirs; make sure who asks. mute keeps a person
from chatting. ban also keeps a person from creating and joining tables; games in
progress can still be finished. The person reads what was done, why (--reason) and until
when. export prints everything stored about a person, as JSON. delete removes
it: name, sessions, chat and reports. The games stay, under an id that belongs to
no one. rerate works out the ratings of a pool once more from its results, without
the games of people who have cheated if you name them; those never count again.
anchor compares the levels of the computer with people, from their rated games;
with --use they stand there from now on. fairplay compares the moves of a person's last rated games with the
engine, the levels, the games before and people of about the same rating. It takes
minutes, proves nothing and changes nothing. Try

  cairn admin reports
  cairn admin find marta
  cairn admin mute PERSON --for 48h`
}

// shownTable is a table in a list.
type shownTable struct {
	ID      string    `json:"id"`
	Game    string    `json:"game"`
	Phase   string    `json:"phase"`
	Public  bool      `json:"public"`
	Seats   [2]string `json:"seats"`
	Names   [2]string `json:"names"`
	Events  int64     `json:"events"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
	Due     time.Time `json:"due,omitzero"`
}

// adminStep is a step, which is done in the store.
type adminStep interface {
	run(ctx context.Context, s *streams, st *store.Store) error
}

// Run opens the store for the step and closes it. Where the step is about a person that is not
// there, the error names the id.
func (c *adminCmd) Run(ctx context.Context, s *streams, parsed *kong.Context) error {
	step := parsed.Selected().Target.Addr().Interface().(adminStep)
	if err := checkStep(s, step); err != nil {
		return err
	}
	st, err := c.open(ctx, s, false)
	if err != nil {
		return err
	}
	err = step.run(ctx, s, st)
	if about, ok := step.(interface{ whom() string }); ok && errors.Is(err, table.ErrNotFound) {
		err = errors.New(s.catalog.T("cli.admin.nobody", i18n.Args{"id": shown(about.whom())}))
	}
	return errors.Join(failed(s, err), st.Close())
}

// checkStep refuses a step whose arguments are wrong, before anything is opened.
func checkStep(s *streams, step any) error {
	if checked, ok := step.(interface{ check(s *streams) error }); ok {
		return checked.check(s)
	}
	return nil
}

// tell writes a message of the catalog on a line of its own.
func tell(s *streams, key string, args i18n.Args) { fmt.Fprintln(s.out, s.catalog.T(key, args)) }

// listed is how much of a list is shown, and how.
type listed struct {
	Limit int  `least:"1" help:"List at most this many." default:"100" placeholder:"N"`
	JSON  bool `help:"Print one JSON object per line."`
}

type adminListCmd struct {
	Phase  string `help:"List only tables in this phase: open, playing, over or closed." enum:",open,playing,over,closed" default:"" placeholder:"PHASE"`
	Person string `help:"List only tables of this person." placeholder:"ID" xor:"what"`
	Banned bool   `help:"List people who are banned or muted instead." xor:"what"`
	Done   bool   `name:"actions" help:"List what has been decided about people instead." xor:"what"`
	listed
}

func (c *adminListCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	switch {
	case c.Banned:
		now := st.Now()
		return hosting(st).Each(ctx, c.upTo(func(p table.PersonRow) (bool, error) {
			restricted := p.Banned.After(now) || p.Muted.After(now)
			if !restricted {
				return false, nil
			}
			return true, c.person(s, p, now)
		}))
	case c.Done:
		return c.actions(ctx, s, st)
	}
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
			Events: r.Seq, Created: r.Created, Updated: r.Updated, Due: r.Deadline,
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

// shownPerson is a person in a list.
type shownPerson struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Kind    string    `json:"kind,omitempty"`
	Created time.Time `json:"created"`
	Banned  time.Time `json:"banned,omitzero"`
	Muted   time.Time `json:"muted,omitzero"`
}

// upTo stops what calls a function for people after as many of them as are listed. The function returns whether it has
// shown one.
func (l listed) upTo(show func(table.PersonRow) (bool, error)) func(table.PersonRow) (bool, error) {
	left := l.Limit
	return func(p table.PersonRow) (bool, error) {
		shown, err := show(p)
		if shown {
			left--
		}
		return left > 0, err
	}
}

// person shows somebody in a line.
func (l listed) person(s *streams, p table.PersonRow, now time.Time) error {
	v := shownPerson{ID: p.ID, Name: p.Name, Kind: p.Kind, Created: p.Created}
	who := personText(p.ID, p.Name)
	var texts []string
	restricted := func(key string, until time.Time) time.Time {
		if !until.After(now) {
			return time.Time{}
		}
		texts = append(texts, s.catalog.T(key, i18n.Args{"person": who, "until": until.Format(time.DateTime)}))
		return until
	}
	v.Banned, v.Muted = restricted("cli.admin.banned", p.Banned), restricted("cli.admin.muted", p.Muted)
	if l.JSON {
		return s.json(v)
	}
	switch {
	case p.Kind == string(api.KindAccount):
		texts = append([]string{s.catalog.T("cli.admin.account", i18n.Args{"person": who})}, texts...)
	case len(texts) == 0:
		texts = append(texts, who)
	}
	fmt.Fprintf(s.out, "%s  %s\n", p.Created.Format(time.DateTime), strings.Join(texts, " "))
	return nil
}

type adminFindCmd struct {
	Name string `arg:"" help:"The name, a part of it, or the number of a guest without one."`
	listed
}

func (c *adminFindCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	found := false
	err := hosting(st).EachNamed(ctx, c.Name, c.upTo(func(p table.PersonRow) (bool, error) {
		found = true
		return true, c.person(s, p, st.Now())
	}))
	if err == nil && !found {
		err = errors.New(s.catalog.T("cli.admin.not_found", i18n.Args{"name": shown(c.Name)}))
	}
	return err
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

// shownReport is a report in a list.
type shownReport struct {
	account.ExportReport
	Done time.Time `json:"done,omitzero"` // when a host has looked at it
	Name string    `json:"name"`          // of the person
}

type adminReportsCmd struct {
	Done int64 `help:"Say that you have looked at this report." placeholder:"ID"`
	listed
}

func (c *adminReportsCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	if c.Done > 0 {
		return c.done(ctx, s, st)
	}
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
			if err := s.json(shownReport{account.ExportReport{ID: r.ID, At: r.At, Table: r.Table, Line: r.Line, Reporter: r.Reporter, Person: r.Person, Text: r.Text}, r.Done, names[r.Person]}); err != nil {
				return err
			}
			continue
		}
		where := r.Table
		if r.Line > 0 {
			where = fmt.Sprintf("%s:%d", r.Table, r.Line)
		}
		if where == "" {
			where = "-"
		}
		// What people write stays in one line.
		line := fmt.Sprintf("%d  %s  %s  %s  %s", r.ID, r.At.Format(time.DateTime), where, personText(r.Person, names[r.Person]), strings.Join(strings.Fields(r.Text), " "))
		if !r.Done.IsZero() {
			line = s.catalog.T("cli.admin.report.seen", i18n.Args{"report": line})
		}
		fmt.Fprintln(s.out, line)
	}
	return nil
}

// onePerson names a person.
type onePerson struct {
	Person string `arg:"" help:"Id of the person, as list and reports show it."`
}

func (p onePerson) whom() string { return p.Person }

type adminRenameCmd struct {
	onePerson
	Name string `arg:"" help:"The new name."`
}

func (c *adminRenameCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	before, err := st.Person(ctx, c.Person)
	if err != nil {
		return err
	}
	name, err := table.CheckName(c.Name)
	if err == nil {
		err = c.rename(ctx, st, before, name)
	}
	if e := api.Refusal(err); e != nil {
		return client.Refusal(&client.Refused{Reason: *e})
	}
	if err == nil {
		tell(s, "cli.admin.renamed", i18n.Args{"person": personText(before.ID, before.Name), "name": name})
	}
	return err
}

func (c *adminRenameCmd) rename(ctx context.Context, st *store.Store, before table.PersonRow, name string) error {
	skeleton := table.Skeleton(name)
	if before.Kind != "" {
		err := st.RenameAccount(ctx, before.ID, name, skeleton, st.Now().Add(table.NameHeldFor))
		if errors.Is(err, table.ErrConflict) {
			err = api.Refuse(api.MeNameTaken)
		}
		return err
	}
	taken, err := st.NameTaken(ctx, skeleton, before.ID)
	if err == nil && taken {
		err = api.Refuse(api.MeNameTaken)
	}
	if err != nil {
		return err
	}
	return st.Rename(ctx, before.ID, name)
}

type adminCodeCmd struct{ onePerson }

func (c *adminCodeCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	p, err := st.Person(ctx, c.Person)
	if err != nil {
		return err
	}
	if p.Kind != string(api.KindAccount) {
		return errors.New(s.catalog.T("cli.admin.guest", i18n.Args{"person": personText(p.ID, p.Name)}))
	}
	code, err := account.CodeOf(ctx, st, p.ID)
	if err == nil {
		tell(s, "cli.admin.code", i18n.Args{"person": personText(p.ID, p.Name)})
		fmt.Fprintln(s.out, code)
	}
	return err
}

type adminExportCmd struct{ onePerson }

func (c *adminExportCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	all, err := account.ExportOf(ctx, st, c.Person)
	if err != nil {
		return err
	}
	return s.json(all)
}

type adminDeleteCmd struct{ onePerson }

func (c *adminDeleteCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	err := st.DeletePerson(ctx, c.Person)
	if err == nil {
		tell(s, "cli.admin.deleted", i18n.Args{"id": c.Person})
	}
	return err
}
