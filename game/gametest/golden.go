package gametest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/game"
)

var update = flag.Bool("golden.update", false, "write golden files instead of comparing with them")

// Golden plays one random game and compares every answer at every ply with the
// file testdata/golden-<id>.txt of the package under test, so that a change of
// the rules shows as a readable diff. With the flag -golden.update it writes the file.
func Golden(t *testing.T, g game.Game, seed string) {
	t.Helper()
	path := filepath.Join("testdata", "golden-"+g.ID()+".txt")
	got := playthrough(t, g, seed)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; go test -golden.update writes it", err)
	}
	want := strings.Split(string(data), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			t.Fatalf("%s:%d: now it is\n%s", path, i+1, line)
		}
	}
	if n := strings.Count(got, "\n") + 1; n != len(want) {
		t.Fatalf("%s has %d lines, now there are %d", path, len(want), n)
	}
}

// playthrough writes down a random game that the seed determines.
func playthrough(t *testing.T, g game.Game, seed string) string {
	t.Helper()
	var b strings.Builder
	rng := rand.New(rand.NewPCG(uint64(len(seed)), 2))
	p := g.Start(seed)
	fmt.Fprintf(&b, "game %s, seed %q\n", g.ID(), seed)
	for ply := 0; ; ply++ {
		moves := p.Moves(nil)
		fmt.Fprintf(&b, "\nply %d\n%s\nkey %016x, to move %s, %d moves, outcome %s\n",
			ply, p, p.Key(), g.SideName(p.Side()), len(moves), g.OutcomeName(p.Outcome()))
		for _, s := range []game.Side{game.First, game.Second} {
			fmt.Fprintf(&b, "side %s%s\n", g.SideName(s), describe(p, s))
		}
		if len(moves) == 0 {
			return b.String()
		}
		m := moves[rng.IntN(len(moves))]
		fmt.Fprintf(&b, "plays %s%s\n", g.MoveText(m), way(p, m))
		if err := p.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// describe says what the optional interfaces tell of a side.
func describe(p game.Position, s game.Side) string {
	var b strings.Builder
	if o, ok := p.(game.Owner); ok {
		fmt.Fprintf(&b, ", owns %012x", o.Owned(s))
	}
	if c, ok := p.(game.Claimer); ok {
		b.WriteString(", claims ")
		for _, piece := range c.Claims(s) {
			b.WriteByte(byte(piece))
		}
	}
	if c, ok := p.(game.Scorer); ok {
		for _, n := range c.Standing(s) {
			fmt.Fprintf(&b, ", %s %d", n.Key, n.N)
		}
	}
	return b.String()
}

// way says what the optional interfaces tell of a move.
func way(p game.Position, m game.Move) string {
	var b strings.Builder
	l := p.Game().Layout()
	if r, ok := p.(game.Router); ok {
		if route := r.Route(m); len(route) > 2 {
			b.WriteString(" by way of")
			for _, s := range route[1 : len(route)-1] {
				b.WriteString(" " + l.Names[s])
			}
		}
	}
	if i, ok := p.(game.Isolator); ok {
		cut := i.Isolated(m)
		for _, s := range l.Spots {
			if cut&s.Bit() != 0 {
				b.WriteString(" isolates " + l.Names[s])
			}
		}
	}
	return b.String()
}
