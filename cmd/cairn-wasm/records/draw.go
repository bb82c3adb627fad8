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
	var bad *setup.Error
	if errors.As(err, &bad) {
		return &message.Drawn{Error: &message.Refusal{Code: string(bad.Code), Args: bad.Args, Offset: -1, Text: game.Expand(bad.Text, bad.Args)}}, nil
	}
	return &message.Drawn{Valid: err == nil}, err
}
