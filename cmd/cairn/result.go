package main

import (
	"fmt"

	"cairn.example/game"
)

type resultCmd struct {
	positionArg
	JSON bool `help:"Print a JSON object with the counts that decide the game."`
}

func (resultCmd) Help() string {
	return `This prints "ongoing", "draw", or the winner: 1 or 2 in LYNGK, w or b in DVONN.`
}

func (c *resultCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	result := g.OutcomeName(p.Outcome())
	if !c.JSON {
		fmt.Fprintln(s.out, result)
		return nil
	}
	standing := map[string]map[string]int{}
	if scorer, ok := p.(game.Scorer); ok {
		for _, side := range []game.Side{game.First, game.Second} {
			counts := map[string]int{}
			for _, n := range scorer.Standing(side) {
				counts[n.Key] = n.N
			}
			standing[g.SideName(side)] = counts
		}
	}
	return s.json(struct {
		Game     string                    `json:"game"`
		Position string                    `json:"position"`
		Result   string                    `json:"result"`
		Standing map[string]map[string]int `json:"standing"`
	}{g.ID(), p.String(), result, standing})
}
