package play

import (
	"math"
	"strconv"
	"strings"
	"time"

	"cairn.example/game"
)

// Control is how much time the players have. The zero value is no clock.
type Control struct {
	Kind ControlKind

	// Base is the time for the whole game or, for PerMove, for each move.
	Base time.Duration

	// Increment is what each move earns (Fischer), or how long the clock waits
	// before it runs in each ply (Delay).
	Increment time.Duration
}

// ControlKind is the way a clock works.
type ControlKind uint8

// The kinds of time controls.
const (
	NoClock ControlKind = iota
	Fischer             // an increment after each move
	Delay               // the first seconds of each ply cost nothing (US delay)
	PerMove             // a number of days, or seconds, for each move
)

// controlRow is what the kinds of time controls differ in.
type controlRow struct {
	name string // in messages
	form string // what String writes, as a regular expression; its first group is the base
	sign string // between base and increment

	slow   time.Duration // from this base on nobody sits before the board all the time
	gains  bool          // a move earns the increment
	delays bool          // the increment passes before the clock runs
	renews bool          // every ply begins with the base
}

// controls has a row for each kind. Code that asks something of a control asks its methods.
var controls = [...]controlRow{
	NoClock: {name: "none", form: `^(-)$`},
	Fischer: {name: "fischer", form: `^([\d.]+)\+([\d.]+)$`, sign: "+", slow: never, gains: true},
	Delay:   {name: "delay", form: `^([\d.]+)d([\d.]+)$`, sign: "d", slow: never, delays: true},
	PerMove: {name: "permove", form: `^1/([\d.]+)$`, slow: time.Hour, renews: true},
}

// row returns the row of a control; an unknown kind, which check refuses, has that of none.
func (c Control) row() controlRow {
	if int(c.Kind) < len(controls) {
		return controls[c.Kind]
	}
	return controls[NoClock]
}

const never = math.MaxInt64

// Presets returns the controls to choose from, as [ParseShort] reads them: for tables of
// people, where few kinds find more opponents, or for a game at one computer.
func Presets(tables bool) []string {
	if tables {
		return []string{"none", "3+2", "5+3", "10+5", "15+10", "1 day", "3 days"}
	}
	return []string{"none", "3+2", "5+3", "10+5", "15+10", "30+20", "60+30", "5d3", "15d5", "1/60", "1 day", "3 days"}
}

// String returns the name of a kind in messages.
func (k ControlKind) String() string { return Control{Kind: k}.row().name }

// Slow reports whether nobody sits before a game of this control all the time: it has no
// clock, or hours or days for each move.
func (c Control) Slow() bool { return c.Base >= c.row().slow }

// Renews reports whether every ply begins with the same time.
func (c Control) Renews() bool { return c.row().renews }

// ClaimAfter returns how long an opponent must be away before the game can be claimed: the
// longer a game takes, the longer may somebody be gone. It is false where it never can:
// with days for a move, being away is how it is played.
func (c Control) ClaimAfter() (time.Duration, bool) {
	switch {
	case !c.On():
		return 10 * time.Minute, true
	case c.Renews() && c.Slow():
		return 0, false
	case c.Renews():
		return min(c.Base, 3*time.Minute), true
	}
	switch about := c.Base + 40*c.Increment; { // what a player needs for 40 moves
	case about < 3*time.Minute:
		return 30 * time.Second, true
	case about < 10*time.Minute:
		return time.Minute, true
	case about < time.Hour:
		return 2 * time.Minute, true
	}
	return 5 * time.Minute, true
}

// Bounds of a control; what lies above them is refused.
const (
	mostBase      = 100 * time.Hour
	mostIncrement = time.Hour
	mostPerMove   = 366 * 24 * time.Hour

	// mostLeft bounds a clock, however much time is given to it. A record
	// cannot say more.
	mostLeft = 100_000*time.Hour - time.Millisecond
)

// On reports whether there is a clock.
func (c Control) On() bool { return c.Kind != NoClock }

// FreePlies is the usual number of plies that cost nothing: each side's first
// move, except where there are days for every move.
func (c Control) FreePlies() int {
	if c.On() && !c.Renews() {
		return 2
	}
	return 0
}

// Days returns the whole days for each move; false for other controls.
func (c Control) Days() (int, bool) {
	const day = 24 * time.Hour
	return int(c.Base / day), c.Kind == PerMove && c.Base%day == 0
}

// check returns an error for a control out of bounds.
func (c Control) check() *Error {
	ok := false
	switch c.Kind {
	case NoClock:
		ok = c == Control{}
	case Fischer, Delay:
		ok = c.Base > 0 && c.Base <= mostBase && c.Increment >= 0 && c.Increment <= mostIncrement
	case PerMove:
		ok = c.Base > 0 && c.Base <= mostPerMove && c.Increment == 0
	}
	if !ok || c.Base%time.Millisecond != 0 || c.Increment%time.Millisecond != 0 {
		return refuse(BadControl, "control", game.Shown(c.String()))
	}
	return nil
}

// String returns the form of a record's tag, in seconds: "300+3" for Fischer,
// "300d3" for Delay, "1/259200" for PerMove, "-" for no clock.
func (c Control) String() string {
	if c.Renews() {
		return "1/" + seconds(c.Base)
	}
	if sign := c.row().sign; sign != "" {
		return seconds(c.Base) + sign + seconds(c.Increment)
	}
	return "-"
}

// ParseControl reads the form of a record's tag. "" and "?", which say that
// nothing is known, are no clock; "300" is "300+0". The error is an *[Error].
func ParseControl(text string) (Control, error) {
	wrong := refuse(BadControl, "control", game.Shown(text))
	if text == "" || text == "-" || text == "?" {
		return Control{}, nil
	}
	c := Control{Kind: PerMove}
	base, perMove := strings.CutPrefix(text, "1/")
	ok1, ok2 := false, true
	if perMove {
		c.Base, ok1 = parseSeconds(base, time.Second)
	} else {
		c, ok1, ok2 = parsePair(text, time.Second)
	}
	if !ok1 || !ok2 || c.check() != nil {
		return Control{}, wrong
	}
	return c, nil
}

// ParseShort reads a control as people say it: minutes and seconds per move
// ("5+3", "5", "2.5+1"), a delay in place of the increment ("5d3"), days for
// each move ("3 days", "1 day") or the form of a record ("1/3600"); "none", "-"
// and "" are no clock. The error is an *[Error].
func ParseShort(text string) (Control, error) {
	wrong := refuse(BadClock, "control", game.Shown(text))
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" || text == "none" || text == "-" {
		return Control{}, nil
	}
	if strings.HasPrefix(text, "1/") {
		if c, err := ParseControl(text); err == nil {
			return c, nil
		}
		return Control{}, wrong
	}
	var c Control
	ok1, ok2 := true, true
	if days, of := strings.CutSuffix(strings.TrimSuffix(text, "s"), "day"); of {
		c.Kind = PerMove
		c.Base, ok1 = parseSeconds(strings.TrimSpace(days), 24*time.Hour)
	} else {
		c, ok1, ok2 = parsePair(text, time.Minute)
	}
	if !ok1 || !ok2 || c.check() != nil {
		return Control{}, wrong
	}
	return c, nil
}

// Short returns what [ParseShort] reads: "5+3", "5d3", "3 days", "1/3600",
// "none".
func (c Control) Short() string {
	switch days, whole := c.Days(); {
	case whole && days == 1:
		return "1 day"
	case whole:
		return strconv.Itoa(days) + " days"
	case c.Kind == PerMove:
		return c.String()
	case c.Kind == NoClock:
		return "none"
	}
	minutes := strconv.FormatFloat(c.Base.Minutes(), 'f', -1, 64)
	if d, ok := parseSeconds(minutes, time.Minute); !ok || d != c.Base {
		minutes = strconv.FormatFloat(c.Base.Minutes(), 'f', 5, 64) // closest; the tag's form is exact
	}
	return minutes + c.row().sign + seconds(c.Increment)
}

// parsePair reads base and increment; unit is that of the base.
func parsePair(text string, unit time.Duration) (c Control, ok1, ok2 bool) {
	c.Kind = Fischer
	base, increment := text, "0"
	for kind, row := range controls {
		if before, after, both := strings.Cut(text, row.sign); both && row.sign != "" {
			c.Kind, base, increment = ControlKind(kind), before, after
		}
	}
	c.Base, ok1 = parseSeconds(base, unit)
	c.Increment, ok2 = parseSeconds(increment, time.Second)
	return c, ok1, ok2
}

// parseSeconds reads a decimal number of units as whole milliseconds.
func parseSeconds(text string, unit time.Duration) (time.Duration, bool) {
	if text == "" || len(text) > 12 || strings.Trim(text, "0123456789.") != "" || strings.HasPrefix(text, ".") {
		return 0, false
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n*float64(unit) > float64(mostPerMove) {
		return 0, false
	}
	return time.Duration(math.Round(n*float64(unit/time.Millisecond))) * time.Millisecond, true
}

// seconds writes a time in seconds, with decimals where there are any.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
}
