package record_test

import (
	"testing"

	"cairn.example/game/gametest"
	"cairn.example/record"
	"cairn.example/record/recordtest"
)

func FuzzCairn(f *testing.F) {
	recordtest.Seed(f, "testdata/*.cairn")
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) { recordtest.Reread(t, record.Cairn{}, data, record.Options{}) })
}

func FuzzJSON(f *testing.F) {
	recordtest.Seed(f, "testdata/*.jsonl")
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) { recordtest.Reread(t, record.JSON{}, data, record.Options{}) })
}
