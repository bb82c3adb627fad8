package think

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// TestFeaturesAgainstSlow compares the features with those counted stack by stack,
// at every ply of random games.
func TestFeaturesAgainstSlow(t *testing.T) {
	positions := 0
	for _, g := range []lyngk.Game{lyngk.Standard, lyngk.Captured, lyngk.Six} {
		for i := range 60 {
			seed := "slow " + string(rune('A'+i))
			p := g.Start(seed)
			s := game.NewStream("test", g.ID(), seed)
			fast, slow := new(Linear), new(Linear)
			for {
				pos := p.(*lyngk.Position)
				fast.computeFeatures(pos)
				slow.slowFeatures(pos)
				if fast.x != slow.x {
					for k := range fast.x {
						if fast.x[k] != slow.x[k] {
							t.Errorf("%s: feature %d of side %d is %d, counted slowly %d", p, k%sideInputs, k/sideInputs, fast.x[k], slow.x[k])
						}
					}
					return
				}
				positions++
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				if i%2 == 0 { // high stacks of colors that nobody has claimed
					if late := slices.IndexFunc(moves, func(m game.Move) bool { _, claims := lyngk.Claim(m); return claims }); late > 0 {
						moves = moves[:late]
					}
				}
				p.PlayUnchecked(moves[s.Intn(len(moves))])
			}
		}
	}
	if positions < 3000 {
		t.Errorf("only %d positions were compared", positions)
	}
}

// colorCount is what one color offers to who has claimed it.
type colorCount struct {
	stacks, moves, spread, fives, fours, threes, joined int32
	high, matches, free, live3, live4                   int32
	targets, all                                        uint64   // stacks that can be completed, and built on
	takes, takeHigh                                     [2]int32 // builds upon each side's stacks, and their pieces
}

func (e *Linear) slowCount(p *lyngk.Position, c lyngk.Color, full int, owned *[2]uint64, n *colorCount) {
	*n = colorCount{}
	members := p.Tops(c)
	n.stacks = int32(bits.OnesCount64(members))
	for members != 0 {
		joined, reach := p.Component(members&-members, members)
		members &^= joined
		n.joined = max(n.joined, int32(bits.OnesCount64(joined)))
		for ; joined != 0; joined &= joined - 1 {
			from := game.Spot(bits.TrailingZeros64(joined))
			h := p.Height(from)
			n.high = max(n.high, int32(h-1))
			able := e.fits.Claimed[h&7] &^ e.fits.Conflict[p.ColorsOn(from)&31]
			n.matches += int32(bits.OnesCount64(able & p.OfHeight(max(full-h, 0))))
			n.free += int32(bits.OnesCount64(able))
			if able != 0 {
				switch h {
				case full - 1:
					n.live4++
				case full - 2:
					n.live3++
				}
			}
			to := reach & able
			if to == 0 {
				continue
			}
			n.spread++
			n.all |= to
			n.moves += int32(bits.OnesCount64(to))
			if f := to & p.OfHeight(max(full-h, 0)); f != 0 {
				n.fives += int32(bits.OnesCount64(f))
				n.targets |= f
			}
			if h < full-1 {
				n.fours += int32(bits.OnesCount64(to & p.OfHeight(full-1-h)))
				if h < full-2 {
					n.threes += int32(bits.OnesCount64(to & p.OfHeight(full-2-h)))
				}
			}
			for i, o := range owned {
				if t := to & o; t != 0 {
					n.takes[i] += int32(bits.OnesCount64(t))
					for ; t != 0; t &= t - 1 {
						n.takeHigh[i] += int32(p.Height(game.Spot(bits.TrailingZeros64(t))))
					}
				}
			}
		}
	}
}

// slowNeutral counts the moves of the unclaimed color c, which both sides have.
func (e *Linear) slowNeutral(p *lyngk.Position, c lyngk.Color) int32 {
	n := int32(0)
	for movers := p.Tops(c); movers != 0; movers &= movers - 1 {
		from := game.Spot(bits.TrailingZeros64(movers))
		n += int32(bits.OnesCount64(p.Sight(from) &^ e.fits.Conflict[p.ColorsOn(from)&31] & e.fits.Neutral[p.Height(from)&7]))
	}
	return n
}

// slowFeatures fills e.x with the features of p.
func (e *Linear) slowFeatures(p *lyngk.Position) {
	x := &e.x
	*x = [Inputs]int32{}
	full := p.Game().MaxHeight()
	p.Fit(&e.fits)
	us := p.Side()
	owned := [2]uint64{p.Owned(us), p.Owned(us.Other())}
	sides := [2]game.Side{us, us.Other()}
	var n colorCount
	var targets, opens, hits [2]uint64
	var neutral [2]int32
	for c := range lyngk.Color(lyngk.Colors) {
		var open [2]bool
		owner := -1
		for i, s := range sides {
			if p.Claimed(s).Has(c) {
				owner = i
			}
			open[i] = p.Claimable(s).Has(c)
		}
		if owner < 0 {
			n := e.slowNeutral(p, c)
			neutral[0] += n
			neutral[1] += n
			if !open[0] && !open[1] {
				continue
			}
		}
		e.slowCount(p, c, full, &owned, &n)
		if owner >= 0 {
			y := x[owner*sideInputs : owner*sideInputs+sideInputs : owner*sideInputs+sideInputs]
			y[inMoves] += n.moves
			y[inSpread] += n.spread
			y[inFives] += n.fives
			y[inFours] += n.fours
			y[inThrees] += n.threes
			y[inTakes] += n.takes[1-owner]
			y[inTakeHigh] += n.takeHigh[1-owner]
			y[inMatches] += n.matches
			y[inFree] += n.free
			y[inLive3] += n.live3
			y[inLive4] += n.live4
			hits[owner] |= n.all
			y[inJoined] = max(y[inJoined], n.joined)
			targets[owner] |= n.targets
			continue
		}
		for i := range open {
			if !open[i] {
				continue
			}
			y := x[i*sideInputs : i*sideInputs+sideInputs : i*sideInputs+sideInputs]
			y[inOpenBest] = max(y[inOpenBest], n.stacks)
			y[inOpenMove] = max(y[inOpenMove], n.moves)
			y[inOpenHigh] = max(y[inOpenHigh], n.high)
			if n.fives > 0 {
				y[inOpenFive] = 1
			}
			opens[i] |= n.targets
			if n.live3+n.live4 > 0 {
				y[inOpenLive] = 1
			}
		}
	}
	for i, s := range sides {
		y := x[i*sideInputs : i*sideInputs+sideInputs : i*sideInputs+sideInputs]
		y[inTally] = int32(p.Tally(s))
		for h := 1; h < full; h++ {
			y[inStack1+h-1] = int32(bits.OnesCount64(owned[i] & p.OfHeight(h)))
		}
		y[inFives] = min(y[inFives], 3)
		y[inMatches] = min(y[inMatches], 12)
		y[inOpenFives] = int32(min(bits.OnesCount64(opens[i]), 2))
		y[inNeutral] = neutral[i]
		y[inTargets] = int32(min(bits.OnesCount64(targets[i]), 2))
		y[inHit4] = int32(bits.OnesCount64(owned[i] & p.OfHeight(full-1) & (targets[1-i] | opens[1-i])))
		y[inHit3] = int32(bits.OnesCount64(owned[i] & p.OfHeight(full-2) & hits[1-i]))
		switch p.Claimed(s).Len() {
		case 0:
			y[inRight1], y[inRight2] = 1, 1
		case 1:
			y[inRight1] = 1
		}
		if y[inRight1] == 1 && p.Claimed(s.Other()).Len() == 2 {
			y[inLast] = 1
		}
	}
	x[Inputs-1] = 1
}

// TestOrderAgainstSlow compares the ranks of all moves with those of each move by itself.
func TestOrderAgainstSlow(t *testing.T) {
	for _, g := range lyngk.Games() {
		for i := range 20 {
			seed := fmt.Sprint("order ", i)
			p, s := g.Start(seed), game.NewStream("test", g.ID(), seed)
			for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(moves[:0]) {
				fast := make([]engine.Ranked, len(moves))
				for i, m := range moves {
					fast[i].Move = m
				}
				slow := slices.Clone(fast)
				new(Knowledge).Order(p, fast)
				slowOrder(p, slow)
				for i := range fast {
					if fast[i] != slow[i] {
						t.Fatalf("%s: %s is %+v, ranked by itself %+v", p, g.MoveText(moves[i]), fast[i], slow[i])
					}
				}
				// With a claim one time in three, so that claims are left for long.
				if at := slices.IndexFunc(moves, func(m game.Move) bool { _, claims := lyngk.Claim(m); return claims }); at > 0 && s.Intn(3) > 0 {
					moves = moves[:at]
				}
				p.PlayUnchecked(moves[s.Intn(len(moves))])
			}
		}
	}
}

// slowOrder ranks each move by itself.
func slowOrder(p game.Position, list []engine.Ranked) {
	pos := p.(*lyngk.Position)
	us := pos.Side()
	own := pos.Claimed(us)
	theirs := pos.Claimed(us.Other())
	full := pos.Game().MaxHeight()
	for i := range list {
		r := &list[i]
		move := r.Move
		if move == lyngk.Pass() {
			continue
		}
		from, to := lyngk.From(move), lyngk.To(move)
		r.Slot = uint16(move) & (engine.Slots - 1)
		top := pos.Top(from)
		h, g := pos.Height(from), pos.Height(to)
		mine := own.Has(top)
		c, claims := lyngk.Claim(move)
		if claims && c == top {
			mine = true
		}
		rank := int32(0)
		below := pos.Top(to)
		if mine {
			if h+g == full {
				r.Rank, r.Kind = rankComplete+int32(h), engine.Tactical
				if claims {
					r.Rank -= 100
				}
				continue
			}
			rank += int32(h+g) * rankHigh
		} else {
			rank -= int32(h) * rankHigh / 2
			if h+g == full {
				rank += rankObstacle
			}
		}
		switch {
		case below == lyngk.Joker:
		case theirs.Has(below):
			rank += int32(g) * rankTaken
		case own.Has(below):
			rank -= int32(g) * rankTaken
		}
		if claims {
			if c == top {
				rank += rankClaim
			} else {
				rank += rankRemote
				r.Kind = engine.Unlikely
			}
			if pos.Capturable(c) != 0 {
				// The house rule of 1.7: the claim itself captures.
				rank += rankComplete
				r.Kind = engine.Tactical
			}
		}
		r.Rank = rank
	}
}
