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

	// Choose returns a legal move of pos with what the player knows about it:
	// the score, depth, nodes and line of a player that searches. Limits that do not
	// concern the player are ignored; when ctx ends it answers at once with the best move
	// it has. onInfo, which may be nil, gets what a player that searches
	// finds on the way. The error is ErrOver when the game is over.
	Choose(ctx context.Context, pos game.Position, l engine.Limits, onInfo func(engine.Info)) (engine.Result, error)

	// Reset forgets everything, as if just made.
	Reset()
}

// withoutSearch returns the answer of a player that chose m after looking at so
// many moves, without a search.
func withoutSearch(m game.Move, looked int) engine.Result {
	return completed(engine.Result{
		Move: m,
		Info: engine.Info{Nodes: uint64(looked), MultiPV: 1, PV: []game.Move{m}},
	})
}

// completed adds to the answer of a player that does not use the engine what the
// engine fills in itself: the reply expected and the list of lines.
func completed(r engine.Result) engine.Result {
	if len(r.PV) > 1 {
		r.Ponder = r.PV[1]
	}
	r.Lines = []engine.Info{r.Info}
	return r
}

// ErrOver says that there is nothing to choose: the game is over.
var ErrOver = errors.New("the game is over")
