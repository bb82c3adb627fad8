package match

import (
	"maps"
	"strconv"

	"cairn.example/game"
)

// MissingProgram is the code of a contestant whose program is not there, or may not be run.
const MissingProgram = "match.missing"

// Differs is the code of a results file of another match. Its argument "what" is
// the end of a label, see [Label].
const Differs = "match.differs"

// extraAnswer is the code of the warning about a program that answers twice.
const extraAnswer = "match.extra_answer"

// Label returns the code of the text that names what two matches differ in.
func Label(what string) string { return "match.what." + what }

// Texts returns the English texts of all errors by their code, and the labels.
func Texts() map[string]string { return maps.Clone(texts) }

var texts = map[string]string{
	"match.contest_game":     "a CodeCup program plays {game} only",
	"match.contest_openings": "{name} chooses every move itself, from the empty board on: the openings must be {start}, without random plies",
	"match.contest_option":   "a CodeCup program has no option {name}",
	"match.differs":          "{what}: this match has {is}, not {want}",
	"match.duration":         "{name} takes a time such as 100ms, not {value}",
	extraAnswer:              "{name} answered without being asked; such answers are dropped",
	"match.foreign":          "this is not a results file of a match",
	"match.limit":            "{name} needs a limit: a time, nodes or a depth",
	"match.line":             "line {n}",
	"match.line_long":        "the line is too long",
	MissingProgram:           "contestant {contestant}: there is no program {program} to start",
	"match.movetime":         "a move needs at least 1ms, not {value}",
	"match.no_command":       "after {kind} comes a command",
	"match.no_name":          "a contestant needs a name",
	"match.no_openings":      "the list of openings is empty",
	"match.not_full":         "{game} has no full boards to begin with",
	"match.number":           "{name} takes a whole number from {low} to {high}, not {value}",
	"match.option":           "write an option as name=value, not {text}",
	"match.over":             "pair {pair}: the game is over after {plies} random plies from {start}",
	"match.own_option":       "players of this program have no option {name}; known options: {known}",
	"match.pairs":            "a match has at least one pair of games",
	"match.quote":            "a quotation mark is not closed in {text}",
	"match.result":           "not a result of {game}",
	"match.start":            "{name} cannot be started",
	"match.test":             "a test needs ELO0 below ELO1, and error rates above 0 that add up to less than 1",
	"match.time":             "write a time as seconds or seconds+increment, such as 5+0.05, not {text}",
	"match.what.contestants": "contestants",
	"match.what.control1":    "time control of the first contestant",
	"match.what.control2":    "time control of the second contestant",
	"match.what.first":       "first contestant",
	"match.what.game":        "game",
	"match.what.list":        "list of openings",
	"match.what.openings":    "openings",
	"match.what.proofs":      "nodes for proofs",
	"match.what.second":      "second contestant",
	"match.what.seed":        "seed",
	"match.what.version":     "version of the file",
}

// newError returns the error of a code, its arguments given as name, value, name, value.
func newError(code string, args ...string) *game.Error {
	return game.NewError(code, texts[code], args...)
}

// because returns the error of a code with what is behind it.
func because(err error, code string, args ...string) *game.Error {
	e := newError(code, args...)
	e.Err = err
	return e
}

// inLine is an error in a line of a file.
func inLine(n int, err error) error { return because(err, "match.line", "n", strconv.Itoa(n)) }
