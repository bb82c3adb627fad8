package bot

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// Bot is a program at a server.
type Bot struct {
	// Session is by its token.
	Session *client.Session
	Thinker Thinker
	// Desk is where its moves wait, perhaps with those of others.
	Desk *Desk
	// Offers are what it plays, Most how many games at once, Each how many with one person in a day, 0 for any number.
	Offers     []api.Offer
	Most, Each int
	Log        *slog.Logger

	live *client.Live
	mu   sync.Mutex
	now  map[string]bool // the tables at which it plays, or has played

	playing, waiting atomic.Int32 // games under way, and those over after which somebody may want another
}

// Run plays until the context ends, which is no error, or the server will not have the program any more, as after its token
// was revoked.
func (b *Bot) Run(ctx context.Context) error {
	var games sync.WaitGroup
	defer games.Wait()
	b.now = map[string]bool{}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	begin := make(chan string, 1024) // a connection tells of no more games than a program has
	stand := &api.ToServer{Type: "stand", ID: "stand", Offers: b.Offers, Most: b.Most, Each: b.Each}
	b.live = b.Session.Live(client.LiveOptions{LongestWait: longestWait, Stand: stand, Started: func(table string) {
		select {
		case begin <- table:
		default: // the next connection tells of it again
		}
	}})
	defer b.live.Close()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-b.live.Ended():
			return b.live.Err()
		case table := <-begin:
			if b.take(table) {
				games.Go(func() {
					defer b.done(table)
					b.play(ctx, table)
				})
			}
		}
	}
}

// longestWait is between attempts to connect: a server that was down is not asked by many programs all the time.
const longestWait = 10 * time.Second

// take notes that a game is played; false where it is already.
func (b *Bot) take(table string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := b.now[table]
	if !before {
		b.playing.Add(1)
	}
	b.now[table] = true
	return !before
}

func (b *Bot) done(table string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.now, table)
	b.playing.Add(-1)
}

// play plays a game to its end.
func (b *Bot) play(ctx context.Context, id string) {
	t := b.live.Watch(id)
	defer b.live.Unwatch(id)
	for {
		var over, mine bool
		var no *play.Event
		err := t.Wait(ctx, func(v *client.View) bool {
			side, plays := v.Side()
			if !v.Known || v.State == nil || !plays {
				return false
			}
			over, mine = v.State.Over(), v.MyTurn() && v.Connected
			no = answer(v.State, side)
			return over || mine || no != nil
		})
		switch {
		case err != nil:
			if ctx.Err() == nil {
				b.Log.Warn("a game cannot be followed", "table", id, "error", err)
			}
			return
		case over:
			if err := b.Desk.enter(ctx, false); err == nil {
				b.Thinker.Forget(id)
				b.Desk.leave()
			}
			b.again(ctx, t)
			return
		case no != nil:
			_, err = t.Send(ctx, *no)
		default:
			err = b.move(ctx, t)
		}
		if !b.goOn(ctx, t, err) {
			return
		}
	}
}

// A program waits for somebody who wants another game: for this time, and after few games at once, since a connection
// watches few tables.
const (
	againFor = 2 * time.Minute
	mostWait = 2
)

// again answers an offer to play again after a game: with yes, unless it plays as many games as it can.
func (b *Bot) again(ctx context.Context, t *client.Table) {
	b.playing.Add(-1)
	defer b.playing.Add(1) // as done takes it off
	defer b.waiting.Add(-1)
	if b.waiting.Add(1) > mostWait {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, againFor)
	defer cancel()
	var same bool
	err := t.Wait(ctx, func(v *client.View) bool {
		side, _ := v.Side()
		o := v.Table.Rematch
		if o == nil || o.No || o.Agreed || o.By == play.SideWord(side) || !v.Connected {
			return false
		}
		same = o.Same
		return true
	})
	switch {
	case err != nil:
		return // nobody asked
	case int(b.playing.Load()) >= b.Most:
		_, err = t.DeclineRematch(ctx)
	default:
		_, err = t.Rematch(ctx, same)
	}
	if err != nil && ctx.Err() == nil {
		b.Log.Warn("an offer to play again cannot be answered", "table", t.ID(), "error", err)
	}
}

// answer is the no to an offer of the opponent, nil where there is none.
func answer(s *play.State, side game.Side) *play.Event {
	for _, o := range s.Offers() {
		if o.By != side && !s.Over() {
			return &play.Event{Kind: play.Decline, Offer: o.Offer}
		}
	}
	return nil
}

// move finds the move in the position on the board, and plays it.
func (b *Bot) move(ctx context.Context, t *client.Table) error {
	var days bool
	t.View(func(v *client.View) { days = v.State.Terms().Control.Slow() })
	if err := b.Desk.enter(ctx, days); err != nil {
		return err
	}
	turn, mine := Turn{Table: t.ID()}, false
	send := api.ToServer{Type: "send"}
	t.View(func(v *client.View) {
		if mine = v.MyTurn(); !mine {
			return // the game has ended while it waited
		}
		side, _ := v.Side()
		s := v.State
		turn.Seed, turn.Start, turn.Position = seedOf(&v.Table, side), s.PositionAt(0).Copy(), s.Position().Copy()
		for _, p := range s.Plies() {
			turn.Moves = append(turn.Moves, p.Move)
		}
		turn.Limits = limitsOf(s.Clocks(v.Elapsed))
		send.Ply, send.Since = s.Ply(), v.Table.Seq
	})
	if !mine {
		b.Desk.leave()
		return nil
	}
	m, err := b.Thinker.Think(ctx, turn)
	b.Desk.leave()
	if err != nil {
		if ctx.Err() == nil {
			b.Log.Error("the program finds no move and resigns", "table", t.ID(), "error", err)
			_, err = t.Send(ctx, play.Event{Kind: play.Resign})
		}
		return err
	}
	// Of two processes that play for one program, the second one has its move acknowledged.
	send.ID = "ply" + strconv.Itoa(send.Ply)
	if send.Event, err = json.Marshal(play.Event{Kind: play.Move, Move: turn.Position.Game().MoveText(m)}); err != nil {
		return err
	}
	_, err = t.Do(ctx, send)
	return err
}

// goOn reports whether a game goes on after something was sent. What was refused may be
// so because the game went on meanwhile; the next look at it says.
func (b *Bot) goOn(ctx context.Context, t *client.Table, err error) bool {
	var refused *client.Refused
	switch {
	case err == nil:
		return true
	case ctx.Err() != nil || !errors.As(err, &refused):
		return false
	}
	b.Log.Warn("the server refuses", "table", t.ID(), "error", err)
	select {
	case <-ctx.Done():
		return false
	case <-time.After(time.Second):
		return true
	}
}
