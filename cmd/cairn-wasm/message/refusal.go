package message

import (
	"errors"

	"cairn.example/game"
)

// RefusalOf returns an error as the page reads it; nil for none. An error that
// is no [game.Error] has the code "error" and its text.
func RefusalOf(err error) *Refusal {
	if err == nil {
		return nil
	}
	var e *game.Error
	if errors.As(err, &e) {
		return &Refusal{Code: e.Code, Clause: e.Clause, Offset: e.Offset, Spots: e.Spots, Args: e.Args, Text: game.Expand(e.Text, e.Args)}
	}
	return &Refusal{Code: "error", Offset: -1, Text: err.Error()}
}
