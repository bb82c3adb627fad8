package match

import (
	"maps"
	"strconv"

	"cairn.example/game"
)

// Error says what is wrong with the settings, the openings or the results of a
// match. Programs that speak other languages say it by its Code and Args; Error
// says it in English.
type Error struct {
	Code string            // one of those of [Texts]
	Args map[string]string // what the text is filled with
	Err  error             // what is behind it, or nil
}

// Error says what is wrong in English, and what is behind it.
func (e *Error) Error() string {
	args := e.Args
	if e.Code == differs {
		args = maps.Clone(args)
		args["what"] = texts[Label(args["what"])]
	}
	text := game.Expand(texts[e.Code], args)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what is behind the error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// MissingProgram is the code of a contestant whose program is not there, or may not be run.
const MissingProgram = "match.missing"

// differs is the code of a results file of another match. Its argument "what" is
// the end of a label, see [Label].
const differs = "match.differs"

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
func newError(code string, args ...string) *Error {
	e := &Error{Code: code, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		e.Args[args[i]] = args[i+1]
	}
	return e
}

// inLine is an error in a line of a file.
func inLine(n int, err error) error {
	return &Error{Code: "match.line", Args: map[string]string{"n": strconv.Itoa(n)}, Err: err}
}

// shown is a text as messages repeat it.
func shown(text string) string {
	if text == "" {
		return `""`
	}
	return game.Shown(text)
}
