package record_test

import (
	"testing"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/recordtest"
)

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, record.Cairn{}, recordtest.Everything, games.IDs()...)
	recordtest.RoundTrip(t, record.JSON{}, recordtest.Everything, games.IDs()...)
}
