package boardspace_test

import (
	"flag"
	"testing"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/boardspace"
	"cairn.example/record/recordtest"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const layout = "I/B,R,K,K/K,B,G,J,B,I,K/R,G,B,B,G,J/R,I,K,B,B,G,R/I,G,I,I,G,K/G,R,K,R,B,J,R/K,I,I,R/G 1 -:- 0:0"

func TestGolden(t *testing.T) {
	recordtest.Golden(t, boardspace.SGF{}, "testdata/*.sgf", record.Options{Start: layout}, *update)
}

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, boardspace.SGF{}, recordtest.Everything, games.IDs()...)
}

func FuzzRead(f *testing.F) {
	recordtest.Seed(f, "testdata/*.sgf")
	f.Fuzz(func(t *testing.T, data []byte) {
		recordtest.Reread(t, boardspace.SGF{}, data, record.Options{Start: layout})
	})
}
