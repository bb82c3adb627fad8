package dvonn

import (
	"testing"

	"cairn.example/game"
)

// middleText is a position from the middle of a game, a line of the vectors.
const middleText = "BB,.,B/.,B,WW,D/.,BW,B,B,W/W,D,W,W,./.,.,.,BBB,WW/BBB,.,.,BWB,B/D,W,WW,.,./W,W,B,W,B/.,.,B,W,W/WWB,B,W,B/B,.,WW w move"

// BenchmarkPerft counts turn sequences through the seam, as programs do, and
// fails when the count is wrong. full is the random full board of the seed
// "bench"; bulk counts the last ply without making its moves, made makes each.
func BenchmarkPerft(b *testing.B) {
	middle, err := Game.Parse(middleText)
	if err != nil {
		b.Fatal(err)
	}
	full := Game.StartFull("bench")
	for _, c := range []struct {
		name  string
		p     game.Position
		depth int
		bulk  bool
		want  uint64
	}{
		{"empty/bulk", newEmpty(), 5, true, 49 * 48 * 47 * 46 * 45},
		{"full/bulk", full, 5, true, 217_119_017},
		{"full/made", full, 4, false, 4_723_380},
		{"middle/bulk", middle, 5, true, 135_324_260},
		{"middle/made", middle, 4, false, 3_552_401},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			w := c.p.Copy()
			for b.Loop() {
				if got := game.Perft(w, c.depth, c.bulk); got != c.want {
					b.Fatalf("perft(%d) = %d, want %d", c.depth, got, c.want)
				}
			}
			b.ReportMetric(float64(c.want)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// BenchmarkGame plays random games from full boards to their ends.
func BenchmarkGame(b *testing.B) {
	start := Game.StartFull("bench")
	p, buf := Game.New(), make([]game.Move, 0, 300)
	state, plies := uint64(1), 0
	b.ReportAllocs()
	for b.Loop() {
		start.CopyTo(p)
		for {
			moves := p.Moves(buf[:0])
			if len(moves) == 0 {
				break
			}
			p.PlayUnchecked(moves[splitmix(&state)%uint64(len(moves))])
			plies++
		}
	}
	if plies < b.N*10 {
		b.Fatalf("%d plies in %d games", plies, b.N)
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds()/1e6, "Mplies/s")
}
