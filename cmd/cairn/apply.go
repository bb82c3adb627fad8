package main

import (
	"errors"
	"fmt"

	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

type applyCmd struct {
	positionArg
	Move []string `arg:"" help:"Moves in the order played: b1-b2, R,b1-b2, pass; in DVONN also e3 and E3F3."`
	JSON bool     `help:"Print a JSON object with the position, the moves and the result."`
}

func (applyCmd) Help() string {
	return `This command stops at the first illegal move and names the rule that forbids it. Try

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
			return c.refused(s.catalog, i, pointAt(s.catalog, text, err))
		}
		if err := p.Play(m); err != nil {
			return c.refused(s.catalog, i, say.Error(s.catalog, err))
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

// refused says which move is illegal, and why.
func (c *applyCmd) refused(catalog *i18n.Catalog, i int, reason string) error {
	return failure(errors.New(catalog.T("cli.apply.refused", i18n.Args{"n": i + 1, "move": shown(c.Move[i]), "reason": reason})), "")
}
