package main

import (
	"fmt"
	"sort"

	"cairn.example/game"
)

type movesCmd struct {
	positionArg
	JSON bool `help:"Print a JSON object instead of lines."`
}

func (movesCmd) Help() string {
	return `Each line is a move; lines are sorted bytewise. Nothing is printed if the game is over. Try

  cairn moves lyngk start:demo | wc -l`
}

func (c *movesCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	moves := sortedMoves(g, p)
	if c.JSON {
		return s.json(struct {
			Game     string   `json:"game"`
			Position string   `json:"position"`
			Moves    []string `json:"moves"`
		}{g.ID(), p.String(), moves})
	}
	for _, m := range moves {
		fmt.Fprintln(s.out, m)
	}
	return nil
}

// sortedMoves returns the texts of all legal moves, sorted bytewise as the
// contract asks of lists; never nil.
func sortedMoves(g game.Game, p game.Position) []string {
	moves := p.Moves(nil)
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = g.MoveText(m)
	}
	sort.Strings(texts)
	return texts
}
