// Package report writes the results of a match for people: the lines of the
// terminal, and one HTML file with tables and plots that needs nothing else.
//
// # Example
//
//	err := report.HTML(file, catalog, m, store.Results)
//
// # What it does not do
//
// It computes no statistics: figures, intervals and tests come from package match,
// marks from package judge.
package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"

	"cairn.example/internal/show/i18n"
	"cairn.example/match"
)

// HTML writes a match and its results as one page in the language of catalog.
func HTML(w io.Writer, catalog *i18n.Catalog, m *match.Match, results []match.Result) error {
	sum := match.NewSummary(m.Game)
	track := development{}
	for _, r := range results {
		before := sum.PairCount()
		sum.Add(r)
		if sum.PairCount() > before {
			track.add(m, sum.Tally)
		}
	}
	p := page{m: m, catalog: catalog, t: catalog.T, point: catalog.Figure(".")}
	names := i18n.Args{"first": m.Specs[0].Name, "second": m.Specs[1].Name}
	return htmlPage().Execute(w, content{
		Lang:  catalog.Lang(),
		Title: p.t("cli.report.title", names),
		Head:  catalog.Labeled(p.t("game."+m.Game.ID()), Headline(catalog, sum)),
		Tables: []table{
			{Title: p.t("cli.report.result"), Rows: p.result(sum)},
			{Title: p.t("cli.report.contestants"), Rows: p.contestants(sum, markMoves(m, results))},
		},
		Plots: p.plots(results, sum, &track),
		Notes: []table{{Title: p.t("cli.report.played"), Rows: []row{
			{p.t("cli.report.openings"), []string{m.Openings.String()}},
			{p.t("cli.report.seed"), []string{m.Openings.Seed}},
			{p.t("cli.report.pairs"), []string{catalog.Number(sum.PairCount())}},
			{p.t("cli.report.repeats"), []string{catalog.Number(sum.Repeats)}},
		}}},
		Note: p.t("cli.report.note"),
	})
}

//go:embed page.html
var htmlText string

var htmlPage = sync.OnceValue(func() *template.Template { return template.Must(template.New("report").Parse(htmlText)) })

// page builds one report.
type page struct {
	m       *match.Match
	catalog *i18n.Catalog
	t       func(key string, args ...i18n.Args) string
	point   string // the decimal point of the language
}

// The values that page.html is filled with.
type (
	content struct {
		Lang, Title, Head, Note string
		Tables, Notes           []table
		Plots                   []template.HTML
	}
	table struct {
		Title string
		Rows  []row
	}
	row struct {
		Name  string
		Cells []string
	}
)

// result is the table with score, Elo difference and tests.
func (p *page) result(sum match.Summary) []row {
	e := sum.Estimate()
	rows := []row{
		{p.t("cli.report.score"), []string{p.percent(e.Score)}},
		{p.t("cli.report.difference"), []string{fmt.Sprintf("%s (%s … %s)", Signed(e.Elo), Signed(e.Low), Signed(e.High))}},
		{p.t("cli.report.normalized"), []string{Signed(e.NElo)}},
		{p.t("cli.report.stronger"), []string{p.percent(e.LOS)}},
	}
	if p.m.SPRT != nil {
		rows = append(rows, row{p.t("cli.report.test"), []string{Test(p.catalog, p.m, sum)}})
	}
	rows = append(rows, row{p.t("cli.report.first"), []string{tally(sum.First)}})
	var reasons []string
	for _, reason := range append([]match.Reason{match.Rules, match.Proof}, match.Faults...) {
		if n := sum.Reasons[reason]; n > 0 {
			reasons = append(reasons, fmt.Sprintf("%s %s", Reason(p.catalog, reason), p.catalog.Number(n)))
		}
	}
	return append(rows, row{p.t("cli.report.ended"), []string{strings.Join(reasons, ", ")}})
}

// contestants is the table with a column for each contestant.
func (p *page) contestants(sum match.Summary, marked [2]*marks) []row {
	rows := []row{
		{"", nil},
		{p.t("cli.report.made"), nil},
		{p.t("cli.report.limit"), nil},
		{p.t("cli.report.time"), nil},
		{p.t("cli.report.depth"), nil},
		{p.t("cli.report.speed"), nil},
		{p.t("cli.report.mistakes"), nil},
		{p.t("cli.report.accuracy"), nil},
		{p.t("cli.report.faults"), nil},
	}
	for i, spec := range p.m.Specs {
		cells := [...]string{spec.Name, spec.Text, p.m.Allowance(i), "", "", "", marked[i].text(p.catalog), marked[i].percent(p.catalog), Faults(p.catalog, sum, i)}
		if n := float64(sum.Moves[i]); n > 0 {
			cells[3] = p.catalog.Figure(fmt.Sprintf("%.0f ms", float64(sum.Millis[i])/n))
			if sum.Nodes[i] > 0 {
				cells[4] = p.catalog.Figure(fmt.Sprintf("%.1f", float64(sum.Depths[i])/n))
			}
			if sum.Nodes[i] > 0 && sum.Millis[i] > 0 {
				cells[5] = p.catalog.Figure(fmt.Sprintf("%.2f M", float64(sum.Nodes[i])/float64(sum.Millis[i])/1000))
			}
		}
		for k, c := range cells {
			rows[k].Cells = append(rows[k].Cells, c)
		}
	}
	return rows
}

func (p *page) percent(share float64) string { return Tenths(p.catalog, 100*share) + " %" }

// Headline returns the score of a match and the Elo difference in one line.
func Headline(c *i18n.Catalog, sum match.Summary) string {
	e := sum.Estimate()
	return c.T("cli.match.headline", i18n.Args{
		"tally": tally([3]int{sum.Wins, sum.Draws, sum.Losses}),
		"score": Tenths(c, 100*e.Score), "elo": Signed(e.Elo), "low": Signed(e.Low), "high": Signed(e.High),
	})
}

// Repeats says how many games of a match repeat earlier ones.
func Repeats(c *i18n.Catalog, sum match.Summary) string {
	return c.T("cli.match.repeats", i18n.Args{"n": c.Number(sum.Repeats), "all": c.Number(sum.Games() + sum.Repeats)})
}

// Test returns the state of the sequential test of m, which must have one.
func Test(c *i18n.Catalog, m *match.Match, sum match.Summary) string {
	low, high := m.SPRT.Bounds()
	verdict := c.T("cli.match.undecided")
	if v := m.SPRT.Verdict(sum.Tally); v != match.Undecided {
		verdict = c.T("cli.match.accepted", i18n.Args{"hypothesis": string(v)})
	}
	number := func(format string, v float64) string { return c.Figure(fmt.Sprintf(format, v)) }
	return c.T("cli.match.test", i18n.Args{
		"elo0": number("%g", m.SPRT.Elo0), "elo1": number("%g", m.SPRT.Elo1), "llr": number("%.2f", m.SPRT.LLR(sum.Tally)),
		"low": number("%.2f", low), "high": number("%.2f", high), "verdict": verdict,
	})
}

// Faults counts the faults of contestant i, and those of each kind there is.
func Faults(c *i18n.Catalog, sum match.Summary, i int) string {
	text := c.Number(sum.FaultCount(i))
	for _, reason := range match.Faults {
		if n := sum.Faults[i][reason]; n > 0 {
			text += fmt.Sprintf(", %s %s", Reason(c, reason), c.Number(n))
		}
	}
	return text
}

// Reason names the reason why a game of a match ended.
func Reason(c *i18n.Catalog, r match.Reason) string { return c.T("cli.match.reason." + string(r)) }

// Tenths writes a number with one decimal, "?" where there is none.
func Tenths(c *i18n.Catalog, f float64) string {
	if math.IsNaN(f) {
		return "?"
	}
	return c.Figure(fmt.Sprintf("%.1f", f))
}

// tally writes wins, draws and losses.
func tally(n [3]int) string { return fmt.Sprintf("+%d =%d -%d", n[0], n[1], n[2]) }

// Signed writes a number of Elo with its sign.
func Signed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "+∞"
	case math.IsInf(v, -1):
		return "−∞"
	case math.IsNaN(v):
		return "?"
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', 0, 64)
	switch {
	case text == "0":
		return "0"
	case v < 0:
		return "−" + text
	}
	return "+" + text
}
