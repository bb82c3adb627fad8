package main

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/internal/people/setup"
)

// checkDraw says whether layout and sides of a record follow from what server and
// players gave.
func checkDraw(info *message.GameRecord) (*message.Drawn, error) {
	if info == nil {
		return nil, errNoGame
	}
	r, err := info.ToRecord()
	if err != nil {
		return nil, err
	}
	err = setup.Verify(r)
	if errors.As(err, new(*game.Error)) {
		return &message.Drawn{Error: message.RefusalOf(err)}, nil
	}
	return &message.Drawn{Valid: err == nil}, err
}
