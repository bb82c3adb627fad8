package boardspace_test

import (
	"testing"

	"cairn.example/games"
	"cairn.example/record/boardspace"
	"cairn.example/record/recordtest"
)

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, boardspace.SGF{}, recordtest.Everything, games.IDs()...)
}
