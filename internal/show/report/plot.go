package report

import (
	"html/template"
	"math"
	"slices"

	"cairn.example/internal/show/i18n"
	"cairn.example/match"
)

// development is the score and the test of a match after each pair.
type development struct {
	score, low, high, llr []float64
}

func (t *development) add(m *match.Match, tally match.Tally) {
	e := tally.Estimate()
	t.score = append(t.score, e.Score)
	t.low = append(t.low, max(e.Score-match.Z95*e.Error, 0))
	t.high = append(t.high, min(e.Score+match.Z95*e.Error, 1))
	if m.SPRT != nil {
		t.llr = append(t.llr, m.SPRT.LLR(tally))
	}
}

// plots draws the plots that there is data for.
func (p *page) plots(results []match.Result, sum match.Summary, t *development) []template.HTML {
	var all []template.HTML
	first := i18n.Args{"name": p.m.Specs[0].Name}
	if n := len(t.score); n > 1 {
		c := p.newChart(p.t("cli.report.by_pair"), p.t("cli.report.by_pair.note", first), 1, float64(n), 0, 1)
		c.percent = true
		c.frame()
		c.level(0.5, "zero", "")
		c.band(t.low, t.high)
		c.line(t.score, "la")
		all = append(all, c.html())
	}
	if test := p.m.SPRT; test != nil && len(t.llr) > 1 {
		low, high := test.Bounds()
		c := p.newChart(p.t("cli.report.sequential"), p.t("cli.report.sequential.note"), 1, float64(len(t.llr)),
			min(low, slices.Min(t.llr))*1.15, max(high, slices.Max(t.llr))*1.15)
		c.frame()
		c.level(low, "zero", string(match.AcceptH0))
		c.level(high, "zero", string(match.AcceptH1))
		c.line(t.llr, "la")
		all = append(all, c.html())
	}
	if sum.PairCount() > 0 {
		all = append(all, p.bars(p.t("cli.report.points"), p.t("cli.report.points.note", first), []string{"0", "½", "1", "1½", "2"}, sum.Pairs[:]))
	}
	var lengths []int
	var depth, spent [2]curve
	for _, r := range results {
		lengths = append(lengths, len(r.Plies))
		r.Each(p.m.Game, func(who, ply int, played match.Ply) {
			if played.Depth > 0 {
				depth[who].add(ply, float64(played.Depth))
			}
			spent[who].add(ply, float64(played.Millis)/1000)
		})
	}
	if len(lengths) > 0 {
		labels, counts := histogram(lengths, 12)
		all = append(all, p.bars(p.t("cli.report.length"), p.t("cli.report.length.note"), labels, counts))
	}
	if c, ok := p.curves(p.t("cli.report.depths"), p.t("cli.report.depths.note"), depth); ok {
		all = append(all, c)
	}
	if c, ok := p.curves(p.t("cli.report.times"), p.t("cli.report.times.note"), spent); ok {
		all = append(all, c)
	}
	return all
}

// curve averages values by ply.
type curve struct {
	sum []float64
	n   []int
}

func (c *curve) add(ply int, v float64) {
	for len(c.sum) <= ply {
		c.sum, c.n = append(c.sum, 0), append(c.n, 0)
	}
	c.sum[ply] += v
	c.n[ply]++
}

// mean returns the means, over two plies so that both sides' turns mix, NaN where
// there are too few.
func (c *curve) mean(few int) []float64 {
	out := make([]float64, len(c.sum))
	for i := range out {
		s, n := c.sum[i], c.n[i]
		if i > 0 {
			s, n = s+c.sum[i-1], n+c.n[i-1]
		}
		out[i] = math.NaN()
		if n > 0 && n >= few {
			out[i] = s / float64(n)
		}
	}
	return out
}

// curves draws the means of both contestants.
func (p *page) curves(title, note string, two [2]curve) (template.HTML, bool) {
	plies, top := 0, 0.0
	var means [2][]float64
	for i := range two {
		most := 0
		for _, n := range two[i].n {
			most = max(most, n)
		}
		means[i] = two[i].mean(most / 20)
		plies = max(plies, len(means[i]))
		for _, v := range means[i] {
			if !math.IsNaN(v) {
				top = max(top, v)
			}
		}
	}
	if plies < 2 || top == 0 {
		return "", false
	}
	c := p.newChart(title, note, 1, float64(plies), 0, top*1.08)
	c.frame()
	for i, class := range []string{"la", "lb"} {
		c.line(means[i], class)
	}
	c.legend(p.m.Specs[0].Name, p.m.Specs[1].Name)
	return c.html(), true
}
