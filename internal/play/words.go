package play

import (
	"slices"

	"cairn.example/game"
)

// The words for sides and outcomes stand here once: stored games, messages of tables,
// tags and the page share them.

var sideWords = []string{game.First: "first", game.Second: "second"}

var outcomeWords = []string{game.Ongoing: "", game.FirstWins: "first", game.SecondWins: "second", game.Draw: "draw"}

// SideWord returns the word for a side in the stored form: "first" or "second".
func SideWord(s game.Side) string { return sideWords[s] }

// ParseSide returns the side of a word of the stored form.
func ParseSide(word string) (s game.Side, ok bool) {
	i := slices.Index(sideWords, word)
	return game.Side(max(0, i)), i >= 0
}

// OutcomeWord returns the word for an outcome in the stored form: "first" or "second",
// who has won, "draw", or "" for a game without an outcome.
func OutcomeWord(o game.Outcome) string { return outcomeWords[o] }

// ParseOutcome returns the outcome of a word of the stored form.
func ParseOutcome(word string) (o game.Outcome, ok bool) {
	i := slices.Index(outcomeWords, word)
	return game.Outcome(max(0, i)), i >= 0
}

// CheckVersion reports whether this package reads the stored form of that version. The
// error is an *[Error].
func CheckVersion(v int) error {
	switch {
	case v > Version:
		return refuse(NewVersion, "version", number(v))
	case v < 1:
		return refuse(BadLog, "problem", "version "+number(v))
	}
	return nil
}
