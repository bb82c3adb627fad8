package main

import (
	"errors"
	"fmt"

	"cairn.example/game"
	"cairn.example/internal/show/say"
)

type whyCmd struct {
	positionArg
	Move string `arg:"" help:"The move in question."`
	JSON bool   `help:"Print the reason as a JSON object."`
}

func (whyCmd) Help() string {
	return `This prints "legal" and exits with 0, or names the rule that forbids the move and exits
with 1. Rules are numbered as in docs/rules.md. Try

  cairn why lyngk start:demo a1-i1`
}

// reason is the JSON form of an answer.
type reason struct {
	Legal  bool              `json:"legal"`
	Move   string            `json:"move,omitempty"` // canonical, when legal
	Code   string            `json:"code,omitempty"`
	Clause string            `json:"clause,omitempty"`
	Offset *int              `json:"offset,omitempty"`
	Spots  []string          `json:"spots,omitempty"`
	Args   map[string]string `json:"args,omitempty"`
	Text   string            `json:"text,omitempty"`
}

func (c *whyCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	m, err := p.ParseMove(c.Move)
	if err == nil {
		if c.JSON {
			return s.json(reason{Legal: true, Move: g.MoveText(m)})
		}
		fmt.Fprintln(s.out, s.catalog.T("cli.why.legal"))
		return nil
	}
	if !c.JSON {
		fmt.Fprintln(s.out, say.Error(s.catalog, err))
		return failure(errSilent, "")
	}
	r := reason{Text: err.Error()}
	var e *game.Error
	if errors.As(err, &e) {
		r.Code, r.Clause, r.Spots, r.Args = e.Code, e.Clause, e.Spots, e.Args
		if e.Offset >= 0 {
			r.Offset = &e.Offset
		}
	}
	if err := s.json(r); err != nil {
		return err
	}
	return failure(errSilent, "")
}
