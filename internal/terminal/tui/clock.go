package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/play"
)

// clock is the time of the game on a game screen.
type clock struct {
	*shownGame
	since  time.Time // the last event
	looked time.Time // when time was last measured
	ticks  int       // so far, so that only the last one counts

	// Of a game at a server.
	server   *play.State    // which may not know yet of the move that is shown
	stands   *time.Duration // the time since the last event, while no clock runs there
	counting bool           // seconds are counted though no clock runs: somebody is away
}

// clockState is the state that the clocks follow.
func (k *clock) clockState() *play.State {
	if k.server != nil {
		return k.server
	}
	return k.state()
}

// elapsed is the time since the last event.
func (k *clock) elapsed() time.Duration {
	if k.stands != nil {
		return *k.stands
	}
	return k.Now().Sub(k.since)
}

// timeLeft is what a side's clock shows.
func (k *clock) timeLeft(side game.Side) time.Duration {
	return k.clockState().Left(side, k.elapsed())
}

// running reports whether the clock of a side runs.
func (k *clock) running(side game.Side) bool {
	turn, runs := k.clockState().Running()
	return runs && turn == side
}

// lowTime is when a clock is painted as a warning.
const lowTime = 10 * time.Second

// tickMsg asks to look at the clock again.
type tickMsg struct{ number int }

// tick looks at the clocks again when they show another time, or when one falls that is
// measured here.
func (k *clock) tick() tea.Cmd {
	k.ticks++
	deadline, runs := k.clockState().Deadline()
	left := k.timeLeft(k.clockState().Turn())
	wait := min(untilChange(left), time.Second)
	if k.traits().hosts {
		wait = max(min(untilChange(left), deadline-k.elapsed()), time.Millisecond)
	}
	if !runs && !k.counting || k.traits().studies {
		return nil
	}
	return k.later(wait, tickMsg{k.ticks})
}

// untilChange is how long a clock that shows left shows the same.
func untilChange(left time.Duration) time.Duration {
	if left <= lowTime {
		return 100 * time.Millisecond
	}
	return left%time.Second + 5*time.Millisecond // a little more, or rounding shows the old second
}

// asleep is a pause between two looks at a running clock that no machine makes which is
// awake, however busy: the screen looks at it every second.
const asleep = 30 * time.Second

// wake lets the clock of a game at home go on where it stood when the machine was suspended,
// or the program stopped: nobody could move meanwhile, so nobody is charged. The clock of the
// system stands still then, too, on Linux and macOS, but not on Windows.
func (k *clock) wake(now time.Time) {
	_, runs := k.state().Running()
	if pause := now.Sub(k.looked); runs && pause > asleep {
		k.since = k.since.Add(pause)
	}
	k.looked = now
}
