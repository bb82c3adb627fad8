package main

import (
	"context"
	"fmt"
	"slices"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
)

type accountBotsCmd struct {
	Name   string `arg:"" optional:"" help:"Make the program of this name unless you have it, and print a new key of it."`
	Read   bool   `help:"Let the key only read."`
	Revoke string `help:"Revoke the key with this id." placeholder:"ID" xor:"end"`
	Delete string `help:"Delete the program of this name." placeholder:"NAME" xor:"end"`
}

func (c accountBotsCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	bots, err := session.Bots(ctx)
	if err != nil {
		return err
	}
	named := func(name string) int {
		return slices.IndexFunc(bots, func(b api.Bot) bool { return b.Person.Name == name })
	}
	switch {
	case c.Name != "":
		return c.newKey(ctx, s, session, bots, named(c.Name))
	case c.Revoke != "":
		for _, b := range bots {
			if slices.ContainsFunc(b.Tokens, func(t api.BotToken) bool { return t.ID == c.Revoke }) {
				return session.RevokeToken(ctx, b.Person.ID, c.Revoke)
			}
		}
		return &client.Refused{Reason: *api.Refuse(api.BotNobody)}
	case c.Delete != "":
		i := named(c.Delete)
		if i < 0 {
			return &client.Refused{Reason: *api.Refuse(api.BotNobody)}
		}
		return session.DeleteBot(ctx, bots[i].Person.ID)
	case len(bots) == 0:
		tell(s, "cli.account.bots.none", nil)
	}
	for _, b := range bots {
		fmt.Fprintln(s.out, game.Printable(b.Person.Name))
		for _, t := range b.Tokens {
			fmt.Fprintf(s.out, "  %s  %s  %s\n", t.ID, t.Scope, game.Printable(t.Label))
		}
	}
	return nil
}

// newKey prints a new key alone, so that it can go to a file.
func (c accountBotsCmd) newKey(ctx context.Context, s *streams, session *client.Session, bots []api.Bot, at int) error {
	var bot api.Bot
	if at >= 0 {
		bot = bots[at]
	} else {
		var err error
		if bot, err = session.NewBot(ctx, c.Name); err != nil {
			return err
		}
	}
	n := api.NewToken{Scope: api.ScopePlay}
	if c.Read {
		n.Scope = api.ScopeRead
	}
	token, err := session.NewToken(ctx, bot.Person.ID, n)
	if err != nil {
		return err
	}
	fmt.Fprintln(s.err, s.catalog.T("cli.account.key", i18n.Args{"name": game.Printable(bot.Person.Name)}))
	fmt.Fprintln(s.out, token.Token)
	return nil
}
