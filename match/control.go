package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

// Control says how long a contestant may think. The zero value sets no limit; only
// players that do not search can play under it.
type Control struct {
	Time      time.Duration // for all moves of the game, 0 for no clock
	Increment time.Duration // added after each move
	MoveTime  time.Duration // for each move
	Nodes     uint64        // for each move
	Depth     int           // for each move
}

// ParseTime reads a clock: seconds, with an increment after a plus sign, such
// as "5", "60+0.5".
func ParseTime(text string) (base, increment time.Duration, err error) {
	first, second, plus := strings.Cut(text, "+")
	base, err = seconds(first)
	if err == nil && plus {
		increment, err = seconds(second)
	}
	if err != nil || base <= 0 {
		return 0, 0, newError("match.time", "text", game.ShownOrEmpty(text))
	}
	return base, increment, nil
}

func seconds(text string) (time.Duration, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f >= 0 && f < 1e7) {
		return 0, fmt.Errorf("bad number of seconds %q", text)
	}
	return time.Duration(f * float64(time.Second)).Round(time.Millisecond), nil
}

// String returns the limits in words, such as "5+0.05 s a game" or "3000 nodes a move". Results
// files keep it, so it never changes.
func (c Control) String() string {
	var parts []string
	sec := func(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }
	if c.Time > 0 {
		text := sec(c.Time)
		if c.Increment > 0 {
			text += "+" + sec(c.Increment)
		}
		parts = append(parts, text+" s a game")
	}
	if c.MoveTime > 0 {
		parts = append(parts, sec(c.MoveTime)+" s a move")
	}
	if c.Nodes > 0 {
		parts = append(parts, strconv.FormatUint(c.Nodes, 10)+" nodes a move")
	}
	if c.Depth > 0 {
		parts = append(parts, "depth "+strconv.Itoa(c.Depth))
	}
	if len(parts) == 0 {
		return "no limit"
	}
	return strings.Join(parts, ", ")
}

// limited reports whether any search under c ends.
func (c Control) limited() bool { return c != Control{} }

// timed reports whether time is what bounds a move under c.
func (c Control) timed() bool { return c.Time > 0 || c.MoveTime > 0 }

// or returns c, or other where c sets no limit.
func (c Control) or(other Control) Control {
	if c.limited() {
		return c
	}
	return other
}

// tag returns the clock as records write it.
func (c Control) tag() string {
	if c.Time == 0 {
		return ""
	}
	return fmt.Sprintf("%g+%g", c.Time.Seconds(), c.Increment.Seconds())
}

// limits returns the limits of a search when the clocks show left.
func (c Control) limits(side game.Side, left [2]time.Duration, both [2]Control) engine.Limits {
	l := engine.Limits{MoveTime: c.MoveTime, Nodes: c.Nodes, Depth: c.Depth}
	if c.Time > 0 {
		l.Clocked = true
		l.Clock = left
		l.Increment = [2]time.Duration{both[0].Increment, both[1].Increment}
		if both[side.Other()].Time == 0 {
			l.Clock[side.Other()] = left[side]
		}
	}
	return l
}
