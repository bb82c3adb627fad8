package tui

import (
	"strconv"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/show/say/tables"
)

func (t *tableMode) notes() notes {
	n := notes{status: t.usualStatus(), notices: t.notices(), steady: true, mark: t.mark}
	if !t.over() && !t.session.State().Paused() && t.unsent() {
		n.status = message{t.t("ui.table.unsent"), bad}
	}
	if t.personToMove() {
		n.title = "● " + t.say.Turn(t.pos()) + " " + t.t("game."+t.game().ID())
	}
	for side := range game.Side(2) {
		n.presence[side] = t.presence(side)
	}
	head := t.t("ui.table.chat")
	n.talk = &talk{heads: []string{head}}
	if w := t.known.Table.Presence.Watchers; w > 0 {
		n.talk.heads = []string{head + " · " + t.t("ui.table.watchers", i18n.Args{"n": w}), head}
	}
	for _, l := range t.chatLines() {
		look := plain
		if t.own(l) {
			look = dim
		}
		n.talk.lines = append(n.talk.lines, message{t.chatText(l), look})
	}
	return n
}

// mark marks on the board what is prepared. A move that may not have arrived is drawn as one
// that is planned.
func (t *tableMode) mark(b *draw.Board) {
	if t.premove != nil {
		t.markPremove(b)
	}
	if step, ok := t.session.Last(); ok && t.unsent() && t.session.Live() {
		b.Marks.From, b.Marks.To, b.Marks.Routes = 0, 0, nil
		b.MarkPlanned(step.Before, step.Move)
	}
}

// notices are what waits for somebody: they stand below the messages as long as they
// hold.
func (t *tableMode) notices() []message {
	var list []message
	add := func(s style, text string) { list = append(list, message{text, s}) }
	me, plays := t.plays()
	switch {
	case t.ended:
		add(bad, i18n.Sentence(t.t("cli.remote.ended")))
	case !t.known.Connected:
		add(bad, tables.Connection(t.Catalog, &t.known, t.clockRuns()))
	}
	if text := tables.Unsent(t.Catalog, &t.known, t.errorText); text != "" {
		if t.known.Connected && t.clockRuns() {
			text += " " + t.t("ui.table.offline.clock")
		}
		add(bad, text)
	}
	if t.premove != nil {
		add(accent, t.premoveText())
	}
	if p := t.known.Plan; p != nil && len(p.Lines) > 0 {
		for _, line := range p.Lines[:min(3, len(p.Lines))] {
			add(dim, say.Plan(t.Catalog, line))
		}
		if more := len(p.Lines) - 3; more > 0 {
			add(dim, t.t("ui.table.plan.more", i18n.Args{"n": more}))
		}
	}
	if text := tables.Rated(t.Catalog, &t.known); text != "" {
		add(strong, text)
	}
	if !t.state.Over() {
		for _, o := range t.state.Offers() { // in the order in which they are answered
			what, own := o.What, plays && o.By == me
			switch {
			case own && what == play.OfferDraw:
				add(dim, t.t("ui.table.draw.waits"))
			case own:
				add(dim, t.t("ui.table.takeback.waits"))
			case what == play.OfferDraw:
				add(accent, t.t("ui.draw.offered", i18n.Args{"player": t.say.Player(o.By)}))
			default:
				add(accent, t.t("ui.table.takeback.offered", i18n.Args{"player": t.say.Player(o.By)}))
			}
		}
		if n, ok := t.claimIn(t.Now()); ok && n > 0 {
			add(dim, t.t("ui.table.gone.wait", i18n.Args{"player": t.say.Player(me.Other()), "n": n}))
		} else if ok {
			add(accent, t.t("ui.table.gone.now", i18n.Args{"player": t.say.Player(me.Other())}))
		}
		return list
	}
	if r := t.known.Table.Rematch; r != nil && r.Agreed {
		add(accent, t.t("ui.table.rematch.agreed"))
	} else if r, own := t.rematchOffer(); r != nil && own {
		add(dim, t.t("ui.table.rematch.waits"))
	} else if r != nil {
		by := game.First
		if r.By == string(api.Second) {
			by = game.Second
		}
		key := "ui.table.rematch.asks"
		if r.Same {
			key = "ui.table.rematch.asks_same"
		}
		add(accent, t.say.Player(by)+" "+t.t(key))
	}
	return list
}

// clockRuns reports whether one's own clock runs.
func (t seat) clockRuns() bool {
	me, plays := t.plays()
	turn, runs := t.state.Running()
	return runs && plays && turn == me
}

// presence says in a word whether the player of a side is here, "" where that goes
// without saying.
func (t seat) presence(side game.Side) string {
	if a := t.known.Table.Away; a != nil && a[side] > 0 && !t.state.Over() {
		return t.t("ui.table.holiday", i18n.Args{"date": time.UnixMilli(a[side] - 1).Format("2006-01-02")})
	}
	if me, plays := t.plays(); plays && me == side {
		if !t.known.Connected || len(t.known.Unsent) > 0 && t.known.Trouble == nil {
			return t.t("ui.table.cut")
		}
		return ""
	}
	switch p := t.known.Table.Presence; {
	case !t.known.Connected, p.Players[side] == "unknown":
		return t.t("ui.table.unknown")
	case p.Players[side] == "away":
		away := time.Duration(p.Away[side])*time.Millisecond + t.Now().Sub(t.presenceAt)
		return t.t("tui.away", i18n.Args{"time": age(t.Catalog, away)})
	}
	return ""
}

// age says how long something is ago, coarsely where it is long.
func age(c *i18n.Catalog, d time.Duration) string {
	switch s := int(d / time.Second); {
	case s < 60:
		return "0:" + strconv.Itoa(100 + max(s, 0))[1:]
	case s < 3600:
		return strconv.Itoa(s/60) + " min"
	case s < 86400:
		return strconv.Itoa(s/3600) + " h"
	default:
		return c.T("tui.clock.days", i18n.Args{"n": s / 86400})
	}
}
