package think

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/nn"
)

// What Changes tells at every ply of random games of both phases turns the features
// of the parent into those of the child, which are distinct and within bounds.
func TestSpotsChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	f := Spots{}
	seen := map[int]bool{}
	var widest int
	for n := range 60 {
		p := dvonn.Game.Start("")
		if n%2 == 1 {
			p = dvonn.Game.StartFull(fmt.Sprint("spots ", n))
		}
		for {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			child := p.Copy()
			child.PlayUnchecked(m)
			seen[f.Bucket(child)] = true
			for _, side := range []game.Side{game.First, game.Second} {
				have := f.Active(p, side, nil)
				off, on, ok := f.Changes(p, m, child, side, nil, nil)
				if !ok {
					t.Fatalf("%s: no changes for %s", p, dvonn.Game.MoveText(m))
				}
				widest = max(widest, len(off)+len(on))
				for _, x := range off {
					i := slices.Index(have, x)
					if i < 0 {
						t.Fatalf("%s, %s: %d is taken away and did not hold", p, dvonn.Game.MoveText(m), x)
					}
					have = slices.Delete(have, i, i+1)
				}
				have = append(have, on...)
				want := f.Active(child, side, nil)
				slices.Sort(have)
				slices.Sort(want)
				if !slices.Equal(have, want) {
					t.Fatalf("%s, %s: %v, want %v", p, dvonn.Game.MoveText(m), have, want)
				}
				if len(slices.Compact(want)) != len(have) || len(have) > f.MaxActive() || len(have) > 0 && int(have[len(have)-1]) >= f.Count() {
					t.Fatalf("%s: features %v", child, want)
				}
			}
			p = child
		}
	}
	if len(seen) != f.Buckets() {
		t.Errorf("buckets %v were seen, there are %d", seen, f.Buckets())
	}
	t.Logf("at most %d features change in a move", widest)
}

// A position with the sides swapped has the same features, seen from the other side.
func TestSpotsSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	f := Spots{}
	for n := range 20 {
		p := randomStacking(rng, n)
		swapped := swapSides(p.String())
		q, err := dvonn.Game.Parse(swapped)
		if err != nil {
			t.Fatalf("%s: %v", swapped, err)
		}
		for _, side := range []game.Side{game.First, game.Second} {
			if a, b := f.Active(p, side, nil), f.Active(q, side.Other(), nil); !slices.Equal(a, b) {
				t.Errorf("%s: %v seen from one side, %v from the other", p, a, b)
			}
		}
	}
}

// The symmetries rename the features of a position into those of its image.
func TestSpotsSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	f := Spots{}
	names := f.Symmetries()
	for n := range 20 {
		p := randomStacking(rng, n)
		for k := range names {
			image := mirrored(t, p, k)
			var got []nn.Feature
			for _, x := range f.Active(p, game.First, nil) {
				got = append(got, names[k][x])
			}
			want := f.Active(image, game.First, nil)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s, symmetry %d: %v, want %v", p, k, got, want)
			}
		}
	}
}

// Features of one kind differ by their spot only.
func TestSpotsKinds(t *testing.T) {
	kinds, count := Spots{}.Kinds()
	times := make([]int, count)
	for _, k := range kinds {
		times[k]++
	}
	for k, n := range times {
		if n != dvonn.Spots {
			t.Errorf("kind %d has %d features, not one a spot", k, n)
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
