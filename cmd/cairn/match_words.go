package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cairn.example/internal/i18n"
	"cairn.example/match"
)

// say prints what came out.
func (c *matchCmd) say(s *streams, m *match.Match, sum match.Summary) {
	e := sum.Estimate()
	t := s.catalog.T
	fmt.Fprintln(s.out, t("cli.match.against", i18n.Args{
		"first": m.Specs[0].Name, "second": m.Specs[1].Name, "game": t("game." + m.Game.ID()),
		"openings": m.Openings.String(), "headline": headline(s.catalog, sum),
	}))
	fmt.Fprintln(s.out, t("cli.match.pairs", i18n.Args{
		"pairs": fmt.Sprint(sum.Pairs), "los": tenths(s.catalog, 100*e.LOS),
		"first": fmt.Sprintf("+%d =%d -%d", sum.First[0], sum.First[1], sum.First[2]),
	}))
	if test := m.SPRT; test != nil {
		low, high := test.Bounds()
		verdict := t("cli.match.undecided")
		if v := test.Verdict(sum.Tally); v != match.Undecided {
			verdict = t("cli.match.accepted", i18n.Args{"hypothesis": string(v)})
		}
		fmt.Fprintln(s.out, t("cli.match.test", i18n.Args{
			"elo0": figure(s.catalog, fmt.Sprintf("%g", test.Elo0)), "elo1": figure(s.catalog, fmt.Sprintf("%g", test.Elo1)),
			"llr": hundredths(s.catalog, test.LLR(sum.Tally)),
			"low": hundredths(s.catalog, low), "high": hundredths(s.catalog, high), "verdict": verdict,
		}))
	}
	for i := range m.Specs {
		fmt.Fprintln(s.out, contestantLine(s.catalog, m, sum, i))
	}
}

// contestantLine says how often a contestant failed and how it searched.
func contestantLine(c *i18n.Catalog, m *match.Match, sum match.Summary, i int) string {
	faults := strconv.Itoa(sum.FaultCount(i))
	for _, reason := range match.Faults {
		if n := sum.Faults[i][reason]; n > 0 {
			faults += fmt.Sprintf(", %s %d", c.T("cli.match.reason."+string(reason)), n)
		}
	}
	line := c.T("cli.match.faults", i18n.Args{"name": m.Specs[i].Name, "faults": faults})
	if n := sum.Moves[i]; n > 0 {
		line += "; " + c.T("cli.match.move", i18n.Args{"ms": fmt.Sprintf("%.0f", float64(sum.Millis[i])/float64(n))})
		if sum.Nodes[i] > 0 {
			line += ", " + c.T("cli.match.search", i18n.Args{
				"nodes": count(c, uint64(sum.Nodes[i]/n)), "depth": tenths(c, float64(sum.Depths[i])/float64(n)),
			})
		}
	}
	return line
}

// headline says in one line how a match stands.
func headline(c *i18n.Catalog, sum match.Summary) string {
	e := sum.Estimate()
	return c.T("cli.match.headline", i18n.Args{
		"tally": fmt.Sprintf("+%d =%d -%d", sum.Wins, sum.Draws, sum.Losses),
		"score": tenths(c, 100*e.Score), "elo": match.Signed(e.Elo), "low": match.Signed(e.Low), "high": match.Signed(e.High),
	})
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
		reason := c.T("cli.match.reason." + string(r.Reason))
		if r.Detail != "" {
			reason += " (" + strings.TrimSpace(r.Detail) + ")"
		}
		parts = append(parts, reason)
	}
	return c.T("place.text", i18n.Args{
		"place": fmt.Sprintf("%d.%d %s - %s", r.Pair+1, half, first, second), "text": strings.Join(parts, ", "),
	})
}

// tenths writes a number with one decimal.
func tenths(c *i18n.Catalog, f float64) string {
	if math.IsNaN(f) {
		return "?"
	}
	return figure(c, fmt.Sprintf("%.1f", f))
}
