package pbm_test

import (
	"flag"
	"strings"
	"testing"

	"cairn.example/game/gametest"
	"cairn.example/record"
	"cairn.example/record/pbm"
	"cairn.example/record/recordtest"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

func TestGolden(t *testing.T) {
	recordtest.Golden(t, pbm.Format, "testdata/*.pbm", record.Options{}, *update)
}

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, pbm.Format, recordtest.Moves, "lyngk", "lyngk-captured", "lyngk6")
}

func FuzzRead(f *testing.F) {
	recordtest.Seed(f, "testdata/*.pbm")
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		recordtest.Reread(t, pbm.Format, data, record.Options{})
	})
}

// TestHostile reads large texts that repeat one small thing.
func TestHostile(t *testing.T) {
	const size = 1 << 18
	for name, again := range map[string]string{
		"remarks": "# a\n", "words": "b1-b2 ", "lines": "b1-b2\n", "games": "b1-b2 b2-b3\n", "blank": "\n", "none": "-\n", "numbers": "2. ",
	} {
		t.Run(name, func(t *testing.T) { recordtest.Linear(t, pbm.Format, "b1-b2\n"+strings.Repeat(again, size/len(again))) })
	}
}
