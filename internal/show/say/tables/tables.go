// Package tables says in words what a server tells about its tables: who somebody
// is, what a game is played by, and clocks. Terminal and line play share it.
package tables

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
)

// PersonName is what somebody at a server is called: by a name, a guest with two digits behind it, or as one of the guests
// without a name.
func PersonName(c *i18n.Catalog, p api.Person) string {
	switch {
	case p.Kind == api.KindLevel:
		return c.T("level.full", i18n.Args{"level": p.Level, "name": c.T("level." + strconv.Itoa(p.Level) + ".name")})
	case p.Name != "":
		return game.Printable(p.Called())
	}
	return c.T("ui.table.guest", i18n.Args{"number": api.GuestNumber(p.ID)})
}

// Player is somebody in a list of tables, with their rating where games are rated.
func Player(c *i18n.Catalog, p api.Person) string {
	name := PersonName(c, p)
	switch {
	case p.Rating == 0:
		return name
	case p.Provisional:
		return fmt.Sprintf("%s (%d?)", name, p.Rating)
	}
	return fmt.Sprintf("%s (%d)", name, p.Rating)
}

// unrated are the reasons why a game by rated terms does not count that have a text.
var unrated = []string{"short", "pair", "level", "person", "host"}

// Rated says what a game by rated terms has done to the rating of who reads, or to both, or why it does not
// count; "" for a casual game, and while that is not settled.
func Rated(c *i18n.Catalog, v *client.View) string {
	t := &v.Table
	if t.Rating == nil {
		if slices.Contains(unrated, t.Unrated) {
			return i18n.Sentence(c.T("ui.unrated." + t.Unrated))
		}
		return ""
	}
	side := func(side game.Side) string {
		before, after := t.Rating[side][0], t.Rating[side][1]
		return fmt.Sprintf("%d (%+d)", after, after-before)
	}
	if me, plays := v.Side(); plays {
		return c.Labeled(c.T("ui.rated.title"), side(me)) + "."
	}
	var both []string
	for s, p := range t.Seats {
		if p != nil {
			both = append(both, PersonName(c, *p)+" "+side(game.Side(s)))
		}
	}
	return c.Labeled(c.T("ui.rated.title"), strings.Join(both, ", ")) + "."
}

// Act names what a message does at a table, as the button for it says it; "" for a move.
func Act(c *i18n.Catalog, m api.ToServer) string {
	key := "ui.table.chat"
	switch m.Type {
	case "rematch":
		key = "ui.rematch"
		if m.No {
			key = "ui.decline"
		}
	case "claim":
		key = "ui.table.gone.win"
		if m.Draw {
			key = "ui.table.gone.draw"
		}
	case "send":
		var e play.Event
		if json.Unmarshal(m.Event, &e) != nil || e.Kind == play.Move {
			return ""
		}
		key = acts[e.Kind]
		if e.Kind == play.Offer && e.What == play.OfferTakeback {
			key = "ui.back"
		}
	}
	return c.T(key)
}

var acts = map[play.Kind]string{
	play.Resign: "ui.resign", play.Offer: "ui.offer_draw", play.Accept: "ui.accept", play.Decline: "ui.decline",
	play.Withdraw: "ui.table.withdraw", play.Abort: "ui.table.abort", play.MoreTime: "ui.table.more_time",
}

// Unsent says of what was sent to a table first, and may not have arrived, what it is and
// why that is not known; "" where there is nothing of the kind. The text of a server's error
// is the caller's.
func Unsent(c *i18n.Catalog, v *client.View, errorText func(error) string) string {
	if len(v.Unsent) == 0 {
		return ""
	}
	what := cmp.Or(Act(c, v.Unsent[0]), client.MoveText(v.Unsent[0]))
	why := c.T("ui.table.unsent.about")
	if v.Trouble != nil {
		why = errorText(client.Refusal(&client.Refused{Reason: *v.Trouble}))
	}
	return c.Labeled(what, c.T("ui.table.unsent")) + ". " + i18n.Sentence(why)
}

// Connection says what is known of a connection that is lost, and of one's own clock where
// that would run; "" while there is a connection.
func Connection(c *i18n.Catalog, v *client.View, clock bool) string {
	switch {
	case v.Stopped:
		return c.T("ui.table.restart") + " " + c.T("ui.table.restart.clock")
	case v.Connected:
		return ""
	case v.Away:
		return c.T("cli.remote.away")
	case clock:
		return c.T("cli.remote.lost") + " " + c.T("ui.table.lost.clock")
	}
	return c.T("cli.remote.lost")
}

// Named returns the id of the person of that name at a table, for muting: somebody who
// plays there or has written in the chat, never the player who asks. No name means the
// opponent of who plays. It is "" where nobody is meant.
func Named(c *i18n.Catalog, v *client.View, name string) string {
	me, plays := v.Side()
	var people []api.Person
	for side, p := range v.Table.Seats {
		switch {
		case p == nil || plays && game.Side(side) == me:
		case name == "" && plays:
			return p.ID
		default:
			people = append(people, *p)
		}
	}
	for _, l := range v.Chat {
		if own := v.Table.Seats[me]; !plays || own == nil || own.ID != l.Person.ID {
			people = append(people, l.Person)
		}
	}
	for _, p := range people {
		if name != "" && (strings.EqualFold(PersonName(c, p), name) || strings.EqualFold(p.Name, name)) {
			return p.ID
		}
	}
	return ""
}

// Terms says what a game is played by, for who made the table (mine) or for the other
// one.
func Terms(c *i18n.Catalog, o api.Options, mine bool) []string {
	list := []string{c.T("game." + o.Game), ControlOf(c, o.Control), c.T("ui.table.side." + SideSeen(o.Side, mine))}
	if o.Full {
		list = append(list, c.T("ui.new.random"))
	}
	if o.Rated {
		list = append(list, c.T("ui.rated"))
	}
	if o.Accounts {
		list = append(list, c.T("ui.friend.accounts"))
	}
	if o.Takeback {
		list = append(list, i18n.Capital(c.T("ui.friend.takeback")))
	}
	if o.Public {
		list = append(list, c.T("ui.table.public"))
	}
	return list
}

// SideSeen is who begins, for who made the table (mine) or for the other one, "first",
// "second" or "drawn"; the other way round it is the side of the table. "" is "drawn".
func SideSeen(side string, mine bool) string {
	switch {
	case side == "" || side == "drawn":
		return "drawn"
	case mine:
		return side
	}
	return map[string]string{"first": "second", "second": "first"}[side]
}

// Control says a time control in words.
func Control(catalog *i18n.Catalog, c play.Control) string {
	args := i18n.Args{"minutes": catalog.Number(c.Base.Minutes()), "seconds": catalog.Number(c.Increment.Seconds())}
	days, whole := c.Days()
	switch {
	case whole:
		return catalog.T("tui.clock.days", i18n.Args{"n": days})
	case c.Kind == play.PerMove:
		return catalog.T("tui.clock.move", i18n.Args{"seconds": catalog.Number(c.Base.Seconds())})
	case c.Kind == play.Delay:
		return catalog.T("tui.clock.delay", args)
	case c.Kind == play.Fischer:
		return catalog.T("ui.start.clock.control", args)
	}
	return catalog.T("ui.start.clock.none")
}

// ControlOf says it from the form of a record's tag; what is none is shown as it is.
func ControlOf(c *i18n.Catalog, text string) string {
	control, err := play.ParseControl(text)
	if err != nil {
		return game.Printable(text)
	}
	return Control(c, control)
}
