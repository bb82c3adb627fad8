package online

import (
	"strings"
	"testing"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
)

func TestDescribeContest(t *testing.T) {
	p := &visitor{Options: Options{Catalog: i18n.New("en")}}
	starts := time.Date(2026, 11, 27, 19, 30, 0, 0, time.Local)
	c := api.ContestBrief{Phase: api.ContestOpen, People: 7, Entered: true, Options: api.ContestOptions{
		Title: "Club night", Game: "dvonn", Control: "600+5", Starts: starts.UnixMilli(),
	}}
	if got := p.describeContest(c); !strings.HasPrefix(got, "Club night, DVONN, ") || !strings.HasSuffix(got, ", 2026-11-27 19:30, 7 people, You’re in") {
		t.Error(got)
	}
	c.Phase, c.Round, c.Entered = api.ContestRunning, 2, false
	if got := p.describeContest(c); !strings.HasSuffix(got, ", Round 2, 7 people") {
		t.Error(got)
	}
}
