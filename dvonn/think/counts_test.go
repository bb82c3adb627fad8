package think

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
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
// the sides swapped, the counts are the same too.
func TestCountsSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	c := &StackingCounts{}
	list := func(p game.Position) []int32 {
		x := make([]int32, c.Inputs())
		c.Count(p, x)
		return x
	}
	for n := range 40 {
		p := randomStacking(rng, n)
		want := list(p)
		for k := range dvonn.Symmetries {
			if got := list(mirrored(t, p, k)); !slices.Equal(got, want) {
				t.Errorf("%s, symmetry %d: %v, want %v", p, k, got, want)
			}
		}
		q, err := dvonn.Game.Parse(swapSides(p.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got := list(q); !slices.Equal(got, want) {
			t.Errorf("%s, sides swapped: %v, want %v", p, got, want)
		}
	}
}

// randomStacking returns a position some random plies into a stacking phase.
func randomStacking(rng *rand.Rand, n int) game.Position {
	p := dvonn.Game.StartFull(fmt.Sprint("stacking ", n))
	for range rng.IntN(24) {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			break
		}
		p.PlayUnchecked(moves[rng.IntN(len(moves))])
	}
	return p
}

// swapSides returns the text of a stacking position with the sides swapped.
func swapSides(text string) string {
	part := strings.Fields(text)
	part[0] = strings.NewReplacer("W", "B", "B", "W").Replace(part[0])
	for _, s := range []game.Side{game.First, game.Second} {
		if part[1] == dvonn.Game.SideName(s) {
			part[1] = dvonn.Game.SideName(s.Other())
			break
		}
	}
	return strings.Join(part, " ")
}

// mirrored returns the image of a stacking position in a symmetry.
func mirrored(t *testing.T, p game.Position, k int) game.Position {
	t.Helper()
	l := dvonn.Game.Layout()
	part := strings.Fields(p.String())
	stacks := strings.FieldsFunc(part[0], func(r rune) bool { return r == '/' || r == ',' })
	image := map[game.Spot]string{}
	for i, s := range l.Spots {
		image[dvonn.Mirror(k, s)] = stacks[i]
	}
	var columns []string
	for _, column := range l.Columns {
		var list []string
		for _, s := range column {
			list = append(list, image[s])
		}
		columns = append(columns, strings.Join(list, ","))
	}
	part[0] = strings.Join(columns, "/")
	q, err := dvonn.Game.Parse(strings.Join(part, " "))
	if err != nil {
		t.Fatal(err)
	}
	return q
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

// The shipped nets say which revision of the program made them.
func TestNetsNameTheirRevision(t *testing.T) {
	nets, err := nn.Parse(shipped)
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
