package tui

import (
	"testing"
	"time"
)

func TestSteady(t *testing.T) {
	now := time.Unix(1000, 0)
	var s steady
	s.note("takeback", now) // it was there when the screen was opened
	if !s.read(now) {
		t.Error("what is there from the beginning can't be answered")
	}
	s.note("draw", now)
	if s.read(now.Add(unread - 1)) {
		t.Error("an answer to what has just changed")
	}
	s.note("draw", now.Add(unread))
	if !s.read(now.Add(unread)) {
		t.Error("no answer to what has long been there")
	}
}
