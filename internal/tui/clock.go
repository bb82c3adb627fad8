package tui

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/local"
)

// Control is how much time the players have. The zero value is no clock.
type Control struct {
	Base      time.Duration
	Increment time.Duration
}

// On tells whether there is a clock.
func (c Control) On() bool { return c.Base > 0 }

// String returns the form of a record's tag, in seconds: "300+3"; "" for no
// clock.
func (c Control) String() string {
	if !c.On() {
		return ""
	}
	return fmt.Sprintf("%d+%d", int(c.Base/time.Second), int(c.Increment/time.Second))
}

// ParseControl reads minutes and seconds per move as people say them, "5+3" or
// "5"; "none" and "" are no clock.
func ParseControl(text string) (Control, error) {
	wrong := fmt.Errorf("%q is no clock; write minutes and seconds per move, such as 5+3, or none", text)
	if text == "" || text == "none" {
		return Control{}, nil
	}
	minutes, seconds, both := strings.Cut(text, "+")
	m, err := strconv.ParseFloat(minutes, 64)
	if err != nil || !(m > 0 && m <= 600) {
		return Control{}, wrong
	}
	s := 0
	if both {
		if s, err = strconv.Atoi(seconds); err != nil || s < 0 || s > 600 {
			return Control{}, wrong
		}
	}
	return Control{time.Duration(m * float64(time.Minute)).Round(time.Second), time.Duration(s) * time.Second}, nil
}

// controlOf reads a record's tag; what is none of ours is no clock.
func controlOf(tag string) Control {
	base, increment, _ := strings.Cut(tag, "+")
	b, err := strconv.Atoi(base)
	i, err2 := strconv.Atoi(increment)
	if err != nil || err2 != nil || b <= 0 || i < 0 || b > 100_000 || i > 10_000 {
		return Control{}
	}
	return Control{time.Duration(b) * time.Second, time.Duration(i) * time.Second}
}

// clock is the time of both players. It runs at the end of the line only: who
// looks back stops it.
type clock struct {
	Control
	left    [2]time.Duration // at the last change of position
	since   time.Time        // when the side to move began to think; zero: stopped
	running game.Side

	// What was thought already in the position at the end of the line, so that
	// looking back is no way to get time back.
	spent    time.Duration
	spentKey uint64
}

// set puts the clock to where a session stands.
func (c *clock) set(s *local.Session, now time.Time) {
	if !c.On() {
		return
	}
	c.stop(now)
	c.left = [2]time.Duration{c.Base, c.Base}
	known := [2]bool{}
	for _, p := range s.Clocks() {
		if !known[p.Side] {
			known[p.Side], c.left[p.Side] = true, p.Left
		}
	}
	// The first ply starts no clock: reading the board takes time.
	if s.Outcome() != game.Ongoing || len(s.Ahead()) > 0 || s.Ply() == 0 {
		return
	}
	pos := s.Position()
	if key := pos.Key(); c.spentKey != key {
		c.spentKey, c.spent = key, 0
	}
	c.since, c.running = now, pos.Side()
}

// stop keeps what was thought so far.
func (c *clock) stop(now time.Time) {
	if !c.since.IsZero() {
		c.spent += now.Sub(c.since)
		c.since = time.Time{}
	}
}

// now returns a side's time left, never below zero.
func (c *clock) now(side game.Side, now time.Time) time.Duration {
	left := c.left[side]
	if !c.since.IsZero() && side == c.running {
		left -= c.spent + now.Sub(c.since)
	}
	return max(left, 0)
}

// moved returns the mover's time after its move, the increment included, and
// stops the clock.
func (c *clock) moved(side game.Side, now time.Time) time.Duration {
	left := c.now(side, now) + c.Increment
	c.since, c.spent, c.spentKey = time.Time{}, 0, 0
	return left.Round(time.Millisecond)
}

// next returns how long the shown time stays as it is; false where no clock
// runs.
func (c *clock) next(now time.Time) (time.Duration, bool) {
	if c.since.IsZero() {
		return 0, false
	}
	left := c.now(c.running, now)
	if left <= lowTime {
		return min(100*time.Millisecond, max(left, time.Millisecond)), true
	}
	// A little more than to the boundary, or rounding shows the old second.
	return left%time.Second + 5*time.Millisecond, true
}

// lowTime is when tenths are shown.
const lowTime = 10 * time.Second

// clockText writes a time left: 1:02:03, 4:32 or 9.4.
func clockText(d time.Duration) string {
	if d < lowTime {
		return fmt.Sprintf("%d.%d", int(d/time.Second), int(d/(100*time.Millisecond))%10)
	}
	s := int(d / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
