package main

import (
	"errors"
	"strconv"
	"time"

	"cairn.example/cmd/cairn-wasm/codec"
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// maxHash is the largest hash in MiB that a question may ask for: a browser
// gives a page a few hundred, and a refused allocation ends the program.
const maxHash = 256

// task is a question whose texts were parsed.
type task struct {
	*message.EngineQuestion
	game   game.Game
	pos    game.Position
	limits engine.Limits
}

// parseQuestion reads the JSON of a question; the op must be known.
func parseQuestion(text string) (*message.EngineQuestion, error) {
	q := new(message.EngineQuestion)
	if err := codec.ReadEngineQuestion(text, q); err != nil {
		return nil, errors.New("the question is not JSON: " + err.Error())
	}
	switch q.Op {
	case "search", "stop", "forget":
		return q, nil
	}
	return nil, errors.New(game.Words("unknown question ", strconv.Quote(q.Op)))
}

// newTask parses the texts of a search and checks its limits.
func newTask(q *message.EngineQuestion) (*task, error) {
	g, err := games.Lookup(q.Game)
	if err != nil {
		return nil, err
	}
	p, err := g.Parse(q.Position)
	if err != nil {
		return nil, err
	}
	l := q.Limits
	if l == nil {
		l = &message.Limits{}
	}
	ms := func(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }
	t := &task{EngineQuestion: q, game: g, pos: p, limits: engine.Limits{
		Depth: l.Depth, Nodes: l.Nodes, MoveTime: ms(l.MoveTime), MultiPV: q.MultiPV,
		Clocked: l.Clocked, Base: ms(l.Base), Ply: l.Ply, Overhead: ms(l.Overhead), Late: ms(l.Late), Exhaust: q.Exhaust,
	}}
	for s := range t.limits.Clock {
		if l.Clock != nil {
			t.limits.Clock[s] = ms(l.Clock[s])
		}
		if l.Increment != nil {
			t.limits.Increment[s] = ms(l.Increment[s])
		}
	}
	for _, text := range q.Only {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, err
		}
		t.limits.Only = append(t.limits.Only, m)
	}
	if q.Hash < 0 || q.Hash > maxHash {
		return nil, errors.New(game.Words("a hash of ", q.Hash, " MiB is outside 0 to ", maxHash))
	}
	if l.Depth < 0 || q.MultiPV < 0 || l.MoveTime < 0 || l.Overhead < 0 || l.Late < 0 || l.Base < 0 || l.Ply < 0 {
		return nil, errors.New("a limit is negative")
	}
	return t, nil
}
