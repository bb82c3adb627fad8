package pbm_test

import (
	"flag"
	"testing"

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
	f.Fuzz(func(t *testing.T, data []byte) {
		recordtest.Reread(t, pbm.Format, data, record.Options{})
	})
}
