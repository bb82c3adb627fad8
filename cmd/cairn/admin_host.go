package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/host"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/show/i18n"
)

// hosting is what hosts of the server do, as its owner does it.
func hosting(st *store.Store) *host.Service {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	return host.New(host.Config{Store: st, Tables: table.New(table.Config{Store: st, Log: log}), Log: log})
}

// refusal is an error in words for the one who has typed the command, where it is a refusal.
func refusal(err error) error {
	if e := api.Refusal(err); e != nil {
		return client.Refusal(&client.Refused{Reason: *e})
	}
	return err
}

// withReason is what a person reads about what was done.
type withReason struct {
	Reason string `help:"What the person reads as the reason." placeholder:"TEXT"`
}

type adminHostCmd struct {
	onePerson
	Off bool `help:"The person is a host no longer."`
}

func (c *adminHostCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	p, err := st.Person(ctx, c.Person)
	if err != nil {
		return err
	}
	who := i18n.Args{"person": personText(p.ID, p.Name)}
	if c.Off {
		if err = hosting(st).Resign(ctx, p.ID); err == nil {
			tell(s, "cli.admin.host.ended", who)
		}
		return err
	}
	token, err := hosting(st).Invite(ctx, p.ID)
	if err != nil {
		return refusal(err)
	}
	tell(s, "cli.admin.host", who)
	fmt.Fprintln(s.out, "/me/#host="+token)
	return nil
}

type adminCloseCmd struct {
	Table  string `arg:"" optional:"" help:"Id of the table, as list shows it."`
	Of     string `help:"Close all open tables of this person instead." placeholder:"PERSON"`
	Result string `help:"Result of a game in progress: first, second or draw." enum:"first,second,draw" default:"draw" placeholder:"RESULT"`
	withReason
}

func (c *adminCloseCmd) whom() string { return c.Of }

func (c *adminCloseCmd) check(s *streams) error {
	if (c.Table == "") == (c.Of == "") {
		return usageError(errors.New(s.catalog.T("cli.admin.close.which")), "")
	}
	return nil
}

func (c *adminCloseCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	if c.Of != "" {
		return c.all(ctx, s, st)
	}
	row, _, err := st.Load(ctx, c.Table)
	if errors.Is(err, table.ErrNotFound) {
		err = api.Refuse(api.TableNotFound)
	}
	if err != nil {
		return refusal(err)
	}
	ids, err := hosting(st).CloseTables(ctx, host.Action{Person: row.Seats[0], Text: c.Reason}, []table.Row{row}, outcomes[c.Result])
	if err == nil && len(ids) == 0 {
		err = api.Refuse(api.TableClosed)
	}
	if err != nil {
		return refusal(err)
	}
	tell(s, "cli.admin.closed", i18n.Args{"table": c.Table})
	return nil
}

// all closes the open tables of somebody.
func (c *adminCloseCmd) all(ctx context.Context, s *streams, st *store.Store) error {
	p, err := st.Person(ctx, c.Of)
	if err != nil {
		return err
	}
	done, err := hosting(st).Decide(ctx, host.Action{Person: p.ID, What: host.Close, Text: c.Reason})
	if err != nil {
		return refusal(err)
	}
	tell(s, "cli.admin.closed.all", i18n.Args{"person": personText(p.ID, p.Name), "count": len(done.Tables)})
	for _, id := range done.Tables {
		fmt.Fprintln(s.out, id)
	}
	return nil
}

// restriction is what somebody may not do for a time.
type restriction struct {
	onePerson
	For time.Duration `least:"0" help:"How long it lasts; 0s ends it." default:"24h" placeholder:"TIME"`
	withReason
}

// set sets the end of the restriction, and says so by the text with the key begins, or that it has ended.
func (r restriction) set(ctx context.Context, s *streams, st *store.Store, what, begins, ended string) error {
	p, err := st.Person(ctx, r.Person)
	if err != nil {
		return err
	}
	a := host.Action{Person: r.Person, What: what, Text: r.Reason}
	if r.For > 0 {
		a.Until = st.Now().Add(r.For)
	}
	if _, err := hosting(st).Decide(ctx, a); err != nil {
		return refusal(err)
	}
	who := personText(p.ID, p.Name)
	if a.Until.IsZero() {
		tell(s, ended, i18n.Args{"person": who})
	} else {
		tell(s, begins, i18n.Args{"person": who, "until": a.Until.Format(time.DateTime)})
	}
	return nil
}

type adminMuteCmd struct{ restriction }

func (c adminMuteCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	return c.set(ctx, s, st, host.Mute, "cli.admin.muted", "cli.admin.muted.ended")
}

type adminBanCmd struct{ restriction }

func (c adminBanCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	return c.set(ctx, s, st, host.Ban, "cli.admin.banned", "cli.admin.banned.ended")
}

// done says that the owner has looked at a report.
func (c *adminReportsCmd) done(ctx context.Context, s *streams, st *store.Store) error {
	r, err := st.Report(ctx, c.Done)
	if err != nil {
		return refusal(api.Refuse(api.HostNone))
	}
	if _, err := hosting(st).Decide(ctx, host.Action{Person: r.Person, What: host.Nothing, Report: r.ID}); err != nil {
		return refusal(err)
	}
	tell(s, "cli.admin.report.done", i18n.Args{"id": fmt.Sprint(r.ID)})
	return nil
}

// shownAction is what was decided about somebody, in a list.
type shownAction struct {
	ID           int64     `json:"id"`
	At           time.Time `json:"at"`
	Host         string    `json:"host,omitempty"`
	Person       string    `json:"person"`
	What         string    `json:"what"`
	Until        time.Time `json:"until,omitzero"`
	Text         string    `json:"text,omitempty"`
	Quote        string    `json:"quote,omitempty"`
	Tables       []string  `json:"tables,omitempty"`
	Acknowledged time.Time `json:"acknowledged,omitzero"`
	Answer       string    `json:"answer,omitempty"`
}

// actions shows what was decided about people.
func (c *adminListCmd) actions(ctx context.Context, s *streams, st *store.Store) error {
	list, err := st.Actions(ctx, "", c.Limit)
	if err != nil {
		return err
	}
	var people []string
	for _, a := range list {
		people = append(people, a.Person, a.Host)
	}
	names, err := st.Names(ctx, people)
	if err != nil {
		return err
	}
	for _, a := range list {
		if c.JSON {
			v := shownAction{a.ID, a.At, a.Host, a.Person, a.What, a.Until, a.Text, a.Quote, a.Tables, a.Acknowledged, a.Answer}
			if err := s.json(v); err != nil {
				return err
			}
			continue
		}
		until := "-"
		if !a.Until.IsZero() {
			until = a.Until.Format(time.DateTime)
		}
		texts := []string{a.At.Format(time.DateTime), a.What, until, personText(a.Person, names[a.Person]), personText(a.Host, names[a.Host]), a.Text}
		if a.Answer != "" {
			texts = append(texts, "> "+a.Answer)
		}
		fmt.Fprintln(s.out, strings.TrimSpace(strings.Join(texts, "  ")))
	}
	return nil
}
