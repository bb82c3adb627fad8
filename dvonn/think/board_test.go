package think

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
)

// placedAtRandom returns a position with that number of pieces placed at random.
func placedAtRandom(rng *rand.Rand, placed int) *dvonn.Position {
	p := dvonn.Game.Start("").(*dvonn.Position)
	for range placed {
		moves := p.Moves(nil)
		p.PlayUnchecked(moves[rng.IntN(len(moves))])
	}
	return p
}

// boardImages returns for each symmetry of the board, first the one that changes nothing,
// the spot whose content comes to each spot.
func boardImages() [][]int {
	list := make([][]int, dvonn.Symmetries)
	for k := range list {
		list[k] = make([]int, dvonn.Spots)
		for i, s := range dvonn.Game.Layout().Spots {
			list[k][spotNumber[dvonn.Mirror(k, s)]] = i
		}
	}
	return list
}

// A spot sees itself, its neighbors in its row, and those in the rows beside it; the views
// of a spot's image are the images of its views.
func TestBoardWindows(t *testing.T) {
	b := PlacingBoard{}
	list, l := b.Windows(), dvonn.Game.Layout()
	for i, s := range l.Spots {
		var got, want [3][]int
		want[0] = []int{i}
		for j, near := range l.Spots {
			if dvonn.Neighbors(s)&near.Bit() == 0 {
				continue
			}
			view := 2
			if l.Points[s].Y == l.Points[near].Y {
				view = 1
			}
			want[view] = append(want[view], j)
		}
		for v, seen := range list[i] {
			got[v] = slices.Sorted(slices.Values(seen))
			if !slices.Equal(got[v], want[v]) {
				t.Errorf("%s sees in view %d the spots %v, want %v", l.Names[s], v, got[v], want[v])
			}
		}
	}
	for k, from := range boardImages() {
		for to, views := range list {
			for v, seen := range views {
				var image []int
				for _, s := range seen {
					image = append(image, from[s])
				}
				slices.Sort(image)
				if want := slices.Sorted(slices.Values(list[from[to]][v])); !slices.Equal(image, want) {
					t.Errorf("symmetry %d: view %d of spot %d is that of %v, want %v", k, v, to, image, want)
				}
			}
		}
	}
}

// What is filled in for an image of a position is the image of what is filled in.
func TestBoardSymmetries(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 6))
	b := PlacingBoard{}
	x, y := make([]int16, dvonn.Spots*onNumbers), make([]int16, dvonn.Spots*onNumbers)
	for placed := range dvonn.Spots + 1 {
		p := placedAtRandom(rng, placed)
		b.Fill(p, x)
		for k, from := range boardImages() {
			b.Fill(mirrored(t, p, k), y)
			for to, s := range from {
				if want, got := x[s*onNumbers:][:onNumbers], y[to*onNumbers:][:onNumbers]; !slices.Equal(got, want) {
					t.Fatalf("%s, symmetry %d, spot %d: %v, want %v", p, k, to, got, want)
				}
			}
		}
	}
}

// The numbers of a spot say what lies there, and all of them together give the position.
func TestBoardFill(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 6))
	b := PlacingBoard{}
	x := make([]int16, dvonn.Spots*onNumbers)
	for placed := range dvonn.Spots + 1 {
		p := placedAtRandom(rng, placed)
		if !b.Applies(p) {
			t.Fatalf("does not apply to %s", p)
		}
		b.Fill(p, x)
		for i, s := range dvonn.Game.Layout().Spots {
			want := [onNumbers]int16{onBoard: 256, onPlaced: int16(256 * placed / 49)}
			if p.Side() == game.First {
				want[onMover] = 256
			}
			for k, set := range []uint64{p.Owned(game.First), p.Owned(game.Second), p.Dvonn()} {
				if set&s.Bit() != 0 {
					want[k] = 256
				}
			}
			if got := x[i*onNumbers:][:onNumbers]; !slices.Equal(got, want[:]) {
				t.Fatalf("%s, spot %d: %v, want %v", p, i, got, want)
			}
		}
	}
	p := placedAtRandom(rng, dvonn.Spots)
	p.PlayUnchecked(p.Moves(nil)[0])
	if b.Applies(p) {
		t.Errorf("applies to %s", p)
	}
}

// leading returns a net that says by how many hundredths First has more pieces, its own
// counted twice: when Second places, both have as many.
func leading() *nn.Conv {
	layer := func(inputs, outputs int) nn.ConvLayer {
		return nn.ConvLayer{Rows: make([]int16, inputs*outputs), Bias: make([]int32, outputs)}
	}
	c := &nn.Conv{Board: "dvonn-placing-board-1", Spots: dvonn.Spots, Views: nn.ViewSizes(windows), Planes: onNumbers, Channels: 16, Head: 16, Output: make([]int32, 16)}
	c.Layers = []nn.ConvLayer{layer(3*onNumbers, 16)}
	c.Layers[0].Rows[onFirst*16], c.Layers[0].Rows[onSecond*16+1] = nn.ConvWeight, nn.ConvWeight
	c.Last = layer(16, 16)
	for j := range 2 {
		c.Last.Rows[j*16+j] = nn.ConvWeight
		c.Output[j] = nn.SumDivisor * nn.LinearUnit
	}
	c.Output[0], c.Output[1] = 2*c.Output[0], -c.Output[1]
	return c
}

// A convolutional net speaks for First, is asked of placings and of full boards, and of
// nothing else.
func TestConvSpeaksForFirst(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 6))
	e, err := NewNets(nn.Nets{Conv: []*nn.Conv{leading()}})
	if err != nil {
		t.Fatal(err)
	}
	plain := &Linear{}
	for placed := range dvonn.Spots + 1 {
		p := placedAtRandom(rng, placed)
		lead := 2*bits.OnesCount64(p.Owned(game.First)) - bits.OnesCount64(p.Owned(game.Second))
		if p.Side() == game.Second {
			lead = -lead
		}
		if got := e.Evaluate(p); got != engine.Estimate(lead) {
			t.Errorf("%s: %d, want %d", p, got, lead)
		}
	}
	p := placedAtRandom(rng, dvonn.Spots)
	p.PlayUnchecked(p.Moves(nil)[0])
	if got, want := e.Evaluate(p), plain.Evaluate(p); got != want {
		t.Errorf("%s: %d, want %d, as without a net", p, got, want)
	}
}

// blank returns a dense net without any weight.
func blank(counts string) *nn.Dense {
	return &nn.Dense{Counts: counts, Inputs: stackingInputs, Phases: phases, Knots: 1, Linear: make([]int16, stackingInputs)}
}

func TestNetsRefuse(t *testing.T) {
	other := leading()
	other.Board = "another"
	for says, nets := range map[string]nn.Nets{
		"for the board another, which DVONN does not have": {Conv: []*nn.Conv{other}},
		"two nets for the board dvonn-placing-board-1":     {Conv: []*nn.Conv{leading(), leading()}},
		"two nets for the counts dvonn-stacking-1":         {Dense: []*nn.Dense{blank("dvonn-stacking-1"), blank("dvonn-stacking-1")}},
		"for the counts others, which DVONN does not have": {Dense: []*nn.Dense{blank("others")}},
	} {
		if _, err := NewNets(nets); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}
