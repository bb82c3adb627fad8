package think

import (
	"math/bits"

	"cairn.example/engine"
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
	inRight2           // whether two are
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

// colorCount is what one color offers to who has claimed it.
type colorCount struct {
	stacks, moves, spread, fives, fours, threes, joined int32
	high, matches, free, live3, live4                   int32
	targets, all                                        uint64   // stacks that can be completed, and built on
	takes, takeHigh                                     [2]int32 // builds upon each side's stacks, and their pieces
}

func (m *Mind) count(p *lyngk.Position, c lyngk.Color, full int, owned *[2]uint64, n *colorCount) {
	*n = colorCount{}
	members := p.Tops(c)
	n.stacks = int32(bits.OnesCount64(members))
	for members != 0 {
		joined, reach := component(p, members)
		members &^= joined
		n.joined = max(n.joined, int32(bits.OnesCount64(joined)))
		for ; joined != 0; joined &= joined - 1 {
			from := game.Spot(bits.TrailingZeros64(joined))
			h := p.Height(from)
			n.high = max(n.high, int32(h-1))
			able := m.fits.claimed[h&7] &^ m.fits.conflict[p.ColorsOn(from)&31]
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

// neutral counts the moves of the unclaimed color c, which both sides have.
func (m *Mind) neutral(p *lyngk.Position, c lyngk.Color) int32 {
	n := int32(0)
	for movers := p.Tops(c); movers != 0; movers &= movers - 1 {
		from := game.Spot(bits.TrailingZeros64(movers))
		n += int32(bits.OnesCount64(p.Sight(from) &^ m.fits.conflict[p.ColorsOn(from)&31] & m.fits.neutral[p.Height(from)&7]))
	}
	return n
}

// describe fills m.x with the features of p.
func (m *Mind) describe(p *lyngk.Position) {
	x := &m.x
	*x = [Inputs]int32{}
	full := p.Game().MaxHeight()
	m.fits.fill(p)
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
			n := m.neutral(p, c)
			neutral[0] += n
			neutral[1] += n
			if !open[0] && !open[1] {
				continue
			}
		}
		m.count(p, c, full, &owned, &n)
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

// Phases is the number of stacks from which a game counts as all beginning; at
// none it is all end.
const phases = 43

// weights are the worth of each feature at the beginning and at the end, in
// hundredths.
type weights [2][Inputs]int32

// Evaluate estimates p.
func (m *Mind) Evaluate(p game.Position) engine.Score {
	pos := p.(*lyngk.Position)
	m.describe(pos)
	return m.sum(bits.OnesCount64(pos.Occupied()))
}

func (m *Mind) sum(stacks int) engine.Score {
	var early, late int32
	for i, v := range &m.x {
		early += v * m.w[0][i]
		late += v * m.w[1][i]
	}
	t := int32(stacks)
	return engine.Estimate(int((early*t + late*(phases-t)) / phases / 16))
}

// Features appends the features of p to buf, first as weighed at the beginning,
// then as weighed at the end: what a fit of the weights needs.
func (m *Mind) Features(p game.Position, buf []float32) []float32 {
	pos := p.(*lyngk.Position)
	m.describe(pos)
	t := float32(bits.OnesCount64(pos.Occupied())) / phases
	for _, v := range m.x {
		buf = append(buf, float32(v)*t)
	}
	for _, v := range m.x {
		buf = append(buf, float32(v)*(1-t))
	}
	return buf
}
