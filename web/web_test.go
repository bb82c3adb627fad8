package web

import (
	"io/fs"
	"testing"
)

func TestStandIn(t *testing.T) {
	text, err := fs.ReadFile(Files(), StandIn)
	if err != nil || len(text) == 0 {
		t.Fatalf("the committed page is missing: %v", err)
	}
}
