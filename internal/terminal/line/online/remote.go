package online

import (
	"context"
	"slices"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
	"cairn.example/internal/terminal/line"
)

// remoteGame is a table as line play wants it.
type remoteGame struct {
	p       *visitor
	catalog *i18n.Catalog
	table   *client.Table
	session *local.Session
	names   [2]string

	mu        sync.Mutex
	lines     int64 // the number of the last line of chat that was shown
	connected bool
	rematch   api.Rematch
	away      bool          // the opponent, and a line said so
	next      *client.Table // of the rematch, once it has begun
}

func newRemoteGame(p *visitor, table *client.Table) *remoteGame {
	r := &remoteGame{p: p, catalog: p.Catalog, table: table, connected: true}
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
	return r.send(func() (client.Receipt, error) { return r.table.Send(ctx, e) })
}

// send does something at the table. Where its answer is late it says that it may not have
// arrived, and when it has.
func (r *remoteGame) send(do func() (client.Receipt, error)) error {
	answer := make(chan error, 1)
	go func() {
		_, err := do()
		answer <- client.Refusal(err)
	}()
	told := ""
	for {
		changed := r.table.Changed()
		text := ""
		r.table.View(func(v *client.View) { text = r.unsent(v) })
		if text != "" && text != told {
			told = text
			r.p.print(text)
			_ = r.p.out.Flush() // the next print finds the error
		}
		select {
		case err := <-answer:
			if told != "" && err == nil {
				r.p.say("cli.remote.arrived")
			}
			return err
		case <-changed:
		}
	}
}

// unsent says what may not have arrived, and what becomes of the own clock; "" for nothing.
func (r *remoteGame) unsent(v *client.View) string {
	text := tables.Unsent(r.catalog, v, r.p.ErrorText)
	if text == "" {
		return ""
	}
	me, plays := v.Side()
	switch turn, runs := v.State.Running(); {
	case v.Stopped:
		text += " " + r.catalog.T("ui.table.restart") + " " + r.catalog.T("ui.table.restart.clock")
	case runs && plays && turn == me:
		text += " " + r.catalog.T("ui.table.offline.clock")
	}
	return text
}

func (r *remoteGame) Say(ctx context.Context, text string) error {
	return r.send(func() (client.Receipt, error) { return r.table.Say(ctx, text) })
}

func (r *remoteGame) Rematch(ctx context.Context, same bool) error {
	return r.send(func() (client.Receipt, error) { return r.table.Rematch(ctx, same) })
}

// AnswerRematch says yes to the rematch that the opponent offers, or no; a no takes the
// own offer back too.
func (r *remoteGame) AnswerRematch(ctx context.Context, yes bool) error {
	if !yes {
		return r.send(func() (client.Receipt, error) { return r.table.DeclineRematch(ctx) })
	}
	var same bool
	r.table.View(func(v *client.View) { same = v.Table.Rematch != nil && v.Table.Rematch.Same })
	return r.Rematch(ctx, same)
}

func (r *remoteGame) Claim(ctx context.Context, draw bool) error {
	return r.send(func() (client.Receipt, error) { return r.table.Claim(ctx, draw) })
}

// Mute no longer shows what somebody says, or shows it again. It is remembered with the
// settings.
func (r *remoteGame) Mute(name string, on bool) (known bool, err error) {
	var person string
	r.table.View(func(v *client.View) { person = tables.Named(r.catalog, v, name) })
	if person == "" {
		return false, nil
	}
	return true, r.p.Mute(person, on)
}

func (r *remoteGame) Changed() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next != nil {
		return r.next.Changed()
	}
	return r.table.Changed()
}

func (r *remoteGame) Ended() error { return r.p.Live.Err() }

// Next returns the game of the rematch, once both have agreed to it and it has arrived; nil
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
	muted := r.p.Muted()
	agreed := ""
	r.table.View(func(v *client.View) {
		switch {
		case r.connected && v.Stopped:
			say("ui.table.restart")
			say("ui.table.restart.clock")
		case r.connected && !v.Connected:
			say("cli.remote.lost")
		case !r.connected && v.Connected:
			say("cli.remote.back")
		}
		r.connected = v.Connected
		for _, l := range v.Chat {
			if l.Number > r.lines {
				r.lines = l.Number
				if !slices.Contains(muted, l.Person.ID) {
					news = append(news, r.p.Catalog.Labeled(r.nameOf(l.Person), game.Printable(l.Text)))
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
				say("cli.remote.next", i18n.Args{"command": "cairn play --server " + r.p.Session.Address() + " " + m.Table})
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
		r.next = r.p.Live.Watch(agreed)
	}
	return news
}

// nameOf returns what a person is called here.
func (r *remoteGame) nameOf(p api.Person) string { return tables.PersonName(r.catalog, p) }

// sideName returns what the player of a side is called, "first" or "second".
func (r *remoteGame) sideName(side string) string {
	s := game.First
	if side == "second" {
		s = game.Second
	}
	return r.names[s]
}
