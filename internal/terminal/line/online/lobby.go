package online

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
	"cairn.example/internal/terminal/line"
)

// lobbyChoice is what was chosen in the lobby: a table, "" for none, and the terms that one
// asks for there.
type lobbyChoice struct {
	table string
	asks  bool
	terms []string // in words
}

// lobby lists the tables and reads what is meant.
func (p *visitor) lobby(ctx context.Context) (c lobbyChoice, err error) {
	list, err := p.list(ctx)
	if err != nil {
		return c, client.Refusal(err)
	}
	for {
		typed, ended, err := p.readLobbyLine(ctx)
		if ended || err != nil {
			return c, err
		}
		word, rest, _ := strings.Cut(typed, " ")
		switch strings.ToLower(word) {
		case "quit", "q", "exit":
			return c, nil
		case "", "lobby":
			if list, err = p.list(ctx); err != nil {
				return c, client.Refusal(err)
			}
			continue
		}
		c, err = p.choose(ctx, list, word, strings.Fields(rest))
		if err != nil {
			p.print(i18n.Sentence(p.ErrorText(client.Refusal(err))))
		}
		if c.table != "" {
			return c, nil
		}
	}
}

// readLobbyLine asks for a line that is not too long, and returns it without the space
// around it; ended after the last one.
func (p *visitor) readLobbyLine(ctx context.Context) (typed string, ended bool, err error) {
	for {
		if p.Interactive {
			fmt.Fprint(p.out, "> ")
		}
		if err := p.out.Flush(); err != nil {
			return "", false, err
		}
		text, long, err := line.ReadLine(p.in)
		typed = strings.TrimSpace(text)
		switch {
		case long:
			p.print(i18n.Sentence(p.Catalog.T("cli.line.long")))
			continue
		case err == nil || typed != "":
			return typed, false, nil
		case ctx.Err() != nil || !errors.Is(err, io.EOF):
			return "", false, err
		}
		return "", true, nil
	}
}

// choose returns the table that words typed in the lobby mean, "" where they mean none,
// about which it says what can be typed.
func (p *visitor) choose(ctx context.Context, list []api.Brief, typed string, rest []string) (c lobbyChoice, err error) {
	word := strings.ToLower(typed)
	asks := word == "ask" && len(rest) > 1
	switch {
	case tableNamed(list, word) != "":
		c.table = tableNamed(list, word)
	case asks && tableNamed(list, rest[0]) != "":
		c = lobbyChoice{table: tableNamed(list, rest[0]), asks: true, terms: rest[1:]}
	case word == "new":
		c.table, err = p.newTable(ctx, rest)
	case word == "claim" && len(rest) > 0:
		err = p.claim(ctx, strings.Join(rest, " "))
	case word == "signin" && len(rest) > 0:
		err = p.signIn(ctx, strings.Join(rest, " "))
	case word == "contests", contestActions[word] != "":
		err = p.contests(ctx, word, rest)
	case isNumber(word):
		p.noTable(word)
	case asks && isNumber(rest[0]):
		p.noTable(rest[0])
	case word == "ask", word == "help", word == "?", word == "claim", word == "signin":
		p.hint(list)
		p.say("cli.lobby.account", nil)
		p.say("cli.contest.hint", nil)
	default:
		p.print(i18n.Sentence(p.Catalog.T("cli.unknown", i18n.Args{"input": game.Shown(typed)})))
	}
	return c, err
}

// tableNamed returns the id of the table that a word means, by its number in the list or
// by its id; "" for none.
func tableNamed(list []api.Brief, word string) string {
	if n, err := strconv.Atoi(word); err == nil && n >= 1 && n <= len(list) {
		return list[n-1].ID
	}
	if id, ok := api.AsTableID(word); ok {
		return id
	}
	return ""
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// noTable says that no table of the list has a number.
func (p *visitor) noTable(number string) {
	p.print(i18n.Sentence(p.Catalog.T("cli.lobby.number", i18n.Args{"n": number})))
}

// newTable makes a public table by the terms that words name.
func (p *visitor) newTable(ctx context.Context, words []string) (string, error) {
	o, err := p.changedTerms(p.Terms, words, true)
	if err != nil {
		return "", err
	}
	o.Public = true
	// In a game of days a guest may never come back.
	if control, err := play.ParseControl(o.Control); err == nil && control.Slow() && p.Session.Person().Kind == api.KindAccount {
		o.Accounts = o.Accounts || !slices.Contains(words, "guests")
	}
	return p.create(ctx, o)
}

// list prints the tables of the lobby, one's own first, and returns them.
func (p *visitor) list(ctx context.Context) ([]api.Brief, error) {
	mine, err := p.Session.Tables(ctx)
	if err != nil {
		return nil, err
	}
	lobby, err := p.Session.Lobby(ctx)
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
				p.print(p.Catalog.T(heading) + ":")
				heading = ""
			}
			all = append(all, b)
			p.print(fmt.Sprintf("%d. %s", len(all), p.describe(b)))
		}
	}
	add("ui.lobby.mine", mine, true)
	add("ui.lobby.seats", lobby.Open, false)
	add("ui.lobby.playing", lobby.Playing, false)
	if len(all) == 0 {
		p.print(p.Catalog.T("ui.lobby.nobody") + ".")
	}
	p.hint(all)
	return all, nil
}

// hint says what can be typed in the lobby.
func (p *visitor) hint(list []api.Brief) { p.say("cli.lobby.hint", i18n.Args{"n": len(list)}) }

// describe describes a table in a line.
func (p *visitor) describe(b api.Brief) string {
	var names, parts []string
	for _, person := range b.Seats {
		if person != nil {
			names = append(names, tables.Player(p.Catalog, *person))
		}
	}
	parts = append(parts, strings.Join(names, " – "), p.Catalog.T("game."+b.Options.Game))
	if b.Options.Full {
		parts = append(parts, p.Catalog.T("ui.new.random"))
	}
	parts = append(parts, tables.ControlOf(p.Catalog, b.Options.Control))
	if b.Options.Rated {
		parts = append(parts, p.Catalog.T("ui.rated"))
	}
	if b.Phase == api.Playing {
		parts = append(parts, p.Catalog.T("unit.moves", i18n.Args{"n": b.Ply}))
	}
	return strings.Join(parts, ", ")
}
