package puzzle

import (
	_ "embed" // for the list of plans
	"encoding/json"
	"time"
)

// firstDay is day 0. A day begins at midnight UTC.
var firstDay = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// Day returns the number of the day of t; before day 0 it is negative.
func Day(t time.Time) int {
	s := t.Unix() - firstDay.Unix()
	d := s / secondsOfDay
	if s%secondsOfDay < 0 {
		d--
	}
	return int(d)
}

const secondsOfDay = 24 * 60 * 60

// Date returns the date of a day, such as "2026-11-22".
func Date(day int) string { return firstDay.AddDate(0, 0, day).Format(time.DateOnly) }

// Plan says what is the same for everybody from a day on. Plans are never changed: a
// new one is added for days to come, so that all versions of the program that know
// the plan of a day agree about it. The page reads the same list, days.json.
type Plan struct {
	From    int            `json:"from"`    // the first day
	Puzzles []string       `json:"puzzles"` // the games of the puzzles, day by day in turn
	Of      map[string]int `json:"of"`      // how many puzzles of each pack are used
	Boards  []string       `json:"boards"`  // the games of the boards, in turn
	Level   int            `json:"level"`   // of the computer on the board
}

//go:embed days.json
var days []byte

// plans is the list of plans, the oldest first.
var plans = readPlans()

func readPlans() []Plan {
	var list []Plan
	if err := json.Unmarshal(days, &list); err != nil {
		panic(err) // the file is a part of the program
	}
	return list
}

// PlanOf returns the plan of a day; the days before day 0 have the first one.
func PlanOf(day int) *Plan {
	i := len(plans) - 1
	for i > 0 && plans[i].From > day {
		i--
	}
	return &plans[i]
}

// GameOfDay returns the id of the game whose puzzle everybody gets on that day.
func GameOfDay(day int) string {
	p := PlanOf(day)
	return p.Puzzles[floorMod(day, len(p.Puzzles))]
}

// BoardGame returns the id of the game whose board everybody plays on that day.
func BoardGame(day int) string {
	p := PlanOf(day)
	return p.Boards[floorMod(day, len(p.Boards))]
}

// OfDay returns the index of the puzzle of a day in the pack of a game, which has n
// puzzles: day 0 has the first one, and after the last one that the plan uses it
// begins again.
func OfDay(game string, day, n int) int {
	if of := PlanOf(day).Of[game]; of > 0 && of < n {
		n = of
	}
	return floorMod(day, n)
}

func floorMod(a, n int) int { return ((a % n) + n) % n }

// BoardSeed returns the seed of the board that everybody plays on that day, for
// [game.StartOf], full where the game can begin with a full board.
func BoardSeed(day int) string { return "daily " + Date(day) }
