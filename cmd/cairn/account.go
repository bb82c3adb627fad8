package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
	saytables "cairn.example/internal/show/say/tables"
)

type accountCmd struct {
	Server string `help:"The server, such as http://192.168.1.20:8080 (default: the only one where you have been)." placeholder:"URL"`

	Show    accountShowCmd    `cmd:"" default:"1" help:"Say who you are at the server." example:"cairn account show"`
	Claim   accountClaimCmd   `cmd:"" help:"Keep a name for yourself." example:"cairn account claim Marta"`
	Signin  accountSignInCmd  `cmd:"" help:"Sign in with the name and code of your account." example:"cairn account signin Marta"`
	Code    accountCodeCmd    `cmd:"" help:"Get a new sign-in code; other devices are signed out." example:"cairn account code"`
	Devices accountDevicesCmd `cmd:"" help:"List the devices where you are signed in, or sign some out." example:"cairn account devices --others"`
	Away    accountAwayCmd    `cmd:"" help:"Say when you are away, or that you are back." example:"cairn account away --until 2027-01-05"`
	Bots    accountBotsCmd    `cmd:"" help:"Make a program of yours, or list yours and revoke their keys." example:"cairn account bots Walker > key.txt"`
	Signout accountSignOutCmd `cmd:"" help:"Sign out here." example:"cairn account signout"`
	Export  accountExportCmd  `cmd:"" help:"Print everything that the server has stored about you." example:"cairn account export"`
	Delete  accountDeleteCmd  `cmd:"" help:"Delete everything that the server has stored about you." example:"cairn account delete"`
}

func (accountCmd) Help() string {
	return `Who you are at a server is kept in $XDG_STATE_HOME/cairn/servers.json
(~/.local/state/cairn). At first you are a guest there: others may have your name too,
and who loses that file is someone else.

claim makes a name yours alone and prints a sign-in code, once. With name and code you
are the same person on any device, also in a browser: signin asks for the code, on
standard input. A new code signs all other devices out; code asks for the present one.
signout makes you the guest again that you were before. delete asks for your name;
finished games stay, without it. Try

  cairn account claim Marta --server http://192.168.1.20:8080
  cairn account signin Marta`
}

// accountStep is a step, which is done in the session at a server.
type accountStep interface {
	run(ctx context.Context, s *streams, session *client.Session) error
}

// Run does the step in the session that is kept for the server, and keeps what it is then.
func (c *accountCmd) Run(ctx context.Context, s *streams, parsed *kong.Context) error {
	step := parsed.Selected().Target.Addr().Interface().(accountStep)
	if err := checkStep(s, step); err != nil {
		return err
	}
	file, err := sessionsFile()
	if err != nil {
		return err
	}
	address, err := c.address(s.catalog, file)
	if err != nil {
		return usageError(err, "")
	}
	session, err := client.SignIn(ctx, file, address, "")
	if err != nil {
		return failure(client.Refusal(sessionsError(s.catalog, err)), "")
	}
	if err := step.run(ctx, s, session); err != nil {
		return failure(client.Refusal(err), "")
	}
	return keepSession(s.catalog, session)
}

// address is that of the server named, or of the only one that is known.
func (c *accountCmd) address(catalog *i18n.Catalog, file *files.State[client.Sessions]) (string, error) {
	if c.Server != "" {
		u, err := client.ParseAddress(c.Server)
		if err != nil {
			return "", err
		}
		u.Path, u.RawQuery, u.Fragment = "", "", ""
		return u.String(), nil
	}
	known, err := file.Read()
	if err != nil {
		return "", sessionsError(catalog, &client.SessionsError{Path: file.Path, Err: err})
	}
	servers := slices.Sorted(maps.Keys(known))
	if len(servers) != 1 {
		key := "cli.account.server"
		if len(servers) == 0 {
			key = "cli.account.server.none"
		}
		return "", errors.New(catalog.T(key, i18n.Args{"known": strings.Join(servers, ", ")}))
	}
	return servers[0], nil
}

// who says who one is.
func (s *streams) who(session *client.Session) {
	key := "cli.account.guest"
	if session.Person().Kind != "" {
		key = "cli.account.who"
	}
	tell(s, key, i18n.Args{"person": saytables.PersonName(s.catalog, session.Person()), "url": session.Address()})
}

// ask asks for a line on standard input.
func (s *streams) ask(key string) (string, error) {
	if isTerminal(s.rawIn) && isTerminal(s.rawOut) {
		fmt.Fprint(s.out, s.catalog.Labeled(s.catalog.T(key), ""))
	}
	text, err := bufio.NewReader(s.in).ReadString('\n')
	if errors.Is(err, io.EOF) {
		err = nil // nothing was typed, or no end of the line
	}
	return strings.TrimSpace(text), err
}

// code shows a new sign-in code.
func (s *streams) code(session *client.Session, code string) {
	tell(s, "ui.account.code.title", i18n.Args{"name": game.Printable(session.Person().Name)})
	fmt.Fprintln(s.out, code)
	tell(s, "ui.account.code.about", nil)
}

type accountShowCmd struct{}

func (accountShowCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	s.who(session)
	return nil
}

type accountClaimCmd struct {
	Name string `arg:"" help:"The name."`
}

func (c accountClaimCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	code, err := session.Claim(ctx, c.Name)
	if err == nil {
		s.code(session, code)
	}
	return err
}

type accountSignInCmd struct {
	Name string `arg:"" help:"The name of your account."`
}

func (c accountSignInCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	code, err := s.ask("ui.account.code")
	if err != nil {
		return err
	}
	if _, err = session.SignInAs(ctx, c.Name, code); err == nil {
		s.who(session)
	}
	return err
}

type accountCodeCmd struct{}

func (accountCodeCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	present, err := s.ask("ui.account.code.now")
	if err != nil {
		return err
	}
	code, err := session.NewCode(ctx, present)
	if err == nil {
		s.code(session, code)
	}
	return err
}

type accountDevicesCmd struct {
	End    string `help:"Sign out the device with this id." placeholder:"ID" xor:"end"`
	Others bool   `help:"Sign out all other devices." xor:"end"`
}

func (c accountDevicesCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	var err error
	switch {
	case c.Others:
		err = session.EndOthers(ctx)
	case c.End != "":
		err = session.EndDevice(ctx, c.End)
	}
	if err != nil {
		return err
	}
	devices, err := session.Devices(ctx)
	for _, d := range devices {
		label, made := game.Printable(d.Label), d.MadeBy
		if label == "" {
			label = s.catalog.T("ui.account.device")
		}
		if made == "" {
			made = "guest"
		}
		if d.Here {
			label += " (" + s.catalog.T("ui.account.device.here") + ")"
		}
		date := time.UnixMilli(d.Created).Format(time.DateOnly)
		fmt.Fprintf(s.out, "%s  %s  %s\n", d.ID, label, s.catalog.T("ui.account.by."+made, i18n.Args{"date": date}))
	}
	if err == nil && session.Person().Kind == api.KindAccount {
		tell(s, "cli.account.passkeys", i18n.Args{"url": strings.TrimSuffix(session.Address(), "/") + "/me/"})
	}
	return err
}

type accountAwayCmd struct {
	From  time.Time `help:"The first day (default: now)." format:"2006-01-02" placeholder:"DAY"`
	Until time.Time `help:"The last day, such as 2027-01-05." format:"2006-01-02" placeholder:"DAY" xor:"back"`
	Back  bool      `help:"You are back, or stay." xor:"back"`
}

func (accountAwayCmd) Help() string {
	return `While you are away your clock stands in games of days, with what was left of your time:
not against programs, nor where the terms of a game or a contest say otherwise. A year has
28 days of it. Without flags, it says what you have said.`
}

// millis is when a day begins that was named without a zone, here.
func millis(day time.Time) int64 {
	if day.IsZero() {
		return 0
	}
	y, m, d := day.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.Local).UnixMilli()
}

func (c accountAwayCmd) check(s *streams) error {
	if c.Until.IsZero() && !c.From.IsZero() {
		return usageError(errors.New(s.catalog.T("cli.account.away.until")), "")
	}
	return nil
}

func (c accountAwayCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	method, in := http.MethodGet, any(nil)
	if c.Back {
		method, in = http.MethodPut, api.NewAway{}
	}
	if !c.Until.IsZero() { // the last day is one of them
		method, in = http.MethodPut, api.NewAway{From: max(millis(c.From), time.Now().UnixMilli()), Until: millis(c.Until.AddDate(0, 0, 1))}
	}
	var v api.Away
	if err := session.Call(ctx, method, "/api/me/away", in, &v); err != nil {
		return err
	}
	date := func(at int64) string { return time.UnixMilli(at).Format(time.DateOnly) }
	switch {
	case v.Until == 0:
	case v.From > time.Now().UnixMilli():
		tell(s, "ui.notices.away.soon", i18n.Args{"from": date(v.From), "until": date(v.Until - 1)})
	default:
		tell(s, "ui.notices.away.now", i18n.Args{"date": date(v.Until - 1)})
	}
	tell(s, "ui.notices.away.left", i18n.Args{"n": v.Left})
	if len(v.Running) > 0 {
		tell(s, "ui.notices.away.running", i18n.Args{"n": len(v.Running)})
	}
	return nil
}

type accountSignOutCmd struct{}

func (accountSignOutCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	err := session.SignOut(ctx)
	if err == nil {
		tell(s, "ui.me.left", nil)
	}
	return err
}

type accountExportCmd struct{}

func (accountExportCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	all, err := session.Export(ctx)
	if err == nil {
		err = s.json(all)
	}
	return err
}

type accountDeleteCmd struct{}

func (accountDeleteCmd) run(ctx context.Context, s *streams, session *client.Session) error {
	name, err := s.ask("ui.account.delete.name")
	if err != nil {
		return err
	}
	if p := session.Person(); p.Name == "" { // a guest without a name types the number
		name = map[bool]string{true: "", false: "?"}[name == saytables.PersonName(s.catalog, p)]
	}
	if err = session.Delete(ctx, name); err == nil {
		tell(s, "ui.account.deleted", nil)
	}
	return err
}
