package think

import (
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/nn"
)

// TestCountsAgainstSlow compares what is counted for nets with a count move by move, at every
// ply of random games.
func TestCountsAgainstSlow(t *testing.T) {
	c := &StackingCounts{}
	x, slow := make([]int32, c.Inputs()), make([]int32, c.Inputs())
	cuts := 0
	for i := range 60 {
		seed := "counts " + string(rune('A'+i))
		p := dvonn.Game.StartFull(seed)
		s := game.NewStream("test", "dvonn", seed)
		for {
			c.Count(p, x)
			slowMore(p.(*dvonn.Position), slow[Inputs:])
			if !slices.Equal(x[Inputs:], slow[Inputs:]) {
				t.Fatalf("%s: %v, counted slowly %v", p, x[Inputs:], slow[Inputs:])
			}
			for _, v := range x {
				if v < 0 || v > 255 {
					t.Fatalf("%s: a count is %d", p, v)
				}
			}
			cuts += int(x[Inputs+inCuts])
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayUnchecked(moves[s.Intn(len(moves))])
		}
	}
	if cuts < 100 {
		t.Errorf("only %d cuts were met", cuts)
	}
}

// What is counted is the same for all images of a position, so a net says the same of them. With
// the sides swapped, the counts of stacking are the same too.
func TestCountsSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	list := func(c nn.Counts, p game.Position) []int32 {
		x := make([]int32, c.Inputs())
		c.Count(p, x)
		return x
	}
	for n := range 40 {
		p := randomStacking(rng, n)
		if n%2 == 1 {
			p = dvonn.Game.Start("")
			for range 1 + rng.IntN(dvonn.Spots-1) {
				moves := p.Moves(nil)
				p.PlayUnchecked(moves[rng.IntN(len(moves))])
			}
		}
		for _, c := range []nn.Counts{&StackingCounts{}, &PlacingCounts{}} {
			if !c.Applies(p) {
				continue
			}
			want := list(c, p)
			for k := range dvonn.Symmetries {
				if got := list(c, mirrored(t, p, k)); !slices.Equal(got, want) {
					t.Errorf("%s, symmetry %d: %v, want %v", p, k, got, want)
				}
			}
			if c.Viewer(p) == p.Side() && n%2 == 0 {
				q, err := dvonn.Game.Parse(swapSides(p.String()))
				if err != nil {
					t.Fatal(err)
				}
				if got := list(c, q); !slices.Equal(got, want) {
					t.Errorf("%s, sides swapped: %v, want %v", p, got, want)
				}
			}
		}
	}
}

// slowMore counts what countMore does from the moves of both sides.
func slowMore(p *dvonn.Position, x []int32) {
	clear(x)
	occ := p.Occupied()
	free := occ &^ dvonn.Surrounded(occ)
	sides := [2]game.Side{p.Side(), p.Side().Other()}
	var near [64]int
	for d, seen := 0, p.Dvonn(); d < 3; d++ {
		next := dvonn.Grow(seen) & occ &^ seen
		for b := next; b != 0; b &= b - 1 {
			near[bits.TrailingZeros64(b)] = d + 1
		}
		seen |= next
	}
	var reach, movers [2]uint64
	for i, side := range sides {
		for b := p.Owned(side) & free; b != 0; b &= b - 1 {
			s := game.Spot(bits.TrailingZeros64(b))
			if to := dvonn.Reach(p.Height(s), s) & occ; to != 0 {
				movers[i] |= b & -b
				reach[i] |= to
			}
		}
	}
	lost := func(without, held uint64, side game.Side) (n int32) {
		stay := dvonn.Flood(held&^without, occ&^without)
		for b := p.Owned(side) &^ without &^ stay; b != 0; b &= b - 1 {
			n += int32(p.Height(game.Spot(bits.TrailingZeros64(b))))
		}
		return n
	}
	for i, side := range sides {
		y := x[i*moreInputs:]
		for b := reach[i]; b != 0; b &= b - 1 {
			s := bits.TrailingZeros64(b)
			owner := 2
			for k := range sides {
				if p.Owned(sides[k])>>s&1 != 0 {
					owner = k
				}
			}
			held := p.Dvonn()>>s&1 != 0
			switch {
			case held && owner == 2:
				y[inFetch]++
			case held && owner == i:
				y[inJoin]++
			case held:
				y[inContested]++
			}
			if owner == 1-i && reach[1-i]>>s&1 == 0 {
				y[inAlone]++
				y[inAloneWins] += int32(p.Height(game.Spot(s)))
			}
		}
		for b := occ; b != 0; b &= b - 1 {
			s := bits.TrailingZeros64(b)
			bit := b & -b
			mover := 2
			for k := range movers {
				if movers[k]&bit != 0 {
					mover = k
				}
			}
			if p.Dvonn()&bit != 0 {
				n := lost(bit, p.Dvonn(), side)
				switch mover {
				case 2:
					y[inRestNobody] += n
				case i:
					y[inRestMine] += n
				default:
					y[inRestTheirs] += n
				}
				continue
			}
			if mover != i {
				continue
			}
			if near[s] > 0 && p.Height(game.Spot(s)) == 1 {
				y[inNear1+near[s]-1]++
			}
			own, gain := lost(bit, p.Dvonn(), side), lost(bit, p.Dvonn(), side.Other())
			switch {
			case gain > own:
				y[inCut] = max(y[inCut], gain-own)
				y[inCuts]++
			case dvonn.Flood(p.Dvonn(), occ&^bit) != occ&^bit:
				y[inBonds]++
			}
		}
	}
	x[2*moreInputs] = int32(bits.OnesCount64(occ) & 1)
}

// What lies around the DVONN pieces is counted as a look at every pair of spots counts it.
func TestCountAroundAgainstSlow(t *testing.T) {
	l := dvonn.Game.Layout()
	steps := func(a, b game.Spot) int {
		n := 0
		for seen := a.Bit(); seen&b.Bit() == 0; n++ {
			seen |= dvonn.Grow(seen) & l.All
		}
		return min(n, distances-1)
	}
	in := func(set uint64) (list []game.Spot) {
		for _, s := range l.Spots {
			if set&s.Bit() != 0 {
				list = append(list, s)
			}
		}
		return list
	}
	var met [aroundInputs]bool
	x, slow := make([]int32, aroundInputs), make([]int32, aroundInputs)
	walk(t, 100, func(p *dvonn.Position, _ *rand.Rand) {
		if !p.Placing() {
			return
		}
		clear(slow)
		for i := range 2 {
			own, other, held := in(p.Owned(game.Side(i))), in(p.Owned(game.Side(1-i))), in(p.Dvonn())
			y := slow[i*aroundSide:]
			for _, h := range held {
				for k := range circles {
					ahead := int32(0)
					for _, s := range own {
						if steps(s, h) <= k+1 {
							ahead++
						}
					}
					for _, s := range other {
						if steps(s, h) <= k+1 {
							ahead--
						}
					}
					if ahead > 0 {
						y[inAhead+k]++
						y[inAheadBy+k] += ahead
					}
				}
			}
			group := map[game.Spot]int{}
			for n, s := range own {
				var d []int
				for _, h := range held {
					d = append(d, steps(s, h))
					if dvonn.Reach(2, s)&h.Bit() != 0 {
						y[inTwoAway]++
					}
					if dvonn.Reach(3, s)&h.Bit() != 0 {
						y[inThreeAway]++
					}
				}
				if slices.Sort(d); len(d) == 3 {
					y[inThird+d[2]]++
				}
				near := 0
				for _, o := range other {
					if steps(s, o) == 1 {
						near++
					}
				}
				y[inOpponents+min(near, mostCounted-1)]++
				group[s] = n
			}
			for range own { // neighbors take the lower number until nothing changes
				for _, a := range own {
					for _, b := range own {
						if steps(a, b) == 1 {
							group[a] = min(group[a], group[b])
						}
					}
				}
			}
			size := map[int]int32{}
			for _, n := range group {
				size[n]++
			}
			for _, n := range size {
				y[inGroups]++
				y[inLargest] = max(y[inLargest], n)
				if n == 1 {
					y[inLoners]++
				}
			}
		}
		for k, class := range &classes {
			slow[2*aroundSide+k] = int32(len(in(p.Dvonn() & class)))
		}
		countAround(p, x)
		if !slices.Equal(x, slow) {
			t.Fatalf("%s: %v, counted slowly %v", p, x, slow)
		}
		for i, v := range x {
			met[i] = met[i] || v > 0
		}
	})
	for i, ok := range met {
		// Three DVONN pieces are never 0 steps away, and seldom 1.
		if !ok && !(i < 2*aroundSide && i%aroundSide-inThird <= 1 && i%aroundSide >= inThird) {
			t.Errorf("count %d is always 0", i)
		}
	}
}

// The shipped nets say which revision of the program made them.
func TestNetsNameTheirRevision(t *testing.T) {
	nets, err := nn.ParsePhaseNets(shipped)
	if err != nil {
		t.Fatal(err)
	}
	revision := regexp.MustCompile(`, (code after )?revision [0-9a-f]{7,40}$`)
	for _, n := range nets.Dense {
		if !revision.MatchString(n.Note) {
			t.Errorf("the net of %s says %q", n.Counts, n.Note)
		}
	}
	for _, n := range nets.Conv {
		if !revision.MatchString(n.Note) {
			t.Errorf("the net of %s says %q", n.Board, n.Note)
		}
	}
}
