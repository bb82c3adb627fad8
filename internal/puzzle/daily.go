package puzzle

import (
	"time"

	"cairn.example/game"
)

// FirstDay is day 0, in UTC.
var firstDay = time.Date(2026, time.November, 1, 0, 0, 0, 0, time.UTC)

// FirstDay returns day 0. A day begins at midnight UTC.
func FirstDay() time.Time { return firstDay }

// Day returns the number of the day of t; before [FirstDay] it is negative.
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

// OfDay returns the index of the puzzle of a day in a pack of n puzzles: day 0 has
// the first one, and after the last it begins again. Lines are only added to a
// pack, so versions of the program agree for as many days as the shorter of their
// packs has puzzles.
func OfDay(day, n int) int { return ((day % n) + n) % n }

// BoardSeed returns the seed of the board that everybody plays on that day, for
// the Start of a game, or its StartFull where it has one.
func BoardSeed(day int) string { return "daily " + Date(day) }

// Board returns the board of a day: full where the game can begin with a full one.
func Board(g game.Game, day int) game.Position {
	if f, ok := g.(game.FullStarter); ok {
		return f.StartFull(BoardSeed(day))
	}
	return g.Start(BoardSeed(day))
}
