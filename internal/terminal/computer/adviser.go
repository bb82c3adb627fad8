package computer

import (
	"context"
	"errors"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/annotate"
	"cairn.example/internal/study/explain"
	"cairn.example/internal/terminal/line"
	"cairn.example/players"
)

// hintLimits bound a hint in line play: by positions, so that asking twice gets the same
// answer. The time is for machines that would make people wait.
var hintLimits = engine.Limits{Nodes: 400_000, MoveTime: 5 * time.Second}

// Adviser suggests moves in line play, in the words of a catalog. It serves any game,
// and one goroutine.
type Adviser struct {
	catalog *i18n.Catalog
	game    game.Game
	engine  *engine.Engine
}

// NewAdviser returns an adviser.
func NewAdviser(c *i18n.Catalog) *Adviser { return &Adviser{catalog: c} }

// search looks at a position within hintLimits, and forgets what was asked before.
func (a *Adviser) search(ctx context.Context, p game.Position) (engine.Result, error) {
	if a.engine == nil || a.game.ID() != p.Game().ID() {
		e, err := players.NewEngine(p.Game(), engine.Options{Hash: 16})
		if err != nil {
			return engine.Result{}, err
		}
		a.game, a.engine = p.Game(), e
	}
	a.engine.Clear()
	return a.engine.Search(ctx, p, hintLimits, nil), nil
}

// AcceptsDraw searches as for a hint and agrees where the player asked stands a
// little worse.
func (a *Adviser) AcceptsDraw(ctx context.Context, p game.Position, asked game.Side, plies int) (bool, error) {
	r, err := a.search(ctx, p)
	if err != nil || r.Move == 0 {
		return false, err
	}
	v := annotate.Value(r.Info)
	if p.Side() != asked {
		v = v.Other()
	}
	return judge.AcceptsDraw(v, plies), nil
}

// Advise searches within hintLimits and returns the best move with its reasons in words.
func (a *Adviser) Advise(ctx context.Context, p game.Position) (line.Advice, error) {
	r, err := a.search(ctx, p)
	if err != nil {
		return line.Advice{}, err
	}
	if r.Move == 0 {
		return line.Advice{}, errors.New(a.catalog.T("cli.hint.none"))
	}
	x := explain.Move(ctx, a.engine, p, &r)
	return line.Advice{Move: r.Move, Why: say.Reasons(a.catalog, Reasons(x.Reasons), ""), Line: r.PV, IfNot: x.IfNot}, nil
}

// Reasons returns the reasons of an engine as package say takes them.
func Reasons(list []engine.Reason) []say.Reason {
	said := make([]say.Reason, len(list))
	for i, r := range list {
		said[i] = say.Reason{Key: r.Key, Args: r.Args, Text: r.Text}
	}
	return said
}
