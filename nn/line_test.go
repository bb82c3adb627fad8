package nn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// stacks describes DVONN positions for the tests: who owns the stack on each spot,
// whether it holds a DVONN piece, and whether it is higher than one.
type stacks struct{}

func (stacks) ID() string                 { return "test-dvonn-1" }
func (stacks) Count() int                 { return 64 * 12 }
func (stacks) MaxActive() int             { return dvonn.Spots }
func (stacks) Buckets() int               { return 4 }
func (stacks) Bucket(p game.Position) int { return len(stacks{}.Active(p, game.First, nil)) / 13 }

func (stacks) Active(p game.Position, side game.Side, buf []Feature) []Feature {
	d := p.(*dvonn.Position)
	for s := range game.NoSpot {
		kind, bit := 0, s.Bit()
		switch {
		case d.Occupied()&bit == 0:
			continue
		case d.Owned(side)&bit != 0:
			kind = 1
		case d.Owned(side.Other())&bit != 0:
			kind = 2
		}
		if d.Dvonn()&bit != 0 {
			kind += 3
		}
		if d.Singles()&bit == 0 {
			kind += 6
		}
		buf = append(buf, Feature(int(s)*12+kind))
	}
	return buf
}

// Changes asks for a refresh after some moves, as a real description may.
func (f stacks) Changes(parent game.Position, m game.Move, child game.Position, side game.Side, off, on []Feature) (offs, ons []Feature, ok bool) {
	if m%7 == 0 && side == game.First {
		return off, on, false
	}
	a, b := f.Active(parent, side, nil), f.Active(child, side, nil)
	for _, x := range a {
		if !slices.Contains(b, x) {
			off = append(off, x)
		}
	}
	for _, x := range b {
		if !slices.Contains(a, x) {
			on = append(on, x)
		}
	}
	return off, on, true
}

// slowly evaluates p without a line: straight from the definition.
func slowly(n *Net, p game.Position) int {
	var accumulators [2][]int
	for i, side := range []game.Side{p.Side(), p.Side().Other()} {
		sums := make([]int, n.Hidden)
		for k, v := range n.Bias {
			sums[k] = int(v)
		}
		for _, f := range (stacks{}).Active(p, side, nil) {
			for k := range sums {
				sums[k] += int(n.Rows[int(f)*n.Hidden+k])
			}
		}
		accumulators[i] = sums
	}
	bucket := stacks{}.Bucket(p)
	out := int(n.OutputBias[bucket])
	for i, sums := range accumulators {
		for k, v := range sums {
			out += min(max(v, 0), 255) * int(n.Output[(2*bucket+i)*n.Hidden+k])
		}
	}
	return out / int(n.Divisor)
}

// TestLine walks at random through trees of games, forth and back, evaluating some
// positions and skipping others: what the line says is what the definition says.
func TestLine(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	n := randomNet(rng, "test-dvonn-1", 64*12, 32, 4, dvonn.Spots)
	l, err := NewLine(n, stacks{})
	if err != nil {
		t.Fatal(err)
	}
	evaluated := 0
	for i := range 30 {
		root := dvonn.Game.StartFull(fmt.Sprint("line ", i))
		if i%3 == 0 {
			root = dvonn.Game.Start("")
		}
		line := []game.Position{root}
		l.Reset(root)
		for range 400 {
			p := line[len(line)-1]
			if rng.IntN(3) == 0 {
				evaluated++
				if got, want := l.Evaluate(p), slowly(n, p); got != want {
					t.Fatalf("%s: %d, not %d", p, got, want)
				}
			}
			moves := p.Moves(nil)
			if len(line) > 1 && (len(moves) == 0 || rng.IntN(3) == 0) {
				l.Pop()
				line = line[:len(line)-1]
				continue
			}
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			child := p.Copy()
			child.PlayUnchecked(m)
			l.Push(p, m, child)
			line = append(line, child)
		}
	}
	if evaluated < 2000 {
		t.Errorf("only %d positions were evaluated", evaluated)
	}
}

// A net of other features, or of another shape, is refused with both named.
func TestNewLineRefuses(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	if _, err := NewLine(randomNet(rng, "other-1", 64*12, 16, 4, dvonn.Spots), stacks{}); err == nil || !strings.Contains(err.Error(), `"other-1", not "test-dvonn-1"`) {
		t.Errorf("another description: %v", err)
	}
	for _, n := range []*Net{
		randomNet(rng, "test-dvonn-1", 64*11, 16, 4, dvonn.Spots), randomNet(rng, "test-dvonn-1", 64*12, 16, 3, dvonn.Spots), randomNet(rng, "test-dvonn-1", 64*12, 16, 4, 40),
	} {
		if _, err := NewLine(n, stacks{}); err == nil || !strings.Contains(err.Error(), "have 768, 4 and 49") {
			t.Errorf("another shape: %v", err)
		}
	}
}

// A search allocates nothing once it runs.
func TestLineAllocates(t *testing.T) {
	n := randomNet(rand.New(rand.NewPCG(8, 8)), "test-dvonn-1", 64*12, 32, 4, dvonn.Spots)
	l, err := NewLine(n, stacks{})
	if err != nil {
		t.Fatal(err)
	}
	p := dvonn.Game.StartFull("allocates")
	l.Reset(p)
	l.Evaluate(p)
	if got := testing.AllocsPerRun(100, func() {
		for s := range l.plies[0].sides {
			l.plies[0].sides[s].ready = false
		}
		l.sums(p, game.First)
	}); got != 0 {
		t.Errorf("%v allocations an evaluation", got)
	}
}
