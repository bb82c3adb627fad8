package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
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
	"cairn.example/internal/tui"
)

// linePlay plays at the tables of a server line by line.
type linePlay struct {
	*playCmd
	s       *streams
	catalog *i18n.Catalog
	session *client.Session
	live    *client.Live
	in      *bufio.Reader // of the lobby and the games after it
}

// run plays at a table, or at those that are chosen in the lobby where none is named.
func (p *linePlay) run(ctx context.Context, id string) error {
	if id == "" && p.Game != "" {
		o, err := p.options()
		if err != nil {
			return err
		}
		if id, err = p.create(ctx, *o); err != nil {
			return failure(client.Refusal(err), "")
		}
	}
	c := lobbyChoice{table: id}
	for {
		if c.table == "" {
			var err error
			if c, err = p.lobby(ctx); err != nil || c.table == "" {
				return err
			}
		}
		switch err := p.play(ctx, c); {
		case errors.Is(err, errLeft):
			return nil
		case !errors.Is(err, line.ErrLobby):
			return err
		}
		c, p.Watch = lobbyChoice{}, false
	}
}

func (p *linePlay) create(ctx context.Context, o api.Options) (string, error) {
	made, err := p.session.Create(ctx, o)
	return made.ID, err
}

// play plays at a table, or looks on.
func (p *linePlay) play(ctx context.Context, c lobbyChoice) error {
	table := p.live.Watch(c.table)
	defer p.live.Unwatch(c.table)
	if err := p.takeSeat(ctx, table, c); err != nil {
		return err
	}
	remote := newRemoteGame(p, table)
	o := line.Options{
		Session:     remote.session,
		Catalog:     p.catalog,
		Files:       gameFiles{p.catalog},
		Board:       plainBoard(p.s, p.catalog),
		Interactive: p.interactive(),
		Boards:      map[string]line.Boards{"always": line.BoardsOn, "never": line.BoardsOff}[p.Board],
		Names:       remote.names,
		Remote:      remote,
	}
	if _, plays := remote.Seat(); !plays {
		fmt.Fprintln(p.s.out, p.catalog.T("cli.remote.watching"))
	}
	return line.Run(ctx, p.in, p.s.out, o)
}

func (p *linePlay) interactive() bool { return isTerminal(p.s.rawIn) && isTerminal(p.s.rawOut) }

// takeSeat sits down where a seat is free, unless one only wants to watch or asks for
// other terms, and waits for the game to begin.
func (p *linePlay) takeSeat(ctx context.Context, table *client.Table, c lobbyChoice) error {
	if err := table.Wait(ctx, func(v *client.View) bool { return v.Known }); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return failure(client.Refusal(err), "")
	}
	w := &waitingLines{linePlay: p, table: table}
	table.View(func(v *client.View) { w.seen = v.Table })
	if w.seen.Phase == api.Open {
		err := error(nil)
		switch {
		case w.mine(), p.Watch:
			p.say("cli.remote.waiting", i18n.Args{"url": p.session.Address() + "/" + table.ID()})
			if p.interactive() && w.mine() {
				p.say("cli.wait.help.mine")
			}
		case c.asks:
			var o api.Options
			if o, err = changedTerms(p.catalog, w.seen.Options, c.terms, false); err == nil {
				err = w.ask(ctx, o)
			}
		default:
			_, err = table.Sit(ctx)
		}
		if err != nil {
			return failure(client.Refusal(err), "")
		}
	}
	return w.until(ctx)
}

// --- the lobby

// lobbyChoice is what was chosen in the lobby: a table, "" for none, and the terms that one
// asks for there.
type lobbyChoice struct {
	table string
	asks  bool
	terms []string // in words
}

// lobby lists the tables and reads what is meant.
func (p *linePlay) lobby(ctx context.Context) (c lobbyChoice, err error) {
	list, err := p.list(ctx)
	if err != nil {
		return c, failure(client.Refusal(err), "")
	}
	// named returns the id of the table that a word means, by number or id; "" for none.
	named := func(word string) string {
		if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(list) {
			return list[n-1].ID
		}
		if api.IsTableID(word) {
			return word
		}
		return ""
	}
	for {
		if p.interactive() {
			fmt.Fprint(p.s.out, "> ")
		}
		if err := p.s.out.Flush(); err != nil {
			return c, err
		}
		text, err := p.in.ReadString('\n')
		word, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		if err != nil && word == "" {
			if ctx.Err() != nil || !errors.Is(err, io.EOF) {
				return c, err
			}
			return c, nil
		}
		again := false
		asked := strings.Fields(rest)
		switch {
		case named(word) != "":
			c.table = named(word)
		case word == "ask" && len(asked) > 1 && named(asked[0]) != "":
			c = lobbyChoice{table: named(asked[0]), asks: true, terms: asked[1:]}
		case word == "new":
			c.table, err = p.newTable(ctx, asked)
		case word == "quit", word == "q", word == "exit":
			return c, nil
		case word == "", word == "lobby":
			again = true
		default:
			fmt.Fprintln(p.s.out, i18n.Sentence(p.catalog.T("cli.unknown", i18n.Args{"input": game.Shown(word)})))
		}
		switch {
		case c.table != "":
			return c, nil
		case err != nil && !errors.Is(err, io.EOF):
			fmt.Fprintln(p.s.out, i18n.Sentence(errorText(p.catalog, client.Refusal(err))))
		case again:
			if list, err = p.list(ctx); err != nil {
				return c, failure(client.Refusal(err), "")
			}
		}
	}
}

// newTable makes a public table by the terms that words name.
func (p *linePlay) newTable(ctx context.Context, words []string) (string, error) {
	c := *p.playCmd
	c.Game, c.Side = "", "drawn"
	o, err := c.options()
	if err == nil {
		*o, err = changedTerms(p.catalog, *o, words, true)
	}
	if err != nil {
		return "", err
	}
	o.Public = true
	return p.create(ctx, *o)
}

// list prints the tables of the lobby, one's own first, and returns them.
func (p *linePlay) list(ctx context.Context) ([]api.Brief, error) {
	mine, err := p.session.Tables(ctx)
	if err != nil {
		return nil, err
	}
	lobby, err := p.session.Lobby(ctx)
	if err != nil {
		return nil, err
	}
	var all []api.Brief
	add := func(heading string, list []api.Brief, own bool) {
		for _, b := range list {
			known := slices.ContainsFunc(all, func(o api.Brief) bool { return o.ID == b.ID })
			if known || own && b.Phase != api.Open && b.Phase != api.Playing {
				continue
			}
			if heading != "" {
				fmt.Fprintln(p.s.out, p.catalog.T(heading)+":")
				heading = ""
			}
			all = append(all, b)
			fmt.Fprintf(p.s.out, "%d. %s\n", len(all), p.describe(b))
		}
	}
	add("ui.lobby.mine", mine, true)
	add("ui.lobby.seats", lobby.Open, false)
	add("ui.lobby.playing", lobby.Playing, false)
	if len(all) == 0 {
		fmt.Fprintln(p.s.out, p.catalog.T("ui.lobby.nobody")+".")
	}
	fmt.Fprintln(p.s.out, p.catalog.T("cli.lobby.hint", i18n.Args{"n": len(all)}))
	return all, nil
}

// describe describes a table in a line.
func (p *linePlay) describe(b api.Brief) string {
	var names, parts []string
	for _, person := range b.Seats {
		if person != nil {
			names = append(names, tui.PersonName(p.catalog, *person))
		}
	}
	parts = append(parts, strings.Join(names, " – "), p.catalog.T("game."+b.Options.Game))
	if b.Options.Full {
		parts = append(parts, p.catalog.T("ui.new.random"))
	}
	if control, err := play.ParseControl(b.Options.Control); err == nil {
		parts = append(parts, tui.ControlText(p.catalog, control))
	}
	if b.Phase == api.Playing {
		parts = append(parts, p.catalog.T("unit.moves", i18n.Args{"n": b.Ply}))
	}
	return strings.Join(parts, ", ")
}

// --- a table

// remoteGame is a table as line play wants it.
type remoteGame struct {
	p       *linePlay
	catalog *i18n.Catalog
	table   *client.Table
	session *local.Session
	names   [2]string

	mu        sync.Mutex
	lines     int64 // the number of the last line of chat that was told
	connected bool
	rematch   api.Rematch
	away      bool          // the opponent, and one was told
	next      *client.Table // of the rematch, once it has begun
}

func newRemoteGame(p *linePlay, table *client.Table) *remoteGame {
	r := &remoteGame{p: p, catalog: p.catalog, table: table, connected: true}
	table.View(func(v *client.View) {
		session, err := local.Replay(v.State.Log())
		if err != nil {
			session = local.New(v.State.Position()) // the table has folded the same events, so this is never met
		}
		r.session = session
		for side, person := range v.Table.Seats {
			if person != nil {
				r.names[side] = r.nameOf(*person)
			}
		}
		if v.Table.Rematch != nil {
			r.rematch = *v.Table.Rematch
		}
	})
	return r
}

func (r *remoteGame) Seat() (side game.Side, plays bool) {
	r.table.View(func(v *client.View) { side, plays = v.Side() })
	return side, plays
}

func (r *remoteGame) Events(n int) (events []play.Event) {
	r.table.View(func(v *client.View) {
		if all := v.State.Log().Events; n < len(all) {
			events = append(events, all[n:]...)
		}
	})
	return events
}

func (r *remoteGame) Elapsed() (passed time.Duration) {
	r.table.View(func(v *client.View) { passed = v.Elapsed.Truncate(time.Millisecond) })
	return passed
}

func (r *remoteGame) Send(ctx context.Context, e play.Event) error {
	_, err := r.table.Send(ctx, e)
	return client.Refusal(err)
}

func (r *remoteGame) Say(ctx context.Context, text string) error {
	_, err := r.table.Say(ctx, text)
	return client.Refusal(err)
}

func (r *remoteGame) Rematch(ctx context.Context, same bool) error {
	_, err := r.table.Rematch(ctx, same)
	return client.Refusal(err)
}

// AnswerRematch says yes to the rematch that the opponent offers, or no; a no takes the
// own offer back too.
func (r *remoteGame) AnswerRematch(ctx context.Context, yes bool) error {
	if !yes {
		_, err := r.table.DeclineRematch(ctx)
		return client.Refusal(err)
	}
	var same bool
	r.table.View(func(v *client.View) { same = v.Table.Rematch != nil && v.Table.Rematch.Same })
	return r.Rematch(ctx, same)
}

func (r *remoteGame) Claim(ctx context.Context, draw bool) error {
	_, err := r.table.Claim(ctx, draw)
	return client.Refusal(err)
}

// Mute no longer shows what somebody says, or shows it again. It is remembered with the
// settings.
func (r *remoteGame) Mute(name string, on bool) (known bool, err error) {
	var person string
	r.table.View(func(v *client.View) { person = tui.Named(v, name, r.nameOf) })
	if person == "" {
		return false, nil
	}
	_, settings, file, _ := r.p.settings(r.p.s, r.catalog)
	settings.Mute(person, on)
	if file == nil {
		return true, nil
	}
	return true, file.Write(settings)
}

func (r *remoteGame) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next != nil {
		return r.next.Changed()
	}
	return r.table.Changed()
}

func (r *remoteGame) Ended() error { return r.p.live.Err() }

// Next returns the game of the rematch, once both have agreed to it and it was told; nil
// before.
func (r *remoteGame) Next() (line.Remote, *local.Session, [2]string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	begun := false
	if r.next != nil {
		r.next.View(func(v *client.View) { begun = v.State != nil })
	}
	if !begun {
		return nil, nil, [2]string{}
	}
	next := newRemoteGame(r.p, r.next)
	return next, next.session, next.names
}

// News are the lines of chat, what becomes of the connection and the opponent, and the
// rematch.
func (r *remoteGame) News() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var news []string
	say := func(key string, args ...i18n.Args) { news = append(news, r.catalog.T(key, args...)) }
	_, settings, _, _ := r.p.settings(r.p.s, r.catalog)
	agreed := ""
	r.table.View(func(v *client.View) {
		switch {
		case r.connected && !v.Connected:
			say("cli.remote.lost")
		case !r.connected && v.Connected:
			say("cli.remote.back")
		}
		r.connected = v.Connected
		for _, l := range v.Chat {
			if l.Number > r.lines {
				r.lines = l.Number
				if !slices.Contains(strings.Fields(settings.Muted), l.Person.ID) {
					news = append(news, r.nameOf(l.Person)+": "+game.Printable(l.Text))
				}
			}
		}
		me, plays := v.Side()
		if presence := v.Table.Presence; plays && v.Connected && v.State != nil && !v.State.Over() {
			player := i18n.Args{"player": r.names[me.Other()]}
			switch away := presence.Players[me.Other()] == "away" && presence.Claimable != nil; {
			case away && !r.away:
				player["n"] = int(*presence.Claimable+999) / 1000
				say("ui.table.gone.wait", player)
				r.away = true
			case r.away && presence.Players[me.Other()] == "here":
				say("cli.remote.here", player)
				r.away = false
			}
		}
		if m := v.Table.Rematch; m != nil && *m != r.rematch {
			r.rematch = *m
			switch {
			case m.Agreed && plays:
				say("ui.table.rematch.agreed")
				agreed = m.Table
			case m.Agreed:
				say("cli.remote.next", i18n.Args{"command": "cairn play --server " + r.p.session.Address() + " " + m.Table})
			case m.No:
				say("ui.table.rematch.declined")
			case plays && m.By != string([2]api.Role{api.First, api.Second}[me]):
				say("cli.remote.rematch.answer", i18n.Args{"player": r.sideName(m.By)})
			default:
				say("cli.remote.rematch", i18n.Args{"player": r.sideName(m.By)})
			}
		}
	})
	if agreed != "" {
		r.next = r.p.live.Watch(agreed)
	}
	return news
}

// nameOf returns what a person is called here.
func (r *remoteGame) nameOf(p api.Person) string { return tui.PersonName(r.catalog, p) }

// sideName returns what the player of a side is called, "first" or "second".
func (r *remoteGame) sideName(side string) string {
	s := game.First
	if side == "second" {
		s = game.Second
	}
	return r.names[s]
}
