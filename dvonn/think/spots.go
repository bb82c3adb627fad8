package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/nn"
)

// Spots describes DVONN positions of both phases to a net: one feature for each
// stack, which says where it stands and what it is. A stack is mine or theirs, of
// one of seven classes of height, with or without a DVONN piece, surrounded or not;
// or it is a lone DVONN piece. Which side moves is told by the order of the two
// accumulators, how far the game has come by the bucket. It implements
// [nn.Features].
type Spots struct{}

// What a stack is, seen from a side, is a number below spotKinds.
const (
	heightClasses = 7
	ownedKinds    = 2 * heightClasses * 2 * 2 // side, height, DVONN piece, surrounded
	neutralKind   = ownedKinds
	spotKinds     = ownedKinds + 1
)

// The buckets: the placing phase in two halves, then stacking by the number of
// stacks.
const (
	placingBuckets  = 2
	stackingBuckets = 6
	spotBuckets     = placingBuckets + stackingBuckets
)

// heightClass sorts heights: 1 to 4 for themselves, 5 and 6, what can still
// move, what cannot.
var heightClass = newHeightClass()

func newHeightClass() (t [64]uint8) {
	for h := range t {
		switch {
		case h <= 4:
			t[h] = uint8(max(h-1, 0))
		case h <= 6:
			t[h] = 4
		case h <= dvonn.MaxReach:
			t[h] = 5
		default:
			t[h] = 6
		}
	}
	return t
}

// spotNumber counts the spots of the board in its text order.
var spotNumber = newSpotNumber()

func newSpotNumber() (t [64]uint16) {
	for i, s := range dvonn.Game.Layout().Spots {
		t[s] = uint16(i)
	}
	return t
}

// ID returns the name of this description.
func (Spots) ID() string { return "dvonn-spots-1" }

// Count returns the number of features.
func (Spots) Count() int { return dvonn.Spots * spotKinds }

// MaxActive returns the number of spots: each holds one stack at most.
func (Spots) MaxActive() int { return dvonn.Spots }

// Buckets returns the number of phases that are told apart.
func (Spots) Buckets() int { return spotBuckets }

// Bucket returns the phase of p.
func (Spots) Bucket(p game.Position) int {
	pos := p.(*dvonn.Position)
	n := bits.OnesCount64(pos.Occupied())
	if pos.Placing() {
		return min(n*placingBuckets/dvonn.Spots, placingBuckets-1)
	}
	return placingBuckets + min(n*stackingBuckets/(dvonn.Spots+1), stackingBuckets-1)
}

// Active appends a feature for each stack.
func (Spots) Active(p game.Position, side game.Side, buf []nn.Feature) []nn.Feature {
	pos := p.(*dvonn.Position)
	occ := pos.Occupied()
	return appendSpots(pos, side, occ, dvonn.Surrounded(occ), buf)
}

// Changes appends the stacks that left, grew, were cut off, or are surrounded no
// more (or, while placing, now), as they were and as they are.
func (Spots) Changes(parent game.Position, m game.Move, child game.Position, side game.Side, off, on []nn.Feature) (offs, ons []nn.Feature, ok bool) {
	p, c := parent.(*dvonn.Position), child.(*dvonn.Position)
	was, is := p.Occupied(), c.Occupied()
	surroundedBefore, surrounded := dvonn.Surrounded(was), dvonn.Surrounded(is)
	changed := was ^ is | surroundedBefore ^ surrounded
	if m != dvonn.Pass {
		changed |= dvonn.To(m).Bit()
	}
	off = appendSpots(p, side, changed&was, surroundedBefore, off)
	on = appendSpots(c, side, changed&is, surrounded, on)
	return off, on, true
}

// appendSpots appends the features of the stacks of a set.
func appendSpots(p *dvonn.Position, side game.Side, set, surrounded uint64, buf []nn.Feature) []nn.Feature {
	mine, theirs, held := p.Owned(side), p.Owned(side.Other()), p.Dvonn()
	for ; set != 0; set &= set - 1 {
		s := lowest(set)
		bit := set & -set
		kind := uint16(neutralKind)
		if (mine|theirs)&bit != 0 {
			kind = uint16(heightClass[p.Height(game.Spot(s))&63]) * 8
			if theirs&bit != 0 {
				kind |= 1
			}
			if held&bit != 0 {
				kind |= 2
			}
			if surrounded&bit != 0 {
				kind |= 4
			}
		}
		buf = append(buf, nn.Feature(spotNumber[s]*spotKinds+kind))
	}
	return buf
}

// Symmetries returns how each symmetry of the board renames the features: the
// feature f of a position is list[k][f] of its image. The first one renames
// nothing. Training sees positions and their images alike.
func (Spots) Symmetries() [][]nn.Feature {
	list := make([][]nn.Feature, dvonn.Symmetries)
	for k := range list {
		list[k] = make([]nn.Feature, dvonn.Spots*spotKinds)
		for _, s := range dvonn.Game.Layout().Spots {
			to := spotNumber[dvonn.Mirror(k, s)]
			for kind := range uint16(spotKinds) {
				list[k][spotNumber[s]*spotKinds+kind] = nn.Feature(to*spotKinds + kind)
			}
		}
	}
	return list
}

// Kinds returns what each feature says apart from the spot, as a number below
// count. Training gives features of one kind weights in common, which are added to
// their own when the net is written: so a spot learns from the others.
func (Spots) Kinds() (kinds []nn.Feature, count int) {
	kinds = make([]nn.Feature, dvonn.Spots*spotKinds)
	for f := range kinds {
		kinds[f] = nn.Feature(f % spotKinds)
	}
	return kinds, spotKinds
}
