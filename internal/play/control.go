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
	if c.Kind == Fischer || c.Kind == Delay {
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
	switch c.Kind {
	case Fischer:
		return seconds(c.Base) + "+" + seconds(c.Increment)
	case Delay:
		return seconds(c.Base) + "d" + seconds(c.Increment)
	case PerMove:
		return "1/" + seconds(c.Base)
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
	sign := "+"
	if c.Kind == Delay {
		sign = "d"
	}
	minutes := strconv.FormatFloat(c.Base.Minutes(), 'f', -1, 64)
	if d, ok := parseSeconds(minutes, time.Minute); !ok || d != c.Base {
		minutes = strconv.FormatFloat(c.Base.Minutes(), 'f', 5, 64) // closest; the tag's form is exact
	}
	return minutes + sign + seconds(c.Increment)
}

// parsePair reads base and increment; unit is that of the base.
func parsePair(text string, unit time.Duration) (c Control, ok1, ok2 bool) {
	c.Kind = Fischer
	base, increment, both := strings.Cut(text, "+")
	if !both {
		if base, increment, both = strings.Cut(text, "d"); both {
			c.Kind = Delay
		}
	}
	c.Base, ok1 = parseSeconds(base, unit)
	ok2 = true
	if both {
		c.Increment, ok2 = parseSeconds(increment, time.Second)
	}
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
