package learn

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"cairn.example/game"
	"cairn.example/players"
)

// placingPair is a line of placings.jsonl: a pair of games, and all that its result depends on.
type placingPair struct {
	Evaluators [3]string `json:"evaluators"` // those that place, and the one that stacks
	Nodes      [3]uint64 `json:"nodes"`      // a move of each
	Plies      int       `json:"plies"`
	Revision   string    `json:"revision"`
	Program    string    `json:"program"` // that of [Options]

	Pair   int    `json:"pair"`
	Points [2]int `json:"points"` // of the first evaluator, doubled, as First and as Second
}

// Placings plays a match of placings for the game of the run. It goes on where it was
// stopped: each pair is kept in placings.jsonl, and those of the same evaluators, nodes,
// revision and program are not played again. The error may be ctx's.
func (r *Run) Placings(ctx context.Context, m PlacingMatch, o Options) (*PlacingResult, error) {
	like := placingPair{
		Nodes: [3]uint64{m.PlacingNodes[0], m.PlacingNodes[1], m.StackingNodes}, Plies: m.Plies, Revision: o.Revision, Program: o.Program,
	}
	for i, name := range []string{m.Evaluators[0], m.Evaluators[1], m.Stacker} {
		var err error
		if like.Evaluators[i], err = evaluatorID(r.game, name); err != nil {
			return nil, err
		}
	}
	known, err := r.placings().read(like)
	if err != nil {
		return nil, err
	}
	return playPlacings(ctx, r.game, m, o, known, func(pair int, points [2]int) error {
		p := like
		p.Pair, p.Points = pair, points
		return r.placings().keep(p)
	})
}

// evaluatorID names an evaluator by its name, or, if it is a file, by what the file holds.
func evaluatorID(g game.Game, name string) (string, error) {
	_, unknown := players.Evaluator(g, name)
	if unknown == nil {
		return name, nil
	}
	data, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", unknown
	case err != nil:
		return "", err
	}
	sum := sha256.Sum256(data)
	return fmt.Sprintf("%s %x", filepath.Base(name), sum[:8]), nil
}

// placingsFile is the name of a file of pairs.
type placingsFile string

func (r *Run) placings() placingsFile { return placingsFile(filepath.Join(r.Dir, "placings.jsonl")) }

// read returns the points of the pairs that were played under the conditions of like.
func (f placingsFile) read(like placingPair) (map[int][2]int, error) {
	data, err := os.ReadFile(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	known := map[int][2]int{}
	for line := range bytes.Lines(data) {
		var p placingPair
		if json.Unmarshal(line, &p) != nil {
			continue // cut off when the program was killed
		}
		pair, points := p.Pair, p.Points
		p.Pair, p.Points = 0, [2]int{}
		if p == like && pair >= 0 {
			known[pair] = points
		}
	}
	if len(data) > 0 && data[len(data)-1] != '\n' {
		return known, f.append("\n")
	}
	return known, nil
}

// keep adds a line to the file.
func (f placingsFile) keep(p placingPair) error {
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	return f.append(string(line) + "\n")
}

func (f placingsFile) append(text string) error {
	file, err := os.OpenFile(string(f), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
