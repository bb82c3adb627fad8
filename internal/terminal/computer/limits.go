package computer

import (
	"time"

	"cairn.example/engine"
	"cairn.example/internal/play"
)

// Bounds of what a computer player takes of its clock.
const (
	overhead    = 50 * time.Millisecond // until its move has arrived
	mostThought = 10 * time.Second      // where there are days for a move
)

// Limits lets a computer player play by a clock; without one there is no limit.
func Limits(c play.Clocks) engine.Limits {
	switch {
	case !c.Control.On():
		return engine.Limits{}
	case c.Control.Renews():
		return engine.Limits{MoveTime: min(min(c.Left[0], c.Left[1])/2, mostThought)}
	}
	gain := c.Control.Increment
	return engine.Limits{
		Clock: c.Left, Clocked: true, Increment: [2]time.Duration{gain, gain},
		Base: c.Control.Base, Ply: c.Plies, Overhead: overhead,
	}
}
