package lyngk

import (
	"testing"

	"cairn.example/game"
	"cairn.example/game/gametest"
)

// benchPerft times perft over cases of the vectors and asserts every count.
func benchPerft(b *testing.B, depth int, bulk bool, cases []gametest.PerftCase) {
	type job struct {
		p     game.Position
		count uint64
	}
	var jobs []job
	for _, c := range cases {
		p, err := Standard.Parse(c.Position)
		if err != nil {
			b.Fatal(err)
		}
		jobs = append(jobs, job{p, c.Counts[depth-1]})
	}
	b.ReportAllocs()
	var leaves uint64
	for b.Loop() {
		for _, j := range jobs {
			n := game.Perft(j.p, depth, bulk)
			if n != j.count {
				b.Fatalf("perft(%d) = %d, want %d\n%s", depth, n, j.count, j.p)
			}
			leaves += n
		}
	}
	b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}

// starts returns the start positions among the vectors.
func starts(b *testing.B) []gametest.PerftCase {
	return gametest.ReadPerft(b, Standard, gametest.Vectors)[:2]
}

// middle returns the vectors' positions with 100 to 300 turns and counts to
// depth 3: the middle game, claims still to come.
func middle(b *testing.B) []gametest.PerftCase {
	var list []gametest.PerftCase
	for _, c := range gametest.ReadPerft(b, Standard, gametest.Vectors) {
		if len(c.Counts) >= 3 && c.Counts[0] >= 100 && c.Counts[0] <= 300 {
			list = append(list, c)
		}
	}
	if len(list) < 3 {
		b.Fatalf("%d positions", len(list))
	}
	return list
}

func BenchmarkPerftStartBulk(b *testing.B)  { benchPerft(b, 2, true, starts(b)) }
func BenchmarkPerftMiddleBulk(b *testing.B) { benchPerft(b, 3, true, middle(b)) }
func BenchmarkPerftStartMade(b *testing.B)  { benchPerft(b, 2, false, starts(b)) }
func BenchmarkPerftMiddleMade(b *testing.B) { benchPerft(b, 3, false, middle(b)) }
