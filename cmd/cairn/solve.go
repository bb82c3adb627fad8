package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

type solveCmd struct {
	positionArg
	Time  time.Duration `least:"0" help:"Longest time, such as 60s; 0 for none." default:"60s" placeholder:"TIME"`
	Nodes uint64        `help:"Most positions visited." placeholder:"N"`
	engineFlags
	JSON bool `help:"Print a JSON object."`
}

func (solveCmd) Help() string {
	return `This prints the proved result of best play by both sides and a line that leads there.
It adds the margin if there was time to prove it, and says so if the line is cut short
for lack of time. The exit status is 1 if the limits are too tight for a proof. Try

  cairn solve dvonn "$(cairn setup dvonn --full --seed x)" --time 5s`
}

func (c *solveCmd) Run(ctx context.Context, s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	l := engine.Limits{MoveTime: c.Time, Nodes: c.Nodes}
	e, err := c.engine(s.catalog, g, l)
	if err != nil {
		return err
	}
	r := e.Solve(ctx, p, l, nil)
	exact := r.Proved && r.Bound == engine.Exact
	whole := r.Proved && leadsToEnd(p, r.PV)
	// After Ctrl-C the result so far is printed as well.
	signal, interrupted := interruption(ctx, nil)
	interrupted = interrupted && !(exact && whole)
	if c.JSON {
		end := struct {
			Proved bool   `json:"proved"`
			Result string `json:"result,omitempty"` // for the side to move
			Score  string `json:"score"`            // as in the protocol
			Exact  bool   `json:"exact"`            // the margin is proved as well
			Whole  bool   `json:"whole"`            // pv leads to the end of the game
			Best   string `json:"best,omitempty"`
			searchInfo
		}{Proved: r.Proved, Score: newSearchInfo(g, r.Info).Score, Exact: exact, Whole: whole, searchInfo: newSearchInfo(g, r.Info)}
		if r.Proved {
			end.Result = proofWord(r.Score)
		}
		if r.Move != 0 {
			end.Best = g.MoveText(r.Move)
		}
		if err := s.json(end); err != nil {
			return err
		}
		switch {
		case interrupted:
			return signal
		case !r.Proved:
			return failure(errSilent, "")
		}
		return nil
	}
	t := s.catalog.T
	cost := i18n.Args{"nodes": count(s.catalog, r.Nodes), "time": seconds(s.catalog, r.Time)}
	more := s.catalog.List("list.or", []string{"--time", "--hash", "--threads"})
	if c.Nodes > 0 {
		more = s.catalog.List("list.or", []string{"--time", "--nodes", "--hash", "--threads"})
	}
	switch {
	case !r.Proved && interrupted:
		fmt.Fprintln(s.err, t("cli.solve.unproved", cost))
		return signal
	case !r.Proved:
		return failure(errors.New(t("cli.solve.unproved", cost)), t("cli.solve.more", i18n.Args{"flags": more}))
	}
	fmt.Fprintln(s.out, t("cli.solve.proved", cost, i18n.Args{"result": proofWords(s.catalog, p, r.Info, exact)}))
	if r.Move != 0 {
		fmt.Fprintln(s.out, t("cli.analyze.best", i18n.Args{"move": g.MoveText(r.Move)}))
		if len(r.PV) > 1 {
			fmt.Fprintln(s.out, t("cli.solve.line", i18n.Args{"line": strings.Join(moveTexts(g, r.PV), " ")}))
		}
		if !whole && !interrupted {
			fmt.Fprintln(s.out, t("cli.solve.line_part", i18n.Args{"flags": more}))
		}
	}
	if interrupted {
		return signal
	}
	return nil
}

// leadsToEnd reports whether the game is over after a line of p.
func leadsToEnd(p game.Position, line []game.Move) bool {
	end := p.Copy()
	for _, m := range line {
		end.PlayUnchecked(m)
	}
	return end.Outcome() != game.Ongoing
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
func proofWords(c *i18n.Catalog, p game.Position, i engine.Info, exact bool) string {
	winner := p.Side()
	switch {
	case i.Score.Lost():
		winner = winner.Other()
	case !i.Score.Won():
		return c.T("cli.score.draw")
	}
	text := c.T("cli.solve.wins", i18n.Args{"player": say.New(p.Game(), c).Player(winner)})
	if _, by := i.Score.Margin(); exact {
		text += margin(c, p, i.Score, max(by, -by))
	}
	return text
}
