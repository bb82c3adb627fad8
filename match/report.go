package match

import (
	"fmt"
	"html/template"
	"io"
	"math"
	"strconv"
	"strings"
)

// Report writes what came out of a match as one HTML file that needs nothing
// else: figures in tables, and plots.
func (m *Match) Report(w io.Writer, results []Result) error {
	sum := NewSummary(m.Game)
	track := tracked{}
	for _, r := range results {
		before := sum.PairCount()
		sum.Add(r)
		if sum.PairCount() > before {
			track.add(m, sum.Tally)
		}
	}
	e := sum.Estimate()
	d := reportData{
		Title:     fmt.Sprintf("%s against %s", m.Specs[0].Name, m.Specs[1].Name),
		GameName:  m.Game.Name(),
		Names:     [2]string{m.Specs[0].Name, m.Specs[1].Name},
		Specs:     [2]string{m.Specs[0].Text, m.Specs[1].Text},
		Openings:  m.Openings.String(),
		Seed:      m.Openings.Seed,
		Headline:  Headline(sum),
		Games:     sum.Games(),
		Tally:     sum.Tally,
		First:     sum.First,
		Score:     fmt.Sprintf("%.1f %%", 100*e.Score),
		Elo:       EloText(e),
		NElo:      signed(e.NElo),
		LOS:       fmt.Sprintf("%.1f %%", 100*e.LOS),
		PairCount: sum.PairCount(),
	}
	for i := range m.Specs {
		d.Controls[i] = m.controlText(i)
		d.Faults[i] = faultText(sum, i)
		if n := sum.Moves[i]; n > 0 {
			d.PerMove[i] = fmt.Sprintf("%.0f ms", float64(sum.Millis[i])/float64(n))
			if sum.Nodes[i] > 0 {
				d.Depth[i] = fmt.Sprintf("%.1f", float64(sum.Depths[i])/float64(n))
			}
			if sum.Nodes[i] > 0 && sum.Millis[i] > 0 {
				d.Speed[i] = fmt.Sprintf("%.2f M", float64(sum.Nodes[i])/float64(sum.Millis[i])/1000)
			}
		}
	}
	for _, reason := range append([]Reason{Rules, Proof}, Faults...) {
		if n := sum.Reasons[reason]; n > 0 {
			d.Reasons = append(d.Reasons, fmt.Sprintf("%s %d", reason, n))
		}
	}
	if s := m.SPRT; s != nil {
		low, high := s.Bounds()
		d.Test = fmt.Sprintf("H0: %g Elo, H1: %g Elo, errors %g and %g: LLR %.2f (%.2f to %.2f), %s",
			s.Elo0, s.Elo1, s.Alpha, s.Beta, s.LLR(sum.Tally), low, high, verdictText(s.Verdict(sum.Tally)))
	}
	d.Plots = m.plots(results, sum, &track)
	return reportPage.Execute(w, d)
}

type reportData struct {
	Title, GameName, Openings, Seed, Headline string
	Names, Specs, Controls, Faults            [2]string
	PerMove, Depth, Speed                     [2]string
	Games, PairCount                          int
	Tally                                     Tally
	First                                     [3]int
	Score, Elo, NElo, LOS, Test               string
	Reasons                                   []string
	Plots                                     []template.HTML
}

// Headline says in one line how a match stands.
func Headline(s Summary) string {
	e := s.Estimate()
	return fmt.Sprintf("+%d =%d -%d, %.1f %%, %s", s.Wins, s.Draws, s.Losses, 100*e.Score, EloText(e))
}

// EloText returns Elo and its 95 % interval: "Elo +35 (-12 to +80)".
func EloText(e Estimate) string {
	return fmt.Sprintf("Elo %s (%s to %s)", signed(e.Elo), signed(e.Low), signed(e.High))
}

// Signed writes a difference in Elo, or a bound of it, with its sign.
func Signed(v float64) string { return signed(v) }

// signed writes a number of Elo with its sign.
func signed(v float64) string {
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

func verdictText(v Verdict) string {
	switch v {
	case AcceptH0:
		return "H0 accepted"
	case AcceptH1:
		return "H1 accepted"
	}
	return "not decided yet"
}

func faultText(s Summary, i int) string {
	var parts []string
	for _, reason := range Faults {
		if n := s.Faults[i][reason]; n > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", reason, n))
		}
	}
	if len(parts) == 0 {
		return "none"
	}
	return strings.Join(parts, ", ")
}

var reportPage = template.Must(template.New("report").Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
<style>
:root { --ink: #1d2126; --soft: #5d6570; --line: #d8dce1; --paper: #fbfbfa; --card: #fff; --a: #1f6feb; --b: #c2410c; --band: #1f6feb26; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9ed; --soft: #9aa4b0; --line: #353c45; --paper: #16191d; --card: #1d2126; --a: #6ea8fe; --b: #fb923c; --band: #6ea8fe33; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 68rem; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
.head { font-size: 1.15rem; margin: .35rem 0 1.5rem; color: var(--soft); font-variant-numeric: tabular-nums; }
.grid { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr)); }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.1rem; min-width: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: .28rem .6rem .28rem 0; vertical-align: top; overflow-wrap: anywhere; }
th { font-weight: 500; color: var(--soft); white-space: nowrap; }
tr + tr { border-top: 1px solid var(--line); }
code { font-size: .9em; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--soft); font: 12px system-ui, sans-serif; }
.axis { stroke: var(--line); } .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
.la { stroke: var(--a); fill: none; stroke-width: 2; stroke-linejoin: round; } .lb { stroke: var(--b); fill: none; stroke-width: 2; stroke-linejoin: round; stroke-dasharray: 6 3; }
.fa { fill: var(--a); } .fb { fill: var(--b); } .band { fill: var(--band); } svg .num { fill: var(--ink); }
small { color: var(--soft); }
section p { margin: 0; }
</style>
<h1>{{.Title}}</h1>
<p class="head">{{.GameName}}, {{.Games}} games: {{.Headline}}</p>
<div class="grid">
<section><h2>Result</h2><table>
<tr><th>Score</th><td>{{.Score}} of {{.Games}} games: {{.Tally.Wins}} won, {{.Tally.Draws}} drawn, {{.Tally.Losses}} lost</td></tr>
<tr><th>Difference</th><td>{{.Elo}}, 95 % interval</td></tr>
<tr><th>Normalized Elo</th><td>{{.NElo}}</td></tr>
<tr><th>Likely stronger</th><td>{{.LOS}}</td></tr>
{{with .Test}}<tr><th>Test</th><td>{{.}}</td></tr>{{end}}
<tr><th>First to move</th><td>{{index .First 0}} won, {{index .First 1}} drawn, {{index .First 2}} lost</td></tr>
<tr><th>Games ended by</th><td>{{range $i, $r := .Reasons}}{{if $i}}, {{end}}{{$r}}{{end}}</td></tr>
</table></section>
<section><h2>Contestants</h2><table>
<tr><th></th><td><strong>{{index .Names 0}}</strong></td><td><strong>{{index .Names 1}}</strong></td></tr>
<tr><th>Made by</th><td><code>{{index .Specs 0}}</code></td><td><code>{{index .Specs 1}}</code></td></tr>
<tr><th>Limit</th><td>{{index .Controls 0}}</td><td>{{index .Controls 1}}</td></tr>
<tr><th>Time a move</th><td>{{index .PerMove 0}}</td><td>{{index .PerMove 1}}</td></tr>
<tr><th>Mean depth</th><td>{{index .Depth 0}}</td><td>{{index .Depth 1}}</td></tr>
<tr><th>Nodes a second</th><td>{{index .Speed 0}}</td><td>{{index .Speed 1}}</td></tr>
<tr><th>Faults</th><td>{{index .Faults 0}}</td><td>{{index .Faults 1}}</td></tr>
</table></section>
{{range .Plots}}{{.}}{{end}}
<section><h2>How it was played</h2><p>Openings <code>{{.Openings}}</code> of seed <code>{{.Seed}}</code>, each played twice with sides swapped. {{.PairCount}} whole pairs; errors and the test are those of pairs.</p></section>
</div>
</html>
`))
