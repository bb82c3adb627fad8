package online

import (
	"context"
	"fmt"

	"cairn.example/game"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// claim keeps a name for the guest who plays, and says the code.
func (p *visitor) claim(ctx context.Context, name string) error {
	code, err := p.Session.Claim(ctx, name)
	if err != nil {
		return err
	}
	p.say("ui.account.code.title", i18n.Args{"name": game.Printable(p.Session.Person().Name)})
	p.print(code)
	p.say("ui.account.code.about", nil)
	return nil
}

// signIn makes the visitor the owner of an account, whose code is the next line.
func (p *visitor) signIn(ctx context.Context, name string) error {
	if p.Interactive {
		fmt.Fprint(p.out, p.Catalog.Labeled(p.Catalog.T("ui.account.code"), ""))
	}
	code, ended, err := p.readLobbyLine(ctx)
	if ended || err != nil {
		return err
	}
	who, err := p.Session.SignInAs(ctx, name, code)
	if err != nil {
		return err
	}
	client.Reconnect(p.Live)
	p.say("cli.account.who", i18n.Args{"person": tables.PersonName(p.Catalog, who), "url": p.Session.Address()})
	return p.Keep()
}
