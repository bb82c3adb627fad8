package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// question is what the page asks. "search" searches a position, "stop" ends the
// search of the same id, "forget" drops what was learned from earlier ones.
type question struct {
	Op       string `json:"op"`
	ID       int    `json:"id"`
	Game     string `json:"game"`
	Position string `json:"position"`

	// Player is a name of [players.Names]; none is the engine at full strength,
	// which tells the most.
	Player string `json:"player"`
	Seed   string `json:"seed"`

	Limits  limits   `json:"limits"`
	MultiPV int      `json:"multipv"`
	Only    []string `json:"only"`    // the moves to choose from; all when empty
	Solve   bool     `json:"solve"`   // prove the outcome and the margin
	Exhaust bool     `json:"exhaust"` // go on to the best margin when the outcome is proved
	Hash    int      `json:"hash"`    // MiB, for the engine
}

// limits are [engine.Limits], times in milliseconds.
type limits struct {
	Depth     int        `json:"depth"`
	Nodes     uint64     `json:"nodes"`
	MoveTime  float64    `json:"movetime"`
	Clock     [2]float64 `json:"clock"`
	Increment [2]float64 `json:"increment"`
	Clocked   bool       `json:"clocked"`
	Overhead  float64    `json:"overhead"`
}

// maxHash is the largest hash in MiB that a question may ask for: a browser
// gives a page a few hundred, and a refused allocation ends the program.
const maxHash = 256

// task is a question whose texts were parsed.
type task struct {
	*question
	game   game.Game
	pos    game.Position
	limits engine.Limits
}

// parseQuestion reads the JSON of a question; the op must be known.
func parseQuestion(text string) (*question, error) {
	q := new(question)
	if err := json.Unmarshal([]byte(text), q); err != nil {
		return nil, fmt.Errorf("the question is not JSON: %w", err)
	}
	switch q.Op {
	case "search", "stop", "forget":
		return q, nil
	}
	return nil, fmt.Errorf("unknown question %q", q.Op)
}

// newTask parses the texts of a search and checks its limits.
func newTask(q *question) (*task, error) {
	g, err := games.Lookup(q.Game)
	if err != nil {
		return nil, err
	}
	p, err := g.Parse(q.Position)
	if err != nil {
		return nil, err
	}
	l := &q.Limits
	ms := func(n float64) time.Duration { return time.Duration(n * float64(time.Millisecond)) }
	t := &task{question: q, game: g, pos: p, limits: engine.Limits{
		Depth: l.Depth, Nodes: l.Nodes, MoveTime: ms(l.MoveTime), MultiPV: q.MultiPV,
		Clocked: l.Clocked, Overhead: ms(l.Overhead), Exhaust: q.Exhaust,
	}}
	for s := range l.Clock {
		t.limits.Clock[s], t.limits.Increment[s] = ms(l.Clock[s]), ms(l.Increment[s])
	}
	for _, text := range q.Only {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, err
		}
		t.limits.Only = append(t.limits.Only, m)
	}
	if q.Hash < 0 || q.Hash > maxHash {
		return nil, fmt.Errorf("a hash of %d MiB is outside 0 to %d", q.Hash, maxHash)
	}
	if l.Depth < 0 || q.MultiPV < 0 || l.MoveTime < 0 || l.Overhead < 0 {
		return nil, errors.New("a limit is negative")
	}
	return t, nil
}
