package movelist_test

import (
	"testing"

	"cairn.example/record/internal/movelist"
	"cairn.example/record/recordtest"
)

func TestMessages(t *testing.T) { recordtest.Messages(t, movelist.Messages()) }
