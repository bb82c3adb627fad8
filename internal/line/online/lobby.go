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
	"cairn.example/internal/api"
	"cairn.example/internal/client"
	"cairn.example/internal/i18n"
	"cairn.example/internal/line"
	"cairn.example/internal/say/tables"
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
		if p.Interactive {
			fmt.Fprint(p.out, "> ")
		}
		if err := p.out.Flush(); err != nil {
			return c, err
		}
		text, long, err := line.ReadLine(p.in)
		if long {
			fmt.Fprintln(p.out, i18n.Sentence(p.Catalog.T("cli.line.long")))
			continue
		}
		typed, rest, _ := strings.Cut(strings.TrimSpace(text), " ")
		word := strings.ToLower(typed)
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
		case word == "help", word == "?":
			p.hint(list)
		case isNumber(word):
			p.noTable(word)
		case word == "ask" && len(asked) > 1 && isNumber(asked[0]):
			p.noTable(asked[0])
		case word == "ask":
			p.hint(list)
		default:
			fmt.Fprintln(p.out, i18n.Sentence(p.Catalog.T("cli.unknown", i18n.Args{"input": game.Shown(typed)})))
		}
		switch {
		case c.table != "":
			return c, nil
		case err != nil && !errors.Is(err, io.EOF):
			fmt.Fprintln(p.out, i18n.Sentence(p.ErrorText(client.Refusal(err))))
		case again:
			if list, err = p.list(ctx); err != nil {
				return c, client.Refusal(err)
			}
		}
	}
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// noTable says that no table of the list has a number.
func (p *visitor) noTable(number string) {
	fmt.Fprintln(p.out, i18n.Sentence(p.Catalog.T("cli.lobby.number", i18n.Args{"n": number})))
}

// newTable makes a public table by the terms that words name.
func (p *visitor) newTable(ctx context.Context, words []string) (string, error) {
	o, err := p.changedTerms(p.Terms, words, true)
	if err != nil {
		return "", err
	}
	o.Public = true
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
				fmt.Fprintln(p.out, p.Catalog.T(heading)+":")
				heading = ""
			}
			all = append(all, b)
			fmt.Fprintf(p.out, "%d. %s\n", len(all), p.describe(b))
		}
	}
	add("ui.lobby.mine", mine, true)
	add("ui.lobby.seats", lobby.Open, false)
	add("ui.lobby.playing", lobby.Playing, false)
	if len(all) == 0 {
		fmt.Fprintln(p.out, p.Catalog.T("ui.lobby.nobody")+".")
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
			names = append(names, tables.PersonName(p.Catalog, *person))
		}
	}
	parts = append(parts, strings.Join(names, " – "), p.Catalog.T("game."+b.Options.Game))
	if b.Options.Full {
		parts = append(parts, p.Catalog.T("ui.new.random"))
	}
	parts = append(parts, tables.ControlOf(p.Catalog, b.Options.Control))
	if b.Phase == api.Playing {
		parts = append(parts, p.Catalog.T("unit.moves", i18n.Args{"n": b.Ply}))
	}
	return strings.Join(parts, ", ")
}
