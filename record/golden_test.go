package record_test

import (
	"flag"
	"testing"

	"cairn.example/record"
	"cairn.example/record/recordtest"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

func TestGolden(t *testing.T) {
	recordtest.Golden(t, record.Cairn{}, "testdata/*.cairn", record.Options{}, *update)
	recordtest.Golden(t, record.JSON{}, "testdata/*.jsonl", record.Options{}, *update)
}

func TestMessages(t *testing.T) { recordtest.Messages(t, record.Messages()) }
