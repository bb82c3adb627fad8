package dvonn

import (
	"testing"

	"cairn.example/game"
)

// The positions that benchmarks count from: a full board, and one from the
// middle of a game.
const (
	fullSeed   = "bench"
	middleText = "BB,.,B/.,B,WW,D/.,BW,B,B,W/W,D,W,W,./.,.,.,BBB,WW/BBB,.,.,BWB,B/D,W,WW,.,./W,W,B,W,B/.,.,B,W,W/WWB,B,W,B/B,.,WW w move"
)

func BenchmarkX(b *testing.B) {
	mid, err := Game.Parse(middleText)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		p     game.Position
		depth int
		bulk  bool
	}{
		{"full/bulk", Game.StartFull(fullSeed), 5, true},
		{"full/made", Game.StartFull(fullSeed), 4, false},
		{"middle/bulk", mid, 5, true},
		{"middle/made", mid, 4, false},
	} {
		b.Run(c.name, func(b *testing.B) {
			var n uint64
			for b.Loop() {
				n += game.Perft(c.p, c.depth, c.bulk)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
			b.ReportMetric(float64(n)/float64(b.N), "leaves")
		})
	}
}
