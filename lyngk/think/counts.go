package think

import (
	"math/bits"

	"cairn.example/game"
	"cairn.example/lyngk"
	"cairn.example/nn"
)

// Counts describes positions of one of the three games to a dense net: by the
// features of [Linear] and some more. It implements [nn.Counts].
type Counts struct {
	game lyngk.Game
	l    Linear
}

// NewCounts returns the description for a game. The numbers have the same meaning in all
// three, but each has a name of its own, because each has a net of its own.
func NewCounts(g lyngk.Game) *Counts { return &Counts{game: g} }

// ID returns the name of this description.
func (c *Counts) ID() string { return c.game.ID() + "-1" }

// Inputs returns the number of counts.
func (*Counts) Inputs() int { return countInputs }

// Phases returns the number of stacks at the beginning.
func (*Counts) Phases() int { return phases }

// Phase returns the number of stacks.
func (*Counts) Phase(p game.Position) int {
	return bits.OnesCount64(p.(*lyngk.Position).Occupied())
}

// Applies reports whether p is of the game.
func (c *Counts) Applies(p game.Position) bool { return p.Game() == c.game }

// Viewer returns the side to move.
func (*Counts) Viewer(p game.Position) game.Side { return p.Side() }

// Count fills x with the features.
func (c *Counts) Count(p game.Position, x []int32) { c.l.fillCounts(p.(*lyngk.Position), x) }

// What is counted for each side besides the features of Linear. A stack is safe
// where no move of the next ply builds on it, of the other side's colors, of one that it
// may claim, or of a neutral one.
const (
	inReach        = iota // stacks that own colors can be built on
	inReachAlone          // those of them that the other side's cannot
	inHit1                // own single pieces that the other side can build on, by a claim too
	inHit2                // own stacks of 2, likewise
	inCovered             // own stacks of 2 or more that neutral ones can be built on
	inSafe2               // own stacks of 2 that are safe
	inSafe3               // own stacks of two less than full that are safe
	inSafe4               // own stacks of one less than full that are safe
	inSafeTargets         // stacks to complete that are safe
	inSafeMovers          // stacks that can complete something and are safe
	inTargetHit           // own stacks that the other side can complete
	inJokers              // lone jokers that own colors can be built on
	inRim                 // own stacks at the edge of the board
	inOpenReach           // stacks that a claim could be built on
	inOpenLives           // stacks of colors to claim, of two less than full or more, that something fits on
	inOfferStacks         // of the best color to claim: its stacks
	inOfferMoves          // its moves
	inOfferFives          // its completions
	inOfferFours          // its builds of one less
	inOfferThrees         // its builds of two less
	inOfferLive3          // its stacks of two less than full that something fits on
	inOfferLive4          // its stacks of one less than full that something fits on
	inOfferJoined         // its stacks in the largest group joined by rule 1.6
	inSecondStacks        // of the second best color to claim: its stacks
	inSecondMoves         // its moves
	inSecondLive          // its stacks of two less than full or more that something fits on
	inSecondFives         // its completions
	inCapture             // the most fives that a claim would capture
	inCaptures            // fives of colors that the side may claim
	moreInputs
)

// What is counted for both sides together.
const (
	inNobody1   = iota // stacks of 1 that nobody owns ...
	inNobody2          //
	inNobody3          //
	inNobody4          //
	inNobody5          // (of LYNGK-6)
	inAlone            // lone jokers
	inObstacles        // stacks of full height
	inMaterial         // as many full stacks as could be made of the pieces and stacks left
	inOdd              // whether the number of stacks is odd
	inClaims00         // whether both sides have two claims left, the side to move first ...
	inClaims01         //
	inClaims02         //
	inClaims10         //
	inClaims11         //
	inClaims12         //
	inClaims20         //
	inClaims21         //
	inClaims22         // whether neither has one
	bothInputs
)

// countInputs is the number of counts.
const countInputs = Inputs + 2*moreInputs + bothInputs

// steep are the features of Linear that can be worth more than a weight of 16 bits holds;
// they count four times.
var steep = [...]int{inTally, inStack4, inStack5, inFives, inTargets, inRight1, inRight2, inOpenFive, inOpenFives, inLive4, inHit4, inOpenLive, inLast}

// large are those that can exceed [nn.MaxCount].
var large = [...]int{inMoves, inFours, inThrees, inTakes, inTakeHigh, inFree, inOpenMove, inNeutral}

// rim holds the spots at the edge of the board.
var rim = newRim()

func newRim() (edge uint64) {
	l := lyngk.Standard.Layout()
	for _, s := range l.Spots {
		for _, n := range l.Neighbors[s] {
			if n == game.NoSpot {
				edge |= s.Bit()
			}
		}
	}
	return edge
}

// fillCounts fills x with the counts of p.
func (e *Linear) fillCounts(p *lyngk.Position, x []int32) {
	e.wide = true
	e.computeFeatures(p)
	copy(x, e.x[:])
	for i := range 2 {
		y := (*[sideInputs]int32)(x[i*sideInputs:])
		for _, k := range &steep {
			y[k] *= 4
		}
		y[inFree] /= 2
		for _, k := range &large {
			y[k] = min(y[k], nn.MaxCount)
		}
	}
	e.countMore(p, x[Inputs:])
}

// countMore fills x with what is counted besides the features of Linear, for the position
// whose features e has computed last.
func (e *Linear) countMore(p *lyngk.Position, x []int32) {
	full := p.Game().MaxHeight()
	h1, h2, h3, h4 := p.OfHeight(1), p.OfHeight(2), p.OfHeight(full-2), p.OfHeight(full-1)
	done, jokers := p.OfHeight(full), p.Tops(lyngk.Joker)
	s := &e.seen
	us := p.Side()
	rights := [2]bool{p.Claimable(us) != 0, p.Claimable(us.Other()) != 0}
	for i, own := range s.owned {
		y := (*[moreInputs]int32)(x[i*moreInputs:])
		var claim uint64
		if rights[1-i] {
			claim = s.open
		}
		threats := s.hits[1-i] | claim
		safe := ^(threats | s.neutral)
		y[inReach] = count(s.hits[i])
		y[inReachAlone] = count(s.hits[i] &^ s.hits[1-i])
		y[inHit1] = count(own & h1 & threats)
		y[inHit2] = count(own & h2 & threats)
		y[inCovered] = count(own & s.neutral &^ h1)
		y[inSafe2] = count(own & h2 & safe)
		y[inSafe3] = count(own & h3 & safe)
		y[inSafe4] = count(own & h4 & safe)
		y[inSafeTargets] = count(s.targets[i] & safe)
		y[inSafeMovers] = count(s.movers[i] & safe)
		y[inTargetHit] = count(own & (s.targets[1-i] | s.opens[1-i]))
		y[inJokers] = count(jokers & s.hits[i])
		y[inRim] = count(own & rim)
		clear(y[inOpenReach:])
		if rights[i] {
			a, b := &s.offers[0], &s.offers[1]
			y[inOpenReach], y[inOpenLives] = count(s.open), s.live
			y[inOfferStacks], y[inOfferMoves], y[inOfferJoined] = a.stacks, min(a.moves, nn.MaxCount), a.joined
			y[inOfferFives], y[inOfferFours], y[inOfferThrees] = a.fives, min(a.fours, nn.MaxCount), min(a.threes, nn.MaxCount)
			y[inOfferLive3], y[inOfferLive4] = a.live3, a.live4
			y[inSecondStacks], y[inSecondMoves], y[inSecondLive], y[inSecondFives] = b.stacks, min(b.moves, nn.MaxCount), b.live3+b.live4, b.fives
		}
	}
	if p.Game() == lyngk.Captured && done != 0 {
		for i, side := range [2]game.Side{us, us.Other()} {
			y := (*[moreInputs]int32)(x[i*moreInputs:])
			for open := p.Claimable(side); open != 0; open &= open - 1 {
				n := count(p.Capturable(lyngk.Color(bits.TrailingZeros8(uint8(open)))))
				y[inCapture] = max(y[inCapture], n)
				y[inCaptures] += n
			}
		}
	}
	y := (*[bothInputs]int32)(x[2*moreInputs:])
	*y = [bothInputs]int32{}
	nobody := p.Occupied() &^ s.owned[0] &^ s.owned[1] &^ jokers
	live := p.Occupied() &^ done
	for h := 1; h < full; h++ {
		y[inNobody1+h-1] = count(nobody & p.OfHeight(h))
	}
	y[inAlone] = count(jokers)
	y[inObstacles] = count(done)
	y[inMaterial] = min(e.digits.pieces(live)/int32(full), count(live)/2)
	y[inOdd] = count(live|done) & 1
	y[inClaims00+3*min(p.Claimed(us).Len(), 2)+min(p.Claimed(us.Other()).Len(), 2)] = 1
}
