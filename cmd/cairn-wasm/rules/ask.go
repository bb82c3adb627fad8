package rules

import (
	"errors"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
)

// answer answers one question. The types of the answers are those of
// [message.Answers].
func (k *gameCache) answer(q *message.Question) (any, error) {
	switch q.Op {
	case "games":
		return listGames(), nil
	case "recognize":
		return recognize(q.Text, q.Game), nil
	case "fold":
		return k.fold(q.Log)
	case "apply":
		return k.apply(q.Log, q.Events)
	case "accuracy":
		return accuracy(q.Turns), nil
	}
	g, err := games.Lookup(q.Game)
	if err != nil {
		return nil, err
	}
	switch q.Op {
	case "layout":
		return describeLayout(g.Layout()), nil
	case "start":
		return start(g, q.Seed, q.Full)
	case "setup":
		return setUp(g, q)
	case "chances":
		return chances(g, q.Positions, q.Scores)
	}
	p, err := g.Parse(q.Position)
	if err != nil {
		return nil, err
	}
	switch q.Op {
	case "view":
		return viewOf(p), nil
	case "judge":
		return judged(p, q.Judge), nil
	case "play":
		return playMove(p, q.Move)
	case "replay":
		return replay(p, q.Moves), nil
	case "why":
		return why(p, q.Move), nil
	case "whyStack":
		return whyStack(p, q.Claim, q.From), nil
	}
	return nil, errors.New("unknown question " + game.Shown(q.Op))
}

func start(g game.Game, seed string, full bool) (any, error) {
	p, ok := game.StartOf(g, seed, full)
	if !ok {
		return nil, errors.New(g.Name() + " has no full random board")
	}
	return p.String(), nil
}
