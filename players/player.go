package players

import (
	"context"
	"errors"

	"cairn.example/engine"
	"cairn.example/game"
)

// A Player chooses moves in one game.
type Player interface {
	// Name returns the name it was made by, such as "level4".
	Name() string

	// Choose returns a legal move of pos. Limits that do not concern the
	// player are ignored; when ctx ends it answers at once with the best move
	// it has. onInfo, which may be nil, hears what a player that searches finds
	// on the way. The error is ErrOver when the game is over.
	Choose(ctx context.Context, pos game.Position, l engine.Limits, onInfo func(engine.Info)) (game.Move, error)

	// Reset forgets everything, as if just made.
	Reset()
}

// ErrOver says that there is nothing to choose: the game is over.
var ErrOver = errors.New("the game is over")
