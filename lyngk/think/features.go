package think

import (
	"math/bits"

	"cairn.example/game"
	"cairn.example/lyngk"
)

// What is counted for each side. A side's own colors are those it has claimed.
const (
	inTally     = iota // fives scored
	inStack1           // own stacks of 1 piece ...
	inStack2           //
	inStack3           //
	inStack4           //
	inStack5           // (of LYNGK-6)
	inMoves            // moves with own colors
	inSpread           // own stacks that can move at all
	inFives            // completions at hand with own colors, 3 at most
	inTargets          // stacks that could be completed so, 2 at most
	inFours            // builds of one less
	inThrees           // builds of two less
	inTakes            // builds upon the other side's stacks
	inRight1           // whether a claim is left
	inOpenBest         // the most stacks of a color open to the side
	inOpenMove         // the most moves that a claim would give
	inOpenFive         // whether a claim would complete something
	inOpenHigh         // the height of the best stack of an open color, above one
	inJoined           // own stacks in the largest group joined by rule 1.6
	inTakeHigh         // pieces in the stacks of inTakes
	inMatches          // pairs that would complete, reach aside, 12 at most
	inFree             // stacks that own stacks could be built on, reach aside
	inOpenFives        // stacks that claims could complete, 2 at most
	inNeutral          // moves with neutral colors
	inRight2           // whether two claims are left
	inLive3            // own stacks of two less than full that something fits on
	inLive4            // own stacks of one less than full that something fits on
	inHit4             // own stacks of one less than full that the other side can complete
	inHit3             // own stacks of two less than full that the other side can build on
	inOpenLive         // whether an open color has a stack of two less than full or more that something fits
	inLast             // whether the other side has no claim left and this side has one
	sideInputs
)

// Inputs is the number of features: those of the side to move, those of the
// other, and a one.
const Inputs = 2*sideInputs + 1

// All stacks of one piece of a color may be built on the same stacks, and those that
// rule 1.6 joins reach the same: they are counted once and multiplied. Higher
// stacks are counted one by one.

// addClaimed adds to y the features that the color c gives the side that has claimed
// it; theirs are the other side's stacks. It returns the stacks that c can
// complete, all that it can be built on, and the stacks that can move to complete one.
func (e *Linear) addClaimed(p *lyngk.Position, c lyngk.Color, full int, theirs uint64, y *[sideInputs]int32) (targets, all, movers uint64) {
	singles := p.OfHeight(1)
	low := e.fits.Claimed[1] &^ p.Holding(c)
	almost := p.OfHeight(full - 1)
	for members := p.Tops(c); members != 0; {
		joined, reach := p.Component(members&-members, members)
		members &^= joined
		y[inJoined] = max(y[inJoined], count(joined))
		if light := joined & singles; light != 0 {
			n := count(light)
			joined &^= singles
			y[inMatches] += n * count(low&almost)
			y[inFree] += n * count(low)
			if to := reach & low; to != 0 {
				all |= to
				y[inSpread] += n
				y[inMoves] += n * count(to)
				if fives := to & almost; fives != 0 {
					targets |= fives
					movers |= light
					y[inFives] += n * count(fives)
				}
				y[inFours] += n * count(to&p.OfHeight(full-2))
				y[inThrees] += n * count(to&p.OfHeight(full-3))
				if taken := to & theirs; taken != 0 {
					y[inTakes] += n * count(taken)
					y[inTakeHigh] += n * e.digits.pieces(taken)
				}
			}
		}
		for ; joined != 0; joined &= joined - 1 {
			from := game.Spot(bits.TrailingZeros64(joined))
			h := p.Height(from)
			able := e.fits.Claimed[h&7] &^ e.fits.Conflict[p.ColorsOn(from)&31]
			if able == 0 {
				continue
			}
			rest := p.OfHeight(max(full-h, 0))
			y[inMatches] += count(able & rest)
			y[inFree] += count(able)
			switch h {
			case full - 1:
				y[inLive4]++
			case full - 2:
				y[inLive3]++
			}
			to := reach & able
			if to == 0 {
				continue
			}
			all |= to
			y[inSpread]++
			y[inMoves] += count(to)
			if fives := to & rest; fives != 0 {
				targets |= fives
				movers |= joined & -joined
				y[inFives] += count(fives)
			}
			if h < full-1 {
				y[inFours] += count(to & p.OfHeight(full-1-h))
				if h < full-2 {
					y[inThrees] += count(to & p.OfHeight(full-2-h))
				}
			}
			if taken := to & theirs; taken != 0 {
				y[inTakes] += count(taken)
				y[inTakeHigh] += e.digits.pieces(taken)
			}
		}
	}
	return targets, all, movers
}

// offer is what an unclaimed color would give to the side that claims it.
type offer struct {
	stacks, high         int32  // its stacks, and the height of the best one, above one
	moves                int32  // its moves
	fives, fours, threes int32  // completions, builds of one less and of two less
	live3, live4         int32  // its stacks of two less than full, and of one less, that may be built on something
	joined               int32  // its stacks in the largest group joined by rule 1.6
	targets              uint64 // what could be completed
	all                  uint64 // what could be built on
	ranked               uint64 // its rank
}

// rank orders offers, first by about what the weights of claimed colors say at the
// beginning; offers of one rank are alike in all that is counted.
func (o *offer) rank() uint64 {
	key := uint64(8*o.stacks + 6*o.high + o.moves/4 + 35*min(o.fives, 1) + 40*o.live4 + 4*o.live3)
	key = key<<10 | uint64(o.moves)
	key = key<<7 | uint64(o.fives)
	key = key<<9 | uint64(o.fours)
	key = key<<9 | uint64(o.threes)
	key = key<<4 | uint64(o.joined)
	key = key<<4 | uint64(o.live3)
	key = key<<4 | uint64(o.live4)
	return key<<4 | uint64(o.stacks)
}

func (e *Linear) offerOf(p *lyngk.Position, c lyngk.Color, full int, o *offer) {
	*o = offer{stacks: count(p.Tops(c)), high: highest(p, p.Tops(c)) - 1}
	singles := p.OfHeight(1)
	low := e.fits.Claimed[1] &^ p.Holding(c)
	almost := p.OfHeight(full - 1)
	for members := p.Tops(c); members != 0; {
		joined, reach := p.Component(members&-members, members)
		members &^= joined
		if e.wide {
			o.joined = max(o.joined, count(joined))
		}
		if n := count(joined & singles); n > 0 {
			joined &^= singles
			if to := reach & low; to != 0 {
				o.moves += n * count(to)
				o.fives += n * count(to&almost)
				if e.wide {
					o.fours += n * count(to&p.OfHeight(full-2))
					o.threes += n * count(to&p.OfHeight(full-3))
				}
				o.targets |= to & almost
				o.all |= to
			}
		}
		for ; joined != 0; joined &= joined - 1 {
			from := game.Spot(bits.TrailingZeros64(joined))
			h := p.Height(from)
			able := e.fits.Claimed[h&7] &^ e.fits.Conflict[p.ColorsOn(from)&31]
			if able == 0 {
				continue
			}
			switch h {
			case full - 1:
				o.live4++
			case full - 2:
				o.live3++
			}
			to := reach & able
			if to == 0 {
				continue
			}
			o.all |= to
			o.moves += count(to)
			fives := to & p.OfHeight(max(full-h, 0))
			o.targets |= fives
			o.fives += count(fives)
			if e.wide && h < full-1 {
				o.fours += count(to & p.OfHeight(full-1-h))
				if h < full-2 {
					o.threes += count(to & p.OfHeight(full-2-h))
				}
			}
		}
	}
}

// highest returns the height of the highest of some stacks, 1 where there is none.
func highest(p *lyngk.Position, stacks uint64) int32 {
	h := 6
	for h > 1 && stacks&p.OfHeight(h) == 0 {
		h--
	}
	return int32(h)
}

func count(b uint64) int32 { return int32(bits.OnesCount64(b)) }

// neutralMoves returns the number of moves of the unclaimed color c, which both sides
// have, and the stacks that they build on.
func (e *Linear) neutralMoves(p *lyngk.Position, c lyngk.Color) (n int32, all uint64) {
	movers, singles := p.Tops(c), p.OfHeight(1)
	if low := e.fits.Neutral[1] &^ p.Holding(c); low != 0 {
		for b := movers & singles; b != 0; b &= b - 1 {
			to := p.Sight(game.Spot(bits.TrailingZeros64(b))) & low
			all |= to
			n += count(to)
		}
	}
	for b := movers &^ singles; b != 0; b &= b - 1 {
		from := game.Spot(bits.TrailingZeros64(b))
		to := p.Sight(from) &^ e.fits.Conflict[p.ColorsOn(from)&31] & e.fits.Neutral[p.Height(from)&7]
		all |= to
		n += count(to)
	}
	return n, all
}

// computeFeatures fills e.x with the features of p.
func (e *Linear) computeFeatures(p *lyngk.Position) {
	x := &e.x
	*x = [Inputs]int32{}
	full := p.Game().MaxHeight()
	p.Fit(&e.fits)
	e.digits.fill(p)
	us := p.Side()
	owned := [2]uint64{p.Owned(us), p.Owned(us.Other())}
	sides := [2]game.Side{us, us.Other()}
	var targets, opens, hits [2]uint64
	e.seen = seen{}
	moves := int32(0) // of neutral colors
	ours, others := p.Claimed(us), p.Claimed(us.Other())
	claims := [2]lyngk.ColorSet{p.Claimable(us), p.Claimable(us.Other())}
	for c := range lyngk.Color(lyngk.Colors) {
		if ours.Has(c) || others.Has(c) {
			owner := 0
			if others.Has(c) {
				owner = 1
			}
			y := (*[sideInputs]int32)(x[owner*sideInputs:])
			done, all, movers := e.addClaimed(p, c, full, owned[1-owner], y)
			targets[owner] |= done
			hits[owner] |= all
			e.seen.movers[owner] |= movers
			continue
		}
		n, built := e.neutralMoves(p, c)
		moves += n
		e.seen.neutral |= built
		if !(claims[0] | claims[1]).Has(c) {
			continue
		}
		o := &e.seen.offers[2]
		e.offerOf(p, c, full, o)
		for i, open := range claims {
			if !open.Has(c) {
				continue
			}
			y := (*[sideInputs]int32)(x[i*sideInputs:])
			y[inOpenBest] = max(y[inOpenBest], o.stacks)
			y[inOpenMove] = max(y[inOpenMove], o.moves)
			y[inOpenHigh] = max(y[inOpenHigh], o.high)
			if o.targets != 0 {
				y[inOpenFive] = 1
			}
			opens[i] |= o.targets
			if o.live3+o.live4 > 0 {
				y[inOpenLive] = 1
			}
		}
		if e.wide {
			e.seen.rankLast()
		}
	}
	for i, s := range sides {
		y := (*[sideInputs]int32)(x[i*sideInputs:])
		y[inTally] = int32(p.Tally(s))
		for h := 1; h < full; h++ {
			y[inStack1+h-1] = count(owned[i] & p.OfHeight(h))
		}
		y[inFives] = min(y[inFives], 3)
		y[inMatches] = min(y[inMatches], 12)
		y[inOpenFives] = min(count(opens[i]), 2)
		y[inNeutral] = moves
		y[inTargets] = min(count(targets[i]), 2)
		y[inHit4] = count(owned[i] & p.OfHeight(full-1) & (targets[1-i] | opens[1-i]))
		y[inHit3] = count(owned[i] & p.OfHeight(full-2) & hits[1-i])
		switch p.ClaimsLeft(s) {
		case 2:
			y[inRight1], y[inRight2] = 1, 1
		case 1:
			y[inRight1] = 1
		}
		if y[inRight1] == 1 && p.ClaimsLeft(s.Other()) == 0 {
			y[inLast] = 1
		}
	}
	x[Inputs-1] = 1
	e.seen.owned, e.seen.targets, e.seen.hits, e.seen.opens = owned, targets, hits, opens
}

// digits are the heights of all stacks, in binary: digit d of the height of the
// stack on s is bit s of digits[d].
type digits [3]uint64

func (d *digits) fill(p *lyngk.Position) {
	d[0] = p.OfHeight(1) | p.OfHeight(3) | p.OfHeight(5)
	d[1] = p.OfHeight(2) | p.OfHeight(3) | p.OfHeight(6)
	d[2] = p.OfHeight(4) | p.OfHeight(5) | p.OfHeight(6)
}

// pieces returns how many pieces lie in some stacks.
func (d *digits) pieces(stacks uint64) int32 {
	return count(stacks&d[0]) + 2*count(stacks&d[1]) + 4*count(stacks&d[2])
}
