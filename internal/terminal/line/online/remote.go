package online

import (
	"cmp"
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
	rated   string // what is said of the ratings

	mu      sync.Mutex
	lines   int64  // the number of the last line of chat that was shown
	lost    string // what was said last of a lost connection, "" while there is one
	rematch api.Rematch
	away    bool          // the opponent, and a line said so
	next    *client.Table // of the rematch, once it has begun
}

func newRemoteGame(p *visitor, table *client.Table) *remoteGame {
	r := &remoteGame{p: p, catalog: p.Catalog, table: table}
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
	return refusal(r.table.Send(ctx, e))
}

// refusal returns why something was not done at the table.
func refusal(_ client.Receipt, err error) error { return client.Refusal(err) }

func (r *remoteGame) Unsent() (text string) {
	r.table.View(func(v *client.View) {
		text = tables.Unsent(r.catalog, v, r.p.ErrorText)
		lost := tables.Connection(r.catalog, v, clockRuns(v))
		switch {
		case text == "":
		case lost != "":
			text += " " + lost
		case clockRuns(v):
			text += " " + r.catalog.T("ui.table.offline.clock")
		}
	})
	return text
}

// clockRuns reports whether the clock of the person at the keyboard runs.
func clockRuns(v *client.View) bool {
	me, plays := v.Side()
	turn, runs := v.State.Running()
	return runs && plays && turn == me
}

func (r *remoteGame) Say(ctx context.Context, text string) error {
	return refusal(r.table.Say(ctx, text))
}

func (r *remoteGame) Rematch(ctx context.Context, same bool) error {
	return refusal(r.table.Rematch(ctx, same))
}

// AnswerRematch says yes to the rematch that the opponent offers, or no; a no takes the
// own offer back too.
func (r *remoteGame) AnswerRematch(ctx context.Context, yes bool) error {
	if !yes {
		return refusal(r.table.DeclineRematch(ctx))
	}
	var same bool
	r.table.View(func(v *client.View) { same = v.Table.Rematch != nil && v.Table.Rematch.Same })
	return r.Rematch(ctx, same)
}

func (r *remoteGame) Claim(ctx context.Context, draw bool) error {
	return refusal(r.table.Claim(ctx, draw))
}

func (r *remoteGame) Planned() (lines, unplayed [][]string) {
	r.table.View(func(v *client.View) {
		if v.Plan != nil {
			lines, unplayed = v.Plan.Lines, v.Plan.Unplayed
		}
	})
	return lines, unplayed
}

func (r *remoteGame) Plan(ctx context.Context, lines [][]string) error {
	return refusal(r.table.Plan(ctx, lines))
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
		if lost := tables.Connection(r.catalog, v, clockRuns(v)); lost != r.lost {
			news = append(news, cmp.Or(lost, r.catalog.T("cli.remote.back")))
			r.lost = lost
		}
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
		if text := tables.Rated(r.catalog, v); text != r.rated {
			news = append(news, text)
			r.rated = text
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
