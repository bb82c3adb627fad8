package main

import (
	"context"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/players"
)

// hintTime is how long a hint in line play may take.
const hintTime = time.Second

// adviser suggests moves in line play, whatever game is played.
type adviser struct {
	catalog *i18n.Catalog
	game    game.Game
	engine  *engine.Engine
}

// Advise searches for a second and puts the weightiest reason into words.
func (a *adviser) Advise(ctx context.Context, p game.Position) (game.Move, string, error) {
	if a.engine == nil || a.game.ID() != p.Game().ID() {
		mind, err := players.Evaluator(p.Game())
		if err != nil {
			return 0, "", err
		}
		a.game = p.Game()
		a.engine = engine.New(engine.Options{Hash: 16, Evaluator: mind})
	}
	r := a.engine.Search(ctx, p, engine.Limits{MoveTime: hintTime}, nil)
	if r.Move == 0 {
		return 0, "", players.ErrOver
	}
	list := reasons(p, r.Move)
	if len(list) == 0 {
		return r.Move, "", nil
	}
	return r.Move, a.words(list[0]), nil
}

// words says a reason in the language of the catalog, in English where that has
// no message for it.
func (a *adviser) words(r engine.Reason) string {
	key := "reason." + r.Key
	if !a.catalog.Has(key) {
		return r.String()
	}
	args := i18n.Args{}
	for name, value := range r.Args {
		args[name] = value
		if n, err := strconv.Atoi(value); err == nil {
			args[name] = n // so that the message can choose its plural
		}
	}
	return a.catalog.T(key, args)
}
