package formats_test

import (
	"io"
	"math/rand/v2"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// whole returns a random game to its end, without notes.
func whole(t testing.TB, g game.Game) *record.Record {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	p := g.Start("bench")
	r := &record.Record{Game: g.ID(), Start: p.String(), First: "Ann", Second: "Bob"}
	for ms := p.Moves(nil); len(ms) > 0; ms = p.Moves(ms[:0]) {
		m := ms[rng.IntN(len(ms))]
		r.Moves = append(r.Moves, record.Move{Text: g.MoveText(m)})
		p.PlayUnchecked(m)
	}
	if _, err := r.Check(); err != nil {
		t.Fatal(err)
	}
	return r
}

// BenchmarkWrite writes one whole game in every format that has its game.
func BenchmarkWrite(b *testing.B) {
	for _, id := range []string{"dvonn", "lyngk"} {
		g, err := games.Lookup(id)
		if err != nil {
			b.Fatal(err)
		}
		r := whole(b, g)
		for _, f := range formats.All() {
			if _, err := f.Write(io.Discard, r); err != nil {
				continue // it has no such game
			}
			b.Run(f.Name()+"/"+id, func(b *testing.B) {
				for b.Loop() {
					if _, err := f.Write(io.Discard, r); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestWriteAllocates holds every format to twice the allocations of our own: how
// long writing takes cannot be tested, and this is what made one format slow.
func TestWriteAllocates(t *testing.T) {
	for _, g := range games.All() {
		r := whole(t, g)
		allocations := func(f record.Format) float64 {
			return testing.AllocsPerRun(5, func() { _, _ = f.Write(io.Discard, r) })
		}
		most := 2 * allocations(record.Cairn{})
		for _, f := range formats.All() {
			if n := allocations(f); n > most {
				t.Errorf("%s writes a game of %s with %.0f allocations, want %.0f at most", f.Name(), g.ID(), n, most)
			}
		}
	}
}
