package codecup_test

import (
	"flag"
	"testing"

	"cairn.example/game/gametest"
	"cairn.example/record"
	"cairn.example/record/codecup"
	"cairn.example/record/recordtest"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

func TestGolden(t *testing.T) {
	recordtest.Golden(t, codecup.Format, "testdata/*.txt", record.Options{}, *update)
}

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, codecup.Format, recordtest.Moves, "dvonn")
}

func FuzzRead(f *testing.F) {
	recordtest.Seed(f, "testdata/*.txt")
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		recordtest.Reread(t, codecup.Format, data, record.Options{})
	})
}
