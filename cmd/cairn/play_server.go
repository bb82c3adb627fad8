package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/internal/api"
	"cairn.example/internal/client"
	"cairn.example/internal/i18n"
	"cairn.example/internal/line"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
)

// playAtServer plays or watches at a table of a server, line by line.
func (c *playCmd) playAtServer(s *streams) error {
	catalog := s.catalog
	address, id, err := c.serverAndTable()
	if err != nil {
		return usageError(err, "")
	}
	ctx, stop := interruptible()
	defer stop()
	session, err := signIn(ctx, address, c.Name)
	if err != nil {
		return failure(serverError(err), "")
	}
	if id == "" {
		if id, err = c.newTable(ctx, session); err != nil {
			return failure(serverError(err), "")
		}
	}
	live := session.Live(client.LiveOptions{})
	defer live.Close()
	table := live.Watch(id)
	if err := c.takeSeat(ctx, s, session, table); err != nil {
		if i, ended := interruption(ctx, err); ended {
			return withCode(i.code(), errSilent, "")
		}
		return failure(serverError(err), "")
	}
	remote := newRemoteGame(catalog, session, live, table)
	o := line.Options{
		Session:     remote.session,
		Catalog:     catalog,
		Files:       gameFiles{catalog},
		Board:       plainBoard(s, catalog),
		Interactive: isTerminal(s.rawIn) && isTerminal(s.rawOut),
		Boards:      map[string]line.Boards{"always": line.BoardsOn, "never": line.BoardsOff}[c.Board],
		Names:       remote.names,
		Remote:      remote,
	}
	if _, plays := remote.Seat(); !plays {
		fmt.Fprintln(s.out, catalog.T("cli.remote.watching"))
	}
	err = line.Run(ctx, newCancelableReader(ctx, s.in), s.out, o)
	if i, ended := interruption(ctx, err); ended {
		return withCode(i.code(), errSilent, "")
	}
	return err
}

// serverAndTable reads --server and the table or game named: a table's address may
// stand in place of both.
func (c *playCmd) serverAndTable() (address, id string, err error) {
	u, err := url.Parse(c.Server)
	if err != nil {
		return "", "", err
	}
	if id = strings.Trim(u.Path, "/"); id == "" && isTableID(c.Game) {
		id = c.Game
	}
	u.Path, u.RawQuery, u.Fragment = "", "", ""
	return u.String(), id, nil
}

// isTableID tells the id of a table from the name of a game.
func isTableID(text string) bool {
	return len(text) == 8 && strings.ContainsAny(text, "23456789") && strings.Trim(text, "abcdefghjkmnpqrstuvwxyz23456789") == ""
}

// signIn takes up the session kept for a server, or becomes a guest there.
func signIn(ctx context.Context, address, name string) (*client.Session, error) {
	kept := readSessions()
	session, err := client.NewSession(address, client.Options{Cookie: kept[address]})
	if err != nil {
		return nil, err
	}
	person, known, err := session.Me(ctx)
	if err != nil {
		return nil, err
	}
	if !known || name != "" && name != person.Name {
		if _, err := session.Guest(ctx, name); err != nil {
			return nil, err
		}
	}
	if kept[address] != session.Cookie() {
		kept[address] = session.Cookie()
		return session, writeSessions(kept)
	}
	return session, nil
}

// sessionsFile is where the sessions at servers are kept, beside the saved games.
func sessionsFile() (string, error) {
	dir, err := stateDir()
	return filepath.Join(dir, "servers.json"), err
}

// readSessions returns the cookies by server; none where they cannot be read, since a
// guest is made in a moment.
func readSessions() map[string]string {
	kept := map[string]string{}
	if name, err := sessionsFile(); err == nil {
		if text, err := os.ReadFile(name); err == nil {
			_ = json.Unmarshal(text, &kept)
		}
	}
	if kept == nil {
		kept = map[string]string{}
	}
	return kept
}

// writeSessions keeps them so that nobody else can read them.
func writeSessions(kept map[string]string) error {
	name, err := sessionsFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	text, err := json.MarshalIndent(kept, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(name), "servers-*") // readable for its owner only
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// newTable makes a table with what the command line asks for.
func (c *playCmd) newTable(ctx context.Context, session *client.Session) (string, error) {
	g, err := c.game()
	if err != nil {
		return "", err
	}
	control, err := play.ParseShort(c.Clock)
	if err != nil {
		return "", err
	}
	o := api.Options{Game: g.ID(), Full: c.Full, Control: control.String(), Takeback: true}
	if c.Side != "drawn" {
		o.Side = c.Side
	}
	made, err := session.Create(ctx, o)
	return made.ID, err
}

// takeSeat sits down where a seat is free, unless one only wants to watch, and waits
// for the game to begin.
func (c *playCmd) takeSeat(ctx context.Context, s *streams, session *client.Session, table *client.Table) error {
	if err := table.Wait(ctx, func(v *client.View) bool { return v.Known }); err != nil {
		return err
	}
	var phase api.Phase
	var you api.Role
	table.Look(func(v *client.View) { phase, you = v.Table.Phase, v.Table.You })
	if phase == api.Open {
		if you == api.Watcher && !c.Watch {
			if _, err := table.Sit(ctx); err != nil {
				return err
			}
		} else {
			fmt.Fprintln(s.out, s.catalog.T("cli.remote.waiting", i18n.Args{"url": session.Address() + "/" + table.ID()}))
			if err := s.out.Flush(); err != nil {
				return err
			}
		}
	}
	var closed bool
	if err := table.Wait(ctx, func(v *client.View) bool {
		closed = v.Table.Phase == api.Closed
		return v.State != nil || closed
	}); err != nil {
		return err
	}
	if closed {
		return errors.New(s.catalog.T("cli.remote.closed"))
	}
	return nil
}

// serverError makes what a server refuses an error that can be said in any language.
func serverError(err error) error {
	var refused *client.Refused
	if !errors.As(err, &refused) {
		return err
	}
	return refusalOf(&refused.Reason)
}

func refusalOf(e *api.Error) error {
	p := &play.Error{Code: play.Code(e.Code), Text: e.Text, Args: e.Args}
	if e.Why != nil {
		p.Err = refusalOf(e.Why)
	}
	return p
}

// remoteGame is a table as line play wants it.
type remoteGame struct {
	catalog *i18n.Catalog
	live    *client.Live
	table   *client.Table
	at      *client.Session
	session *local.Session
	names   [2]string

	mu        sync.Mutex
	lines     int64 // the number of the last line of chat that was told
	connected bool
	rematch   api.Rematch
}

func newRemoteGame(catalog *i18n.Catalog, at *client.Session, live *client.Live, table *client.Table) *remoteGame {
	r := &remoteGame{catalog: catalog, live: live, table: table, at: at, connected: true}
	table.Look(func(v *client.View) {
		log := v.State.Log()
		session, err := local.Begin(log.Terms)
		for _, e := range log.Events {
			if err == nil {
				err = session.Apply(e)
			}
		}
		if err != nil {
			session = local.New(v.State.Position()) // the table has folded the same events, so this is never met
		}
		session.MarkSaved()
		r.session = session
		for side, p := range v.Table.Seats {
			if p != nil {
				r.names[side] = game.Printable(p.Name)
			}
		}
		if v.Table.Rematch != nil {
			r.rematch = *v.Table.Rematch
		}
	})
	return r
}

func (r *remoteGame) Seat() (side game.Side, plays bool) {
	r.table.Look(func(v *client.View) { side, plays = v.Side() })
	return side, plays
}

func (r *remoteGame) Events(n int) (events []play.Event) {
	r.table.Look(func(v *client.View) {
		if all := v.State.Log().Events; n < len(all) {
			events = append(events, all[n:]...)
		}
	})
	return events
}

func (r *remoteGame) Elapsed() (passed time.Duration) {
	r.table.Look(func(v *client.View) { passed = v.Elapsed.Truncate(time.Millisecond) })
	return passed
}

func (r *remoteGame) Send(ctx context.Context, e play.Event) error {
	_, err := r.table.Send(ctx, e)
	return serverError(err)
}

func (r *remoteGame) Say(ctx context.Context, text string) error {
	_, err := r.table.Say(ctx, text)
	return serverError(err)
}

func (r *remoteGame) Rematch(ctx context.Context, same bool) error {
	_, err := r.table.Rematch(ctx, same)
	return serverError(err)
}

func (r *remoteGame) Changed() <-chan struct{} { return r.table.Changed() }

func (r *remoteGame) Ended() error { return r.live.Err() }

// News are the lines of chat, what becomes of the connection, and the rematch.
func (r *remoteGame) News() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var news []string
	r.table.Look(func(v *client.View) {
		switch {
		case r.connected && !v.Connected:
			news = append(news, r.catalog.T("cli.remote.lost"))
		case !r.connected && v.Connected:
			news = append(news, r.catalog.T("cli.remote.back"))
		}
		r.connected = v.Connected
		for _, l := range v.Chat {
			if l.Number > r.lines {
				r.lines = l.Number
				news = append(news, game.Printable(r.nameOf(l.Person))+": "+game.Printable(l.Text))
			}
		}
		if m := v.Table.Rematch; m != nil && *m != r.rematch {
			r.rematch = *m
			switch {
			case m.Agreed:
				news = append(news, r.catalog.T("cli.remote.next", i18n.Args{"command": "cairn play --server " + r.at.Address() + " " + m.Table}))
			case !m.No:
				news = append(news, r.catalog.T("cli.remote.rematch", i18n.Args{"player": r.sideName(m.By)}))
			}
		}
	})
	return news
}

// nameOf returns what a person is called here.
func (r *remoteGame) nameOf(p api.Person) string {
	if p.Name != "" {
		return p.Name
	}
	return p.ID[:min(4, len(p.ID))]
}

// sideName returns what the player of a side is called, "first" or "second".
func (r *remoteGame) sideName(side string) string {
	s := game.First
	if side == "second" {
		s = game.Second
	}
	if name := r.names[s]; name != "" {
		return name
	}
	return r.catalog.T("side." + r.session.Game().SideName(s))
}
