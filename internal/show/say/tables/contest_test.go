package tables

import (
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
)

func TestContest(t *testing.T) {
	catalog := i18n.New("en")
	starts := time.Date(2026, 11, 27, 19, 30, 0, 0, time.Local)
	c := api.ContestBrief{Phase: api.ContestOpen, People: 7, Entered: true, Options: api.ContestOptions{
		Title: "Club night", Game: "dvonn", Control: "600+5", Starts: starts.UnixMilli(),
	}}
	if got := Contest(catalog, c); !strings.HasPrefix(got, "Club night, DVONN, ") || !strings.HasSuffix(got, ", 2026-11-27 19:30, 7 people") {
		t.Error(got)
	}
	c.Phase, c.Round, c.Entered = api.ContestRunning, 2, false
	if got := Contest(catalog, c); !strings.HasSuffix(got, ", Round 2, 7 people") {
		t.Error(got)
	}
	c.Options.Format = api.FormatArena
	if got := Contest(catalog, c); !strings.HasSuffix(got, ", Arena, Running, 7 people") {
		t.Error(got)
	}
}
