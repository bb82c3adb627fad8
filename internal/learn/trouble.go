package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cairn.example/game"
)

// Refused reports whether the error says that a step was called with something that it cannot
// do; otherwise the files of the run are what is wrong, or what is missing.
func Refused(err error) bool {
	var e *game.Error
	return errors.As(err, &e) && slices.Contains(refusals, e.Code)
}

// refusals are the codes of [Refused].
var refusals = []string{
	"learn.above", "learn.multiple", "learn.net_name", "learn.no_counts", "learn.no_placings", "learn.other_game", "learn.other_settings", "learn.share",
}

// ErrNoPositions says that there is nothing to train with.
var ErrNoPositions = newError("learn.no_positions")

// Texts returns the English texts of all errors by their code.
func Texts() map[string]string { return maps.Clone(texts) }

var texts = map[string]string{
	"learn.above":          "the setting {name} must be above {least}, not {value}",
	"learn.faults":         "games in {file} that ended by a fault of a contestant: {n}; delete the file, and gate plays them again",
	"learn.games":          "gate cannot go on with the games in {file}; delete the file, and gate plays them again",
	"learn.log":            "{file} is damaged; delete it, and the report does without it",
	"learn.manifest":       "line {line} of {file} cannot be read; fix it, or start a run in another folder",
	"learn.multiple":       "the setting {name} must be a multiple of {unit} from {least} on, not {value}",
	"learn.net":            "the net {file} cannot be used; take it out of the folder",
	"learn.net_exists":     "there is a net of that name: {file}",
	"learn.net_name":       "a net cannot be called {name}: it is a file in the folder of the run, so its name has no / or \\ and does not begin with a dot",
	"learn.no_counts":      "{game} has no counts {counts}; known counts: {known}",
	"learn.no_placings":    "{game} has no placing phase",
	"learn.no_positions":   "there are no positions; play games first",
	"learn.other_game":     "the shard {file} is of {other}, the run of {game}; take it out of the folder",
	"learn.other_settings": "the run was begun with other settings; see {file}",
	"learn.position":       "a position of game {number} in the shard {file} breaks the rules; delete the file, and selfplay plays its games again",
	"learn.shard":          "the shard {file} is damaged; delete it, and selfplay plays its games again",
	"learn.shard_line":     "line {line} of the shard {file} cannot be read; delete the file, and selfplay plays its games again",
	"learn.share":          "the setting {name} must be from 0 to 1, not {value}",
	"learn.truth_line":     "line {line} of {file} cannot be read; fix or delete it",
	"learn.truth_position": "the position in line {line} of {file} breaks the rules; fix or delete the line",
	"learn.version":        "{file} is of version {version}, this program knows version {known}; use the program that wrote it",
	"learn.weights":        "the weights of the net have become too large to be written; fit it with fewer epochs",
}

// newError returns the error of a code, its arguments given as name, value, name, value.
func newError(code string, args ...any) *game.Error {
	texted := make([]string, len(args))
	for i, a := range args {
		texted[i] = fmt.Sprint(a)
	}
	return game.NewError(code, texts[code], texted...)
}

// because returns the error of a code with what is behind it, which follows its text.
func because(err error, code string, args ...any) *game.Error {
	e := newError(code, args...)
	e.Err = err
	return e
}

// jsonLine returns the line of data that the error of decoding is about.
func jsonLine(data []byte, err error) int {
	at := len(data)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = int(syntax.Offset)
	case errors.As(err, &kind):
		at = int(kind.Offset)
	}
	return 1 + bytes.Count(data[:min(at, len(data))], []byte("\n"))
}

// above returns the error of a setting that is not above least.
func above[N int | float64](name string, value, least N) error {
	if value > least {
		return nil
	}
	return newError("learn.above", "name", name, "value", value, "least", least)
}

// share returns the error of a setting that is no share.
func share(name string, value float64) error {
	if value >= 0 && value <= 1 {
		return nil
	}
	return newError("learn.share", "name", name, "value", value)
}

// multiple returns the error of a setting that is no multiple of unit, or below least.
func multiple(name string, value, unit, least int) error {
	if value >= least && value%unit == 0 {
		return nil
	}
	return newError("learn.multiple", "name", name, "value", value, "unit", unit, "least", least)
}

// checkName returns the error of a net whose file would not lie in the folder of its state.
func checkName(name string) error {
	if name == "" || name[0] == '.' || strings.ContainsAny(name, `/\`) {
		return newError("learn.net_name", "name", game.ShownOrEmpty(name))
	}
	return nil
}
