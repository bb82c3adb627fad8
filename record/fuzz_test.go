package record_test

import (
	"testing"

	"cairn.example/record"
	"cairn.example/record/recordtest"
)

func FuzzCairn(f *testing.F) {
	recordtest.Seed(f, "testdata/*.cairn")
	f.Fuzz(func(t *testing.T, data []byte) { recordtest.Reread(t, record.Cairn{}, data, record.Options{}) })
}

func FuzzJSON(f *testing.F) {
	recordtest.Seed(f, "testdata/*.jsonl")
	f.Fuzz(func(t *testing.T, data []byte) { recordtest.Reread(t, record.JSON{}, data, record.Options{}) })
}
