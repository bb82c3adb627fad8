// Package online plays people at the tables of a server line by line, for pipes and
// screen readers: the lobby, the wait for a game, and the game, which is that of
// package line with what others do told as it happens.
//
// [Run] is the whole package. It refuses to make sessions, to keep moves that could not be
// sent, and to know where settings are.
package online

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/terminal/line"
)

// Options say who plays, at which server and where.
type Options struct {
	Session *client.Session
	Live    *client.Live // of the session; its owner closes it
	Catalog *i18n.Catalog

	// Table is the id of the table to play at, "" for a new one or the lobby.
	Table string

	// New are the terms of a table to be made at once, nil to begin with the lobby.
	New *api.Options

	// Terms are those of a table that is made in the lobby, but for what the words say.
	Terms api.Options

	// Watch looks on at Table, even where a seat is free.
	Watch bool

	// Columns is that of [line.Options].
	Columns func() int

	// Interactive prints prompts and what can be typed; a script does without.
	Interactive bool

	// Files, Board and Boards are those of [line.Options].
	Files  line.Files
	Board  func(w io.Writer, before game.Position, m game.Move, p game.Position) error
	Boards line.Boards

	// Keep writes down who the session is now, so that the next one at the server is the same.
	Keep func() error

	// Muted are the ids of the people whose chat is not shown; Mute remembers one, or
	// forgets it again.
	Muted func() []string
	Mute  func(person string, on bool) error

	// ErrorText says an error in the language of the catalog.
	ErrorText func(error) string
}

// visitor is somebody at a server.
type visitor struct {
	Options
	in  *bufio.Reader // of the lobby and the games after it
	out *bufio.Writer
}

// Run plays at a table, or at those that are chosen in the lobby where none is named,
// until the input ends or the player quits. What is wrong with the input is said on out, as
// is why there is no game at a table that an interactive player chose in the lobby; the
// error is one of in, out or ctx, or the server's no, as [client.Refusal] gives it.
func Run(ctx context.Context, in io.Reader, out *bufio.Writer, o Options) error {
	p := &visitor{Options: o, in: bufio.NewReader(in), out: out}
	c := lobbyChoice{table: o.Table}
	var err error
	if o.Table == "" && o.New != nil {
		if c.table, err = p.create(ctx, *o.New); err != nil {
			return client.Refusal(err)
		}
	}
	for {
		fromLobby := c.table == ""
		if fromLobby {
			if c, err = p.lobby(ctx); err != nil || c.table == "" {
				return err
			}
		}
		err := p.play(ctx, c)
		none := new(noGameError)
		switch {
		case errors.Is(err, errLeft):
			return nil
		case errors.As(err, &none) && fromLobby && p.Interactive && p.Live.Err() == nil:
			p.print(i18n.Sentence(p.ErrorText(none.why))) // and another table may be chosen
		case errors.As(err, &none):
			return none.why
		case !errors.Is(err, line.ErrLobby):
			return err
		}
		c, p.Watch = lobbyChoice{}, false
	}
}

// noGameError says why there will be no game at a table: it does not exist or was closed,
// or one cannot sit down there.
type noGameError struct{ why error }

func (e *noGameError) Error() string { return e.why.Error() }

// create makes a table and returns its id.
func (p *visitor) create(ctx context.Context, o api.Options) (string, error) {
	made, err := p.Session.Create(ctx, o)
	return made.ID, err
}

// play plays at a table, or looks on.
func (p *visitor) play(ctx context.Context, c lobbyChoice) error {
	table := p.Live.Watch(c.table)
	defer p.Live.Unwatch(c.table)
	if err := p.takeSeat(ctx, table, c); err != nil {
		return err
	}
	remote := newRemoteGame(p, table)
	o := line.Options{
		Session:     remote.session,
		Catalog:     p.Catalog,
		Files:       p.Files,
		Board:       p.Board,
		Columns:     p.Columns,
		Interactive: p.Interactive,
		Boards:      p.Boards,
		Names:       remote.names,
		Remote:      remote,
	}
	if _, plays := remote.Seat(); !plays {
		fmt.Fprintln(p.out, p.Catalog.T("cli.remote.watching"))
	}
	return line.Run(ctx, p.in, p.out, o)
}

// takeSeat sits down where a seat is free, unless one only wants to watch or asks for
// other terms, and waits for the game to begin.
func (p *visitor) takeSeat(ctx context.Context, table *client.Table, c lobbyChoice) error {
	if err := table.Wait(ctx, func(v *client.View) bool { return v.Known }); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return &noGameError{client.Refusal(err)}
	}
	w := &waitingLines{visitor: p, table: table}
	table.View(func(v *client.View) { w.seen = v.Table })
	if w.seen.Phase == api.Open {
		err := error(nil)
		switch {
		case w.mine(), p.Watch:
			p.say("cli.remote.waiting", i18n.Args{"url": p.Session.Address() + "/" + table.ID()})
			if p.Interactive && w.mine() {
				p.say("cli.wait.help.mine")
			}
		case c.asks:
			var o api.Options
			if o, err = p.changedTerms(w.seen.Options, c.terms, false); err == nil {
				err = w.ask(ctx, o)
			}
		default:
			_, err = table.Sit(ctx)
		}
		if err != nil {
			return &noGameError{client.Refusal(err)}
		}
	}
	return w.until(ctx)
}
