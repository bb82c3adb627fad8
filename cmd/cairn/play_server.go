package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/terminal/line/online"
	"cairn.example/internal/terminal/tui"
)

// playAtServer plays people at a server, or looks on: on the full screen where there is
// one, else line by line.
func (c *playCmd) playAtServer(ctx context.Context, s *streams) error {
	address, id, err := c.serverAndTable()
	if err != nil {
		return usageError(err, "")
	}
	if !c.Plain && canFill(s) {
		return c.serverScreen(ctx, s, address, id)
	}
	o, err := c.onlineOptions(s, id)
	if err != nil {
		return err
	}
	session, err := signIn(ctx, s.catalog, address, c.Name)
	if err != nil {
		return failure(client.Refusal(err), "")
	}
	outbox := unsentMoves()
	live := session.Live(client.LiveOptions{Outbox: outbox})
	defer live.Close()
	for _, text := range sendLate(ctx, s.catalog, session, live) {
		fmt.Fprintln(s.out, text)
	}
	o.Session, o.Live, o.Keep = session, live, func() error { return keepSession(s.catalog, session) }
	err = online.Run(ctx, s.in, s.out, o)
	tellUnsent(s.err, s.catalog, outbox.Unsent(session.Address()), "")
	return quietly(ctx, err)
}

// onlineOptions are those of play at a server line by line, without the session.
func (c *playCmd) onlineOptions(s *streams, id string) (o online.Options, err error) {
	terms := *c
	terms.Game, terms.Side = "", "drawn" // in the lobby the words name them
	lobby, err := terms.options()
	if err != nil {
		return o, err
	}
	o = online.Options{
		Catalog: s.catalog, Table: id, Terms: *lobby, Watch: c.Watch,
		Columns:     terminalColumns(s),
		Interactive: isTerminal(s.rawIn) && isTerminal(s.rawOut),
		Files:       &gameFiles{catalog: s.catalog}, Board: plainBoard(s, s.catalog), Boards: boardsOf(c.Board),
		ErrorText: func(err error) string { return errorText(s.catalog, err) },
		Muted: func() []string {
			_, settings, _, _ := c.settings(s, s.catalog)
			return strings.Fields(settings.Muted)
		},
		Mute: func(person string, on bool) error {
			_, settings, file, _ := c.settings(s, s.catalog)
			settings.Mute(person, on)
			if file == nil {
				return nil // there is no home to remember it in
			}
			return file.Write(settings)
		},
	}
	if id == "" && c.Game != "" {
		o.New, err = c.options()
	}
	return o, err
}

// serverScreen plays at a server on the full screen: at the table named, at a new one of
// the game named, or beginning with the lobby.
func (c *playCmd) serverScreen(ctx context.Context, s *streams, address, id string) error {
	o, err := c.screenOptions(s, s.catalog)
	if err != nil {
		return err
	}
	if id == "" && c.Game != "" {
		if o.New, err = c.options(); err != nil {
			return err
		}
	}
	session, err := signIn(ctx, o.Catalog, address, c.Name)
	if err != nil {
		return failure(client.Refusal(err), "")
	}
	outbox := unsentMoves()
	live := session.Live(client.LiveOptions{Outbox: outbox})
	defer live.Close()
	o.Server = &tui.Server{Session: session, Live: live, Keep: func() error { return keepSession(o.Catalog, session) }, News: strings.Join(sendLate(ctx, o.Catalog, session, live), "\n")}
	o.Table, o.Watch = id, c.Watch
	var left, unsent string
	o.LeftTable = func(table, move string) { left, unsent = table, move }
	err = tui.Run(ctx, o)
	tellUnsent(s.err, o.Catalog, outbox.Unsent(session.Address()), unsent)
	if left != "" {
		fmt.Fprintln(s.out, o.Catalog.T("cli.remote.left", i18n.Args{"url": session.Address() + "/" + left}))
	}
	return quietly(ctx, err) // the server keeps the game
}

// unsentMoves is where moves are kept that a server has not answered, beside the saved
// games; nil where there is no such folder.
func unsentMoves() *client.Outbox {
	dir, err := stateDir()
	if err != nil {
		return nil
	}
	return client.NewOutbox(filepath.Join(dir, "unsent"))
}

// lateWait is how long the start waits for the answers to moves of the last time.
const lateWait = 10 * time.Second

// sendLate sends the moves that the last run could not send, and says what has become of
// each. One without an answer stays for the next start.
func sendLate(ctx context.Context, catalog *i18n.Catalog, session *client.Session, live *client.Live) []string {
	ctx, stop := context.WithTimeout(ctx, lateWait)
	defer stop()
	var list []string
	for _, late := range live.SendKept(ctx) {
		args, key := i18n.Args{"move": game.Printable(late.Move), "url": session.Address() + "/" + game.Printable(late.Table)}, "cli.remote.late"
		if late.Refused != nil {
			args["reason"], key = errorText(catalog, client.Refusal(late.Refused)), "cli.remote.too_late"
		}
		list = append(list, catalog.T(key, args))
	}
	return list
}

// tellUnsent says at the end which moves have not reached the server: those kept for the
// next start, and one that could not be kept, "" for none.
func tellUnsent(w io.Writer, catalog *i18n.Catalog, kept []api.ToServer, unsent string) {
	for _, m := range kept {
		move := client.MoveText(m)
		fmt.Fprintln(w, catalog.T("cli.remote.unsent.kept", i18n.Args{"move": game.Printable(move)}))
		if move == unsent {
			unsent = ""
		}
	}
	if unsent != "" {
		fmt.Fprintln(w, catalog.T("cli.remote.unsent", i18n.Args{"move": unsent}))
	}
}

// takeAddress lets the address of a table or a server stand where a game is named, which
// is where people put what they have copied.
func (c *playCmd) takeAddress() {
	named, err := client.ParseAddress(c.Game)
	if err != nil {
		return
	}
	server, err := client.ParseAddress(cmp.Or(c.Server, c.Game))
	if _, table := api.AsTableID(named.Path); err == nil && server.Host == named.Host && (table || strings.Contains(c.Game, "://")) {
		c.Server, c.Game = c.Game, ""
	}
}

// serverAndTable reads --server and the table or game named: a table's address may
// stand in place of both.
func (c *playCmd) serverAndTable() (address, id string, err error) {
	u, err := client.ParseAddress(c.Server)
	if err != nil {
		return "", "", err
	}
	id = strings.Trim(u.Path, "/")
	if pasted, ok := api.AsTableID(id); ok {
		id = pasted
	}
	if named, ok := api.AsTableID(c.Game); ok && id == "" {
		id = named
	}
	u.Path, u.RawQuery, u.Fragment = "", "", ""
	return u.String(), id, nil
}

// options are those of a new table, as the command line asks for them.
func (c *playCmd) options() (*api.Options, error) {
	g, err := c.game()
	if err != nil {
		return nil, err
	}
	control, err := play.ParseShort(c.Clock)
	if err != nil {
		return nil, usageError(err, "")
	}
	o := &api.Options{Game: g.ID(), Full: c.Full, Control: control.String(), Takeback: !c.Rated, Rated: c.Rated}
	if c.Side != "drawn" {
		o.Side = c.Side
	}
	return o, nil
}

// signIn takes up the session kept for a server, beside the saved games, or becomes a
// guest there.
func signIn(ctx context.Context, catalog *i18n.Catalog, address, name string) (*client.Session, error) {
	file, err := sessionsFile()
	if err != nil {
		return nil, err
	}
	session, err := client.SignIn(ctx, file, address, name)
	return session, sessionsError(catalog, err)
}

// sessionsFile is where it is kept who one is at servers.
func sessionsFile() (*files.State[client.Sessions], error) {
	dir, err := stateDir()
	if err != nil {
		return nil, err
	}
	return client.SessionsFile(filepath.Join(dir, "servers.json")), nil
}

// keepSession writes down who one is at a server now.
func keepSession(catalog *i18n.Catalog, session *client.Session) error {
	file, err := sessionsFile()
	if err != nil {
		return err
	}
	return sessionsError(catalog, session.Keep(file))
}

// sessionsError says what is wrong with the file of the sessions, where it is that.
func sessionsError(c *i18n.Catalog, err error) error {
	var unkept *client.SessionsError
	if !errors.As(err, &unkept) {
		return err
	}
	var damaged *files.Damaged
	if errors.As(err, &damaged) {
		return errors.New(c.T("cli.remote.sessions", i18n.Args{"file": damaged.File, "aside": filepath.Base(damaged.Aside)}))
	}
	return unreadable(c, unkept.Path, unkept.Err)
}
