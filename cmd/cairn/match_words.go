package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cairn.example/game"
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
		fmt.Fprintln(s.out, contestantLine(s.catalog, m.Specs[i].Name, sum, i))
	}
}

// printEvent prints the table of an event: for each contestant, the strongest first, its
// rating with what it lies between, its share of the points, and its points against each.
func printEvent(s *streams, e *match.Event, begun string, sums []match.Summary) {
	m := e.Matches[0]
	fmt.Fprintln(s.out, s.catalog.Labeled(s.catalog.T("game."+m.Game.ID())+", "+m.Openings.String(), begun))
	n := len(e.Specs)
	tallies := make([]match.Tally, len(sums))
	whole := make([]match.Summary, n) // of each contestant, as its first one
	cells := make([][]string, n)
	for i := range whole {
		whole[i] = match.NewSummary(m.Game)
		cells[i] = make([]string, n)
	}
	for k, p := range e.Pairings {
		tallies[k] = sums[k].Tally
		points, games := sums[k].Points(), sums[k].Games()
		for i, of := range p {
			whole[of].AddContestant(&sums[k], i)
			cells[of][p[1-i]] = report.Tenths(s.catalog, points) + "/" + strconv.Itoa(games)
			points = float64(games) - points
		}
	}
	ratings := match.Ratings(n, e.Pairings, tallies)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ratings[b].Elo, ratings[a].Elo) })
	rows := [][]string{{"", "Elo", "95 %", s.catalog.T("ui.archive"), "+", "=", "−", "%"}}
	for place, i := range order {
		r, sum := ratings[i], &whole[i]
		row := []string{
			fmt.Sprintf("%d %s", place+1, game.Printable(e.Specs[i].Name)), report.Signed(r.Elo), report.Signed(r.Low) + " … " + report.Signed(r.High),
			strconv.Itoa(sum.Games()), strconv.Itoa(sum.Wins), strconv.Itoa(sum.Draws), strconv.Itoa(sum.Losses),
			report.Tenths(s.catalog, 100*sum.Points()/float64(max(sum.Games(), 1))),
		}
		for _, j := range order {
			row = append(row, cmp.Or(cells[i][j], "–"))
		}
		rows = append(rows, row)
		rows[0] = append(rows[0], strconv.Itoa(place+1))
	}
	printTable(s.out, rows)
	for _, i := range order {
		fmt.Fprintln(s.out, contestantLine(s.catalog, e.Specs[i].Name, whole[i], 0))
	}
}

// contestantLine says how often a contestant failed and how it searched.
func contestantLine(c *i18n.Catalog, name string, sum match.Summary, i int) string {
	line := c.T("cli.match.faults", i18n.Args{"name": name, "faults": report.Faults(c, sum, i)})
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
