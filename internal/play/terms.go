package play

import (
	"strings"

	"cairn.example/game"
	"cairn.example/games"
)

// Version is the version of the stored form that this package writes. It reads
// this version and all before it.
const Version = 1

// Terms are what is settled before a game begins. They never change while it is
// played. The zero value names no game; see [Casual] for the terms of a game at
// home. Its fields are those of the stored form.
type Terms struct {
	// Game is the id of the rule set, such as "lyngk6".
	Game string `json:"game"`

	// Start is the start position in the contract's text form. Where it is "",
	// [New] fills in the position that Seed determines.
	Start string `json:"start,omitempty"`

	// Seed is the text that the start position was drawn from, "" for none.
	Seed string `json:"seed,omitempty"`

	// Players are who plays First and Second.
	Players [2]Player `json:"players"`

	// Control is how much time the players have.
	Control Control `json:"control"`

	// Free is how many plies at the beginning cost no time: the clock does not
	// run in them and they earn no increment. [Control.FreePlies] is the usual
	// number.
	Free int `json:"free,omitempty"`

	// Takeback says whether moves may be taken back.
	Takeback Takeback `json:"takeback,omitempty"`

	// Draws allows to offer a draw.
	Draws bool `json:"draws,omitempty"`

	// Abort is the number of plies from which on a game can no longer be
	// aborted: 2 allows it before the second move, 0 forbids it.
	Abort int `json:"abort,omitempty"`

	// MoreTime allows a player to give the opponent time.
	MoreTime bool `json:"moretime,omitempty"`

	// Pause allows to stop the clock, as people at one computer do.
	Pause bool `json:"pause,omitempty"`

	// Untimed says that nobody measures how long moves take: no clock runs, and
	// the times of events are not kept. It is so in games at home without a
	// clock, and in logs made of records that tell no times.
	Untimed bool `json:"untimed,omitempty"`
}

// Player is who plays a side, as plain data that this package does not read.
type Player struct {
	// Name is what the player is called, "" where nobody said.
	Name string `json:"name,omitempty"`

	// Plays is what makes the moves: "" is a person, else the name of a
	// computer player such as "level5".
	Plays string `json:"plays,omitempty"`
}

// Takeback says whether moves may be taken back.
type Takeback string

// The choices.
const (
	TakebackNever  Takeback = ""       // what is played stays
	TakebackAgreed Takeback = "agreed" // one side offers it, the other accepts
	TakebackFree   Takeback = "free"   // by a [TakeBack] event, the end of the game included
)

// Casual returns the terms of a game at home from a position, with a clock or
// [Control]'s zero value for none: moves are taken back freely, a draw can be
// offered, the game can be paused and aborted before the second move.
func Casual(start game.Position, c Control) Terms {
	t := casual(c)
	t.Game, t.Start, t.Untimed = start.Game().ID(), start.String(), !c.On()
	return t
}

// casual returns what is allowed in a game at home, and its clock.
func casual(c Control) Terms {
	return Terms{Control: c, Free: c.FreePlies(), Takeback: TakebackFree, Draws: true, Abort: 2, MoreTime: true, Pause: true}
}

// mostFree is the largest number of free plies.
const mostFree = 1000

// validate checks the terms, fills in the start position and returns it.
func (t *Terms) validate() (game.Position, *Error) {
	t.Players[0].Name = strings.ToValidUTF8(t.Players[0].Name, "\uFFFD")
	t.Players[1].Name = strings.ToValidUTF8(t.Players[1].Name, "\uFFFD")
	t.Players[0].Plays = strings.ToValidUTF8(t.Players[0].Plays, "\uFFFD")
	t.Players[1].Plays = strings.ToValidUTF8(t.Players[1].Plays, "\uFFFD")
	t.Seed = strings.ToValidUTF8(t.Seed, "\uFFFD")
	g, err := games.Lookup(t.Game)
	if err != nil {
		return nil, refuse(UnknownGame, "game", game.Shown(t.Game))
	}
	if err := t.Control.check(); err != nil {
		return nil, err
	}
	switch t.Takeback {
	case TakebackNever, TakebackAgreed, TakebackFree:
	default:
		return nil, refuse(BadTerms, "field", "takeback", "value", game.Shown(string(t.Takeback)))
	}
	if t.Free < 0 || t.Free > mostFree {
		return nil, refuse(BadTerms, "field", "free", "value", number(t.Free))
	}
	if t.Abort < 0 || t.Abort > mostFree {
		return nil, refuse(BadTerms, "field", "abort", "value", number(t.Abort))
	}
	if t.Start == "" {
		p := g.Start(t.Seed)
		t.Start = p.String()
		return p, nil
	}
	p, err := g.Parse(t.Start)
	if err != nil {
		return nil, because(refuse(BadStart), err)
	}
	t.Start = p.String()
	return p, nil
}
