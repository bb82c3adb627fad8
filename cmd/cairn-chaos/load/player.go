package load

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// Player plays for one person at one table: random legal moves, and now and then
// what else people do.
type Player struct {
	Table *client.Table
	Rand  *rand.Rand

	// Ledger records what happens, nil for none.
	Ledger *Ledger
	// Latencies gets the time of each acknowledgement, nil for nothing.
	Latencies *Latencies
	// Busy counts how often the server puts a message off, nil for nothing.
	Busy *atomic.Int64
	// Wait returns before each deed, at the pace of the run; nil for at once. Its error ends the play.
	Wait func(context.Context) error
	// Manners lets the player offer draws, decline them, give time and resign, too.
	Manners bool
}

// choice is what a player has decided to do.
type choice struct {
	event play.Event
	over  bool
}

// Play plays until the game is over. The error is that of the context or of the
// connection.
func (p *Player) Play(ctx context.Context) error {
	for {
		err := p.Table.Wait(ctx, func(v *client.View) bool {
			return v.State != nil && (v.State.Over() || v.MyTurn() || p.asked(v) != 0) || v.Known && v.Table.Phase == "closed"
		})
		if err != nil {
			return err
		}
		if p.Wait != nil {
			if err := p.Wait(ctx); err != nil {
				return err
			}
		}
		var c choice
		p.Table.View(func(v *client.View) { c = p.choose(v) })
		if c.over {
			return nil
		}
		if c.event.Kind == "" {
			// Somebody else has done something meanwhile, or will.
			if err := pause(ctx, 10*time.Millisecond); err != nil {
				return err
			}
			continue
		}
		if err := p.do(ctx, c.event); err != nil {
			return err
		}
	}
}

func (p *Player) do(ctx context.Context, e play.Event) error {
	if p.Ledger != nil {
		p.Ledger.Sending(p.Table.ID(), e)
	}
	receipt, err := p.Table.SendAcked(ctx, e, func(r client.Receipt) {
		if p.Latencies != nil {
			p.Latencies.Add(r.Latency)
		}
		if p.Busy != nil {
			p.Busy.Add(int64(r.Busy))
		}
		if p.Ledger != nil {
			p.Ledger.Answered(p.Table.ID(), e, r, "")
		}
	})
	refused := new(client.Refused)
	if !errors.As(err, &refused) {
		return err
	}
	if p.Ledger != nil {
		p.Ledger.Answered(p.Table.ID(), e, receipt, refused.Reason.Code)
	}
	// The view is what it was; without a pause the same would be tried at once.
	select {
	case <-time.After(20 * time.Millisecond):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// asked returns the number of an offer that waits for the player's answer, 0 for none.
func (p *Player) asked(v *client.View) int {
	side, plays := v.Side()
	if !plays || !p.Manners || v.State == nil || v.State.Over() {
		return 0
	}
	for _, o := range v.State.Offers() {
		if o.By != side {
			return o.Offer
		}
	}
	return 0
}

func (p *Player) choose(v *client.View) choice {
	if v.State == nil || v.State.Over() {
		return choice{over: v.State != nil || v.Table.Phase == "closed"}
	}
	side, _ := v.Side()
	if offer := p.asked(v); offer != 0 {
		kind := play.Decline
		if p.Rand.IntN(10) == 0 {
			kind = play.Accept
		}
		return choice{event: play.Event{Kind: kind, Side: side, Offer: offer}}
	}
	if !v.MyTurn() {
		return choice{}
	}
	if e := (play.Event{Kind: play.Offer, What: play.OfferDraw, Side: side}); p.Manners && p.Rand.IntN(30) == 0 && v.State.Check(e) == nil {
		return choice{event: e}
	}
	if e := (play.Event{Kind: play.MoreTime, Add: time.Second, Side: side}); p.Manners && p.Rand.IntN(60) == 0 && v.State.Check(e) == nil {
		return choice{event: e}
	}
	if p.Manners && p.Rand.IntN(400) == 0 {
		return choice{event: play.Event{Kind: play.Resign, Side: side}}
	}
	return choice{event: play.Event{Kind: play.Move, Move: randomMove(v.State, p.Rand), Side: side}}
}

// randomMove returns the text of a legal move; there is one, because the game goes on.
func randomMove(s *play.State, r *rand.Rand) string {
	var buf [256]game.Move
	moves := s.Position().Moves(buf[:0])
	return s.Game().MoveText(moves[r.IntN(len(moves))])
}
