package training

import (
	"encoding/json"
	"math"
	"os"
	"testing"
	"time"
)

// TestCards holds the schedule against what ts-fsrs computes, the library of the page:
// testdata/cards.json, written by web/scripts/cards.mjs. A path is a card and what
// became of it at each try: the grade, the days since the last one, and the
// stability, the difficulty and the days to wait that followed.
func TestCards(t *testing.T) {
	data, err := os.ReadFile("testdata/cards.json")
	if err != nil {
		t.Fatal(err)
	}
	var paths [][][5]float64
	if err := json.Unmarshal(data, &paths); err != nil {
		t.Fatal(err)
	}
	steps, seen := 0, map[[2]grade]bool{}
	for i, path := range paths {
		var c Card
		now, before := time.Date(2026, time.November, 22, 13, 30, 0, 0, time.UTC), grade(0)
		for k, want := range path {
			g := grade(want[0])
			now = now.AddDate(0, 0, int(want[1]))
			c = c.graded(g, now)
			if far(c.Stability, want[2]) || far(c.Difficulty, want[3]) || c.Due.Sub(now) != time.Duration(want[4])*day {
				t.Fatalf("path %d, try %d: stability %v, difficulty %v, due after %v; want %v", i, k, c.Stability, c.Difficulty, c.Due.Sub(now), want)
			}
			seen[[2]grade{before, g}], before = true, g
			steps++
		}
	}
	if steps < 4000 || len(seen) != 4+4*4 {
		t.Errorf("%d tries, %d pairs of grades", steps, len(seen))
	}
}

// far reports whether two numbers differ by more than the eighth digit, to which ts-fsrs
// rounds, can explain.
func far(got, want float64) bool { return math.Abs(got-want) > 1e-6*max(want, 1) }

// TestDates counts dates and not hours, and no time that goes back.
func TestDates(t *testing.T) {
	late := time.Date(2026, time.November, 22, 23, 59, 0, 0, time.UTC)
	for _, c := range []struct {
		to   time.Time
		want int
	}{
		{late.Add(30 * time.Second), 0},
		{late.Add(2 * time.Minute), 1},
		{late.Add(2 * time.Minute).In(time.FixedZone("", -5*3600)), 1},
		{late.AddDate(0, 0, 3), 3},
		{late.AddDate(0, 0, -1), -1},
	} {
		if got := daysBetween(late, c.to); got != c.want {
			t.Errorf("to %v: %d", c.to, got)
		}
	}
	c := Card{}.after(false, late)
	if early := c.after(true, late.AddDate(0, 0, -9)); math.IsNaN(early.Stability) || early.Due.Before(early.Last) {
		t.Errorf("a clock that was put back: %+v", early)
	}
}
