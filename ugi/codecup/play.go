package codecup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
)

// Options say how a game is played.
type Options struct {
	// Player chooses the moves. It must not be nil.
	Player players.Player

	// Time is for all our moves of the game; 0 means 5 seconds.
	Time time.Duration

	// Nodes bounds each search; 0 does not.
	Nodes uint64

	// Log, if set, gets a line for each line that was skipped and each move that was
	// played.
	Log func(string)

	// Now is the clock; nil means time.Now.
	Now func() time.Time
}

// lineLimit bounds a line: a move takes four letters.
const lineLimit = 4096

// errLong says that a line is longer than that; it was skipped.
var errLong = errors.New("the line is too long to be a move")

// readLine returns the next line without its end. The error is errLong, or the
// reader's.
func readLine(r *bufio.Reader) (string, error) {
	line, more, err := r.ReadLine()
	if err != nil || !more {
		return string(line), err
	}
	for more && err == nil {
		_, more, err = r.ReadLine()
	}
	if err != nil && err != io.EOF {
		return "", err
	}
	return "", errLong
}

// Play plays one game until "Quit", the end of in, or the end of ctx. A line that
// is no legal move is logged and skipped. The error is one of in or out, or the cause of
// the end of ctx.
func Play(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	if o.Time <= 0 {
		o.Time = 5 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	p := dvonn.Game.Start("")
	left := o.Time
	started := false
	var own game.Side
	lines := bufio.NewReaderSize(in, lineLimit)
	for {
		// Turn 49 and the first stacking move are both White's.
		for started && p.Side() == own && p.Outcome() == game.Ongoing && ctx.Err() == nil {
			began := o.Now()
			m, err := o.choose(ctx, p, left)
			if err != nil {
				return err
			}
			spent := o.Now().Sub(began)
			left -= spent
			if _, err := io.WriteString(out, MoveText(m)+"\n"); err != nil {
				return err
			}
			p.PlayUnchecked(m)
			o.Log(fmt.Sprintf("played %s in %v, %v left", MoveText(m), spent.Round(time.Millisecond), left.Round(time.Millisecond)))
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		line, err := readLine(lines)
		if !started {
			// Some editors put a byte order mark in front of a script.
			line = strings.TrimPrefix(line, "\ufeff")
		}
		if err == io.EOF {
			return nil
		}
		if err != nil && err != errLong {
			return err
		}
		switch {
		case err == errLong:
			o.Log("skipped a line: " + err.Error())
		case is(line, quitWord):
			o.Log("result " + dvonn.Game.OutcomeName(p.Outcome()))
			return nil
		case is(line, ""):
		case !started && is(line, startWord):
			started, own = true, game.First
		default:
			m, err := p.ParseMove(line)
			if err != nil {
				o.Log(fmt.Sprintf("skipped %q: %v", game.Shown(line), err))
				continue
			}
			if !started {
				started, own = true, game.Second
			}
			p.PlayUnchecked(m)
		}
	}
}

// choose asks the player for a move with the time that is left, less a reserve: the
// contest also counts what the system takes.
func (o *Options) choose(ctx context.Context, p game.Position, left time.Duration) (game.Move, error) {
	reserve := min(o.Time/25, 250*time.Millisecond)
	left = max(left-reserve, 0)
	r, err := o.Player.Choose(ctx, p, engine.Limits{
		Clock: [2]time.Duration{left, left}, Clocked: true, Nodes: o.Nodes,
	}, nil)
	return r.Move, err
}
