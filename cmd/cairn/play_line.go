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

	"cairn.example/game"
	"cairn.example/internal/api"
	"cairn.example/internal/client"
	"cairn.example/internal/i18n"
	"cairn.example/internal/line"
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
