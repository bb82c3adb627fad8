//go:build !norecords

package record

import (
	"strings"

	"cairn.example/game"
)

// The names of the tags that are fields of a Record, in the order in which they
// are written. They are read in any case.
const (
	tagGame        = "Game"
	tagStart       = "Start"
	tagFirst       = "First"
	tagSecond      = "Second"
	tagResult      = "Result"
	tagTermination = "Termination"
	tagTimeControl = "TimeControl"
	tagSeed        = "Seed"
)

var fieldNames = []string{tagGame, tagStart, tagFirst, tagSecond, tagResult, tagTermination, tagTimeControl, tagSeed}

// fieldName returns the canonical spelling of the name of a field; false for
// the name of a further tag.
func fieldName(name string) (string, bool) {
	for _, field := range fieldNames {
		if strings.EqualFold(field, name) {
			return field, true
		}
	}
	return name, false
}

func isField(name string) bool {
	_, ok := fieldName(name)
	return ok
}

// textField returns the field of a name that holds plain text, nil for others.
func (r *Record) textField(name string) *string {
	switch name {
	case tagGame:
		return &r.Game
	case tagStart:
		return &r.Start
	case tagFirst:
		return &r.First
	case tagSecond:
		return &r.Second
	case tagTimeControl:
		return &r.TimeControl
	case tagSeed:
		return &r.Seed
	}
	return nil
}

// resultMarks are the results that end the moves of a record, as in chess.
var resultMarks = [...]string{game.Ongoing: "*", game.FirstWins: "1-0", game.SecondWins: "0-1", game.Draw: "1/2-1/2"}

// parseMark reads the mark that ends the moves.
func parseMark(text string) (game.Outcome, bool) {
	for outcome, mark := range resultMarks {
		if mark == text {
			return game.Outcome(outcome), true
		}
	}
	return game.Ongoing, false
}

// parseResult reads a result as its game names it.
func parseResult(g game.Game, text string) (game.Outcome, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	for outcome := game.Ongoing; outcome <= game.Draw; outcome++ {
		if g.OutcomeName(outcome) == text {
			return outcome, true
		}
	}
	return parseMark(text)
}
