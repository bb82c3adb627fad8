package main

import (
	"fmt"
	"strconv"
	"strings"

	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/report"
	"cairn.example/match"
)

// printSummary prints the result of the match.
func (c *matchCmd) printSummary(s *streams, m *match.Match, sum match.Summary) {
	e := sum.Estimate()
	t := s.catalog.T
	fmt.Fprintln(s.out, t("cli.match.against", i18n.Args{
		"first": m.Specs[0].Name, "second": m.Specs[1].Name, "game": t("game." + m.Game.ID()),
		"openings": m.Openings.String(), "headline": report.Headline(s.catalog, sum),
	}))
	fmt.Fprintln(s.out, t("cli.match.pairs", i18n.Args{
		"pairs": fmt.Sprint(sum.Pairs), "los": report.Tenths(s.catalog, 100*e.LOS),
		"first": fmt.Sprintf("+%d =%d -%d", sum.First[0], sum.First[1], sum.First[2]),
	}))
	if sum.Repeats > 0 {
		fmt.Fprintln(s.out, report.Repeats(s.catalog, sum))
	}
	if m.SPRT != nil {
		fmt.Fprintln(s.out, report.Test(s.catalog, m, sum))
	}
	for i := range m.Specs {
		fmt.Fprintln(s.out, contestantLine(s.catalog, m, sum, i))
	}
}

// contestantLine says how often a contestant failed and how it searched.
func contestantLine(c *i18n.Catalog, m *match.Match, sum match.Summary, i int) string {
	line := c.T("cli.match.faults", i18n.Args{"name": m.Specs[i].Name, "faults": report.Faults(c, sum, i)})
	if n := sum.Moves[i]; n > 0 {
		line += "; " + c.T("cli.match.move", i18n.Args{"ms": fmt.Sprintf("%.0f", float64(sum.Millis[i])/float64(n))})
		if sum.Nodes[i] > 0 {
			line += ", " + c.T("cli.match.search", i18n.Args{
				"nodes": count(c, uint64(sum.Nodes[i]/n)), "depth": report.Tenths(c, float64(sum.Depths[i])/float64(n)),
			})
		}
	}
	return line
}

// matchGame is one line about a game: its number, who played whom, how it ended.
func matchGame(c *i18n.Catalog, m *match.Match, r match.Result) string {
	first, second, half := m.Specs[0].Name, m.Specs[1].Name, 1
	if r.Swap {
		first, second, half = second, first, 2
	}
	result := c.T("cli.score.draw")
	if loser, ok := r.Loser(m.Game); ok {
		result = c.T("cli.solve.wins", i18n.Args{"player": m.Specs[1-loser].Name})
	}
	parts := []string{result, c.T("cli.verify.plies", i18n.Args{"n": len(r.Plies), "count": strconv.Itoa(len(r.Plies))})}
	if r.Reason != match.Rules {
		reason := report.Reason(c, r.Reason)
		if r.Detail != "" {
			reason += " (" + strings.TrimSpace(r.Detail) + ")"
		}
		parts = append(parts, reason)
	}
	return c.Labeled(fmt.Sprintf("%d.%d %s - %s", r.Pair+1, half, first, second), strings.Join(parts, ", "))
}
