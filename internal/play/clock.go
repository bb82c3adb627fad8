package play

import (
	"time"

	"cairn.example/game"
)

// clock is the arithmetic of both players' times. It reads no time: the caller says how
// much has passed since the event before.
//
// A ply is charged as a whole when it is played. Until then left is what the clocks
// showed when the ply began, and spent is how long the ply has lasted.
type clock struct {
	control Control
	left    [2]time.Duration
	spent   time.Duration
}

func newClock(c Control) clock {
	return clock{control: c, left: [2]time.Duration{c.Base, c.Base}}
}

// cost is what a ply that takes so long takes off the clock.
func (c *clock) cost(took time.Duration) time.Duration {
	if c.control.row().delays {
		return max(0, took-c.control.Increment)
	}
	return took
}

// remaining is what a side has left after a ply of its own that takes so long; it is
// negative where the side did not have that much.
func (c *clock) remaining(side game.Side, took time.Duration) time.Duration {
	return c.left[side] - c.cost(took)
}

// flagAt is how long the ply of a side can last before its flag falls. With a delay
// that is at least the delay, even with nothing left on the clock.
func (c *clock) flagAt(side game.Side) time.Duration {
	if c.control.row().delays {
		return c.left[side] + c.control.Increment
	}
	return c.left[side]
}

// gain is what a move adds to the clock.
func (c *clock) gain() time.Duration {
	if c.control.row().gains {
		return c.control.Increment
	}
	return 0
}

// press ends a ply of a side: its cost goes off the clock, and what the move earns is
// added.
func (c *clock) press(side game.Side) {
	left := max(0, c.remaining(side, c.spent)) + c.gain()
	if c.control.Renews() {
		left = c.control.Base
	}
	c.left[side] = min(left, mostLeft)
}

// stop charges a side what its ply has lasted, without ending it by a move.
func (c *clock) stop(side game.Side) {
	c.left[side] = max(0, c.remaining(side, c.spent))
}
