package main

import (
	"fmt"
)

type applyCmd struct {
	positionArg
	Move []string `arg:"" help:"Moves, played in order: b1-b2, R,b1-b2, pass; DVONN also e3 and E3F3."`
	JSON bool     `help:"Print a JSON object with the position, the moves and the result."`
}

func (applyCmd) Help() string {
	return `Stops at the first illegal move and says which rule forbids it. Try

  cairn apply dvonn start: e3 f3 g3`
}

func (c *applyCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	played := make([]string, 0, len(c.Move))
	for i, text := range c.Move {
		m, err := p.ParseMove(text)
		if err != nil {
			return no(fmt.Errorf("move %d, %s: %s", i+1, shown(text), pointAt(text, err)), "")
		}
		if err := p.Play(m); err != nil {
			return no(fmt.Errorf("move %d, %s: %w", i+1, shown(text), err), "")
		}
		played = append(played, g.MoveText(m))
	}
	if c.JSON {
		return s.json(struct {
			Game     string   `json:"game"`
			Position string   `json:"position"`
			Moves    []string `json:"moves"`
			Result   string   `json:"result"`
		}{g.ID(), p.String(), played, g.OutcomeName(p.Outcome())})
	}
	fmt.Fprintln(s.out, p)
	return nil
}
