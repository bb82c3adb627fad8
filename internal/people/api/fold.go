package api

import (
	"encoding/json"
	"errors"

	"cairn.example/internal/play"
)

// Fold takes what an event of a table's log says of its game into account: the start
// makes the game of its terms, an event of the game happens in it. Other kinds leave
// the game, nil before the start, as it is. Server and clients fold with it; the error
// is a refusal of the game, or says that the event cannot be read.
func Fold(game *play.State, kind EventKind, terms, event json.RawMessage) (*play.State, error) {
	switch kind {
	case EventStarted:
		var t play.Terms
		if err := json.Unmarshal(terms, &t); err != nil {
			return game, err
		}
		started, err := play.New(t)
		if err != nil {
			return game, err
		}
		return started, nil
	case EventPlay:
		if game == nil {
			return nil, errors.New("an event of the game before its start")
		}
		var e play.Event
		if err := json.Unmarshal(event, &e); err != nil {
			return game, err
		}
		return game, game.Apply(e)
	}
	return game, nil
}
