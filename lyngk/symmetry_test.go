package lyngk

import (
	"math"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/game/gametest"
)

// symmetryLimit bounds the counts that the symmetry tests repeat.
const symmetryLimit = 30_000

// boardSymmetries returns the twelve maps of the board onto itself: rotations by
// sixths of a turn, each with and without a reflection.
func boardSymmetries(t *testing.T) [][Spots]game.Spot {
	var list [][Spots]game.Spot
	for k := range 12 {
		sin, cos := math.Sincos(float64(k%6) * math.Pi / 3)
		var m [Spots]game.Spot
		for s := range game.Spot(Spots) {
			from := layout.Points[s]
			if k >= 6 {
				from.X = -from.X
			}
			to := game.Point{X: cos*from.X - sin*from.Y, Y: sin*from.X + cos*from.Y}
			m[s] = game.NoSpot
			for n := range game.Spot(Spots) {
				if math.Hypot(layout.Points[n].X-to.X, layout.Points[n].Y-to.Y) < 1e-6 {
					m[s] = n
				}
			}
			if m[s] == game.NoSpot {
				t.Fatalf("symmetry %d takes %s off the board", k, name(s))
			}
		}
		list = append(list, m)
	}
	return list
}

// eachCase calls check with each vector's position, the depth to count to and
// the count there.
func eachCase(t *testing.T, check func(t *testing.T, p *Position, depth int, want uint64)) {
	for _, g := range Games() {
		t.Run(g.ID(), func(t *testing.T) {
			for _, c := range gametest.ReadPerft(t, g, gametest.Vectors) {
				p, err := g.Parse(c.Position)
				if err != nil {
					t.Fatal(err)
				}
				depth := 1
				for depth < len(c.Counts) && c.Counts[depth] <= symmetryLimit {
					depth++
				}
				check(t, p.(*Position), depth, c.Counts[depth-1])
			}
		})
	}
}

func TestBoardSymmetries(t *testing.T) {
	symmetries := boardSymmetries(t)
	eachCase(t, func(t *testing.T, p *Position, depth int, want uint64) {
		for k, m := range symmetries {
			q := &Position{game: p.game, side: p.side, claims: p.claims, tally: p.tally}
			for s, st := range p.stacks {
				if st != 0 {
					q.place(m[s], st)
				}
			}
			q.computeSight()
			if got := game.Perft(q, depth, true); got != want {
				t.Errorf("symmetry %d: perft(%d) = %d, want %d\n%s\n%s", k, depth, got, want, p, q)
			}
			if q.Outcome() != p.Outcome() {
				t.Errorf("symmetry %d changes the outcome\n%s\n%s", k, p, q)
			}
		}
	})
}

func TestColorSymmetries(t *testing.T) {
	permutations := []string{"BRGKI", "KGRBI", "BIRGK", "RKIBG"}
	eachCase(t, func(t *testing.T, p *Position, depth int, want uint64) {
		for _, to := range permutations {
			var pairs []string
			for i := range to {
				pairs = append(pairs, letters[i:i+1], to[i:i+1])
			}
			text := strings.NewReplacer(pairs...).Replace(p.String())
			q, err := p.game.Parse(text)
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			if got := game.Perft(q, depth, true); got != want {
				t.Errorf("colors %s: perft(%d) = %d, want %d\n%s\n%s", to, depth, got, want, p, q)
			}
		}
	})
}

func TestSideSymmetry(t *testing.T) {
	mirror := map[game.Outcome]game.Outcome{game.FirstWins: game.SecondWins, game.SecondWins: game.FirstWins}
	eachCase(t, func(t *testing.T, p *Position, depth int, want uint64) {
		q := *p
		q.side = q.side.Other()
		q.claims[0], q.claims[1] = p.claims[1], p.claims[0]
		q.tally[0], q.tally[1] = p.tally[1], p.tally[0]
		if got := game.Perft(&q, depth, true); got != want {
			t.Errorf("sides swapped: perft(%d) = %d, want %d\n%s", depth, got, want, p)
		}
		expect, decided := mirror[p.Outcome()]
		if !decided {
			expect = p.Outcome()
		}
		if q.Outcome() != expect {
			t.Errorf("sides swapped: outcome %d, want %d\n%s", q.Outcome(), expect, p)
		}
	})
}

// The order of the pieces below the top decides nothing, so it is not in the key.
func TestKeyIgnoresOrderBelow(t *testing.T) {
	key := func(stack string) uint64 { return build(t, Standard, "c1="+stack+" c2=K", "1 -:- 0:0").Key() }
	if key("IBR") != key("BIR") {
		t.Error("the order below the top changes the key")
	}
	seen := map[uint64]string{}
	for _, stack := range []string{"IBR", "IRB", "IJR", "IR", "JR", "R", "JJR", "GBR"} {
		if other, ok := seen[key(stack)]; ok {
			t.Errorf("%s and %s have the same key", stack, other)
		}
		seen[key(stack)] = stack
	}
}

// Keys tell apart all that decides play besides the stacks.
func TestKeyTellsApart(t *testing.T) {
	seen := map[uint64]string{}
	for _, g := range Games() {
		for _, rest := range []string{"1 -:- 0:0", "2 -:- 0:0", "1 I:- 0:0", "1 -:I 0:0", "1 I:B 0:0", "1 B:I 0:0", "1 IB:- 0:0", "1 -:- 1:0", "1 -:- 0:1"} {
			p := build(t, g, "c1=I c2=K", rest)
			if other, ok := seen[p.Key()]; ok {
				t.Errorf("%s %s and %s have the same key", g.ID(), rest, other)
			}
			seen[p.Key()] = g.ID() + " " + rest
		}
	}
}

// TestImages holds the symmetries that keys are made of against the layout's.
func TestImages(t *testing.T) {
	want := map[[Spots]game.Spot]bool{}
	for _, m := range layout.Symmetries() {
		want[[Spots]game.Spot(m[:Spots])] = true
	}
	for k := range images {
		m := [Spots]game.Spot(images[k][:Spots])
		if !want[m] {
			t.Errorf("image %d is no symmetry of the board, or comes twice", k)
		}
		delete(want, m)
	}
	if len(want) > 0 {
		t.Errorf("%d symmetries are missing", len(want))
	}
}
