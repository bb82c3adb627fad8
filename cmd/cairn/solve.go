package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

type solveCmd struct {
	positionArg
	Time  time.Duration `help:"Longest time, such as 60s; 0 for none." default:"60s" placeholder:"TIME"`
	Nodes uint64        `help:"Positions visited at most." placeholder:"N"`
	engineFlags
	JSON bool `help:"Print a JSON object."`
}

func (solveCmd) Help() string {
	return `Prints the proved result with both sides at their best, and a line of play that
leads there; the margin too, where there was time to prove it. The exit status is
1 when the limits are too tight for a proof. Try

  cairn solve dvonn "$(cairn setup dvonn --full --seed x)" --time 5s`
}

func (c *solveCmd) Run(s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	if c.Time < 0 {
		return misuse(errors.New("a limit cannot be negative"), "")
	}
	e, err := c.engine(g)
	if err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	r := e.Solve(ctx, p, engine.Limits{MoveTime: c.Time, Nodes: c.Nodes}, nil)
	exact := r.Proved && r.Bound == engine.Exact
	if c.JSON {
		end := struct {
			Proved bool   `json:"proved"`
			Result string `json:"result"` // for the side to move, or "" when unproved
			Score  string `json:"score"`  // as in the protocol
			Exact  bool   `json:"exact"`  // the margin is proved as well
			Best   string `json:"best,omitempty"`
			searchInfo
		}{Proved: r.Proved, Score: newSearchInfo(g, r.Info).Score, Exact: exact, searchInfo: newSearchInfo(g, r.Info)}
		if r.Proved {
			end.Result = proofWord(r.Score)
		}
		if r.Move != 0 {
			end.Best = g.MoveText(r.Move)
		}
		if err := s.json(end); err != nil {
			return err
		}
		if !r.Proved {
			return no(errSilent, "")
		}
		return nil
	}
	cost := fmt.Sprintf("%s nodes, %s", short(r.Nodes), seconds(r.Time))
	if !r.Proved {
		return no(fmt.Errorf("not proved within %s", cost), "give more --time, --hash or --threads")
	}
	fmt.Fprintf(s.out, "%s, proved in %s\n", proofWords(p, r.Info, exact), cost)
	if r.Move != 0 {
		fmt.Fprintln(s.out, "best", g.MoveText(r.Move))
		if len(r.PV) > 1 {
			fmt.Fprintln(s.out, "line", strings.Join(moveTexts(g, r.PV), " "))
		}
	}
	return nil
}

// proofWord returns the result for the side to move.
func proofWord(s engine.Score) string {
	switch {
	case s.Won():
		return "win"
	case s.Lost():
		return "loss"
	}
	return "draw"
}

// proofWords names the winner and, where it is known, the margin.
func proofWords(p game.Position, i engine.Info, exact bool) string {
	g := p.Game()
	winner := p.Side()
	switch {
	case i.Score.Lost():
		winner = winner.Other()
	case !i.Score.Won():
		return "draw"
	}
	text := g.SideName(winner) + " wins"
	if sc, ok := p.(game.Scorer); ok && exact {
		standing := sc.Standing(winner)
		if count, by := i.Score.Margin(); count < len(standing) {
			text += fmt.Sprintf(" (%s +%d)", standing[len(standing)-1-count].Key, max(by, -by))
		}
	}
	return text
}
