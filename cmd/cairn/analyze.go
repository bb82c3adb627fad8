package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/explain"
	"cairn.example/internal/terminal/computer"
)

type analyzeCmd struct {
	positionArg
	limitFlags
	engineFlags
	Multipv int  `least:"1" help:"Number of best moves to find." default:"1" placeholder:"N"`
	JSON    bool `help:"Print one JSON object per line; the last has the best move."`
}

func (analyzeCmd) Help() string {
	return `Each line shows depth, score, nodes, speed, time and the expected moves. Scores are
for the side to move; 100 is worth about one piece. "win" and "loss" are proved. The
last lines name the best move and its reasons. Without a limit the search takes 10
seconds; Ctrl-C ends it early and keeps what was found. With one thread and --nodes
the answer is always the same. Try

  cairn analyze dvonn full:demo --time 3s --multipv 3`
}

func (c *analyzeCmd) Run(ctx context.Context, s *streams) error {
	g, p, err := c.read(s)
	if err != nil {
		return err
	}
	l := c.limits(10 * time.Second)
	l.MultiPV = c.Multipv
	e, err := c.engine(s.catalog, g, l)
	if err != nil {
		return err
	}
	r := e.Search(ctx, p, l, func(i engine.Info) {
		if c.JSON {
			s.json(newSearchInfo(g, i))
		} else {
			fmt.Fprintln(s.out, infoLine(s.catalog, p, i, c.Multipv > 1))
		}
		s.out.Flush()
	})
	x := explain.Move(ctx, e, p, &r)
	if c.JSON {
		end := struct {
			Best    string       `json:"best"`
			Ponder  string       `json:"ponder,omitempty"`
			Reasons []reasonInfo `json:"reasons,omitempty"`
			IfNot   []string     `json:"ifnot,omitempty"`
			searchInfo
		}{searchInfo: newSearchInfo(g, r.Info), Reasons: newReasonInfos(g, x.Reasons), IfNot: moveTexts(g, x.IfNot)}
		if r.Move != 0 {
			end.Best = g.MoveText(r.Move)
		}
		if r.Ponder != 0 {
			end.Ponder = g.MoveText(r.Ponder)
		}
		return s.json(end)
	}
	if r.Move == 0 {
		fmt.Fprintln(s.out, s.catalog.T("cli.over"), say.New(g, s.catalog).Over(p))
		return nil
	}
	fmt.Fprintln(s.out, s.catalog.T("cli.analyze.best", i18n.Args{"move": g.MoveText(r.Move)}))
	for _, why := range computer.Reasons(x.Reasons) {
		fmt.Fprintln(s.out, s.catalog.T("cli.analyze.why", i18n.Args{"reason": why.In(s.catalog)}))
	}
	if len(x.IfNot) > 0 {
		fmt.Fprintln(s.out, s.catalog.T("ui.hint.ifnot"), strings.Join(moveTexts(g, x.IfNot), " "))
	}
	return nil
}
