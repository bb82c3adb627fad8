package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A chart builds one plot as SVG.
type chart struct {
	b                        strings.Builder
	title, note              string
	point                    string  // the decimal point of the language
	left, right, top, bottom float64 // values at the edges
	percent                  bool
}

// The size of a chart and of its margins.
const (
	chartWidth, chartHeight              = 480.0, 240.0
	marginLeft, marginRight              = 46.0, 14.0
	marginTop, marginBottom              = 26.0, 26.0
	plotWidth, plotHeight                = chartWidth - marginLeft - marginRight, chartHeight - marginTop - marginBottom
	ticksAcross, ticksUp, barGap float64 = 6, 4, 0.25
)

func (p *page) newChart(title, note string, left, right, bottom, top float64) *chart {
	return &chart{title: title, note: note, point: p.point, left: left, right: right, bottom: bottom, top: top}
}

func (c *chart) x(v float64) float64 {
	return marginLeft + (v-c.left)/max(c.right-c.left, 1e-9)*plotWidth
}

func (c *chart) y(v float64) float64 {
	return marginTop + (c.top-v)/max(c.top-c.bottom, 1e-9)*plotHeight
}

// ticks returns round numbers from low to high, about n of them.
func ticks(low, high, n float64) []float64 {
	raw := (high - low) / n
	step := math.Pow(10, math.Floor(math.Log10(max(raw, 1e-12))))
	for _, f := range []float64{1, 2, 5, 10} {
		if step*f >= raw {
			step *= f
			break
		}
	}
	var list []float64
	for v := math.Ceil(low/step) * step; v <= high+step*1e-9; v += step {
		list = append(list, v)
	}
	return list
}

// number writes v with at most six decimals, and no minus before a zero.
func (c *chart) number(v float64) string {
	return strings.Replace(strconv.FormatFloat(math.Round(v*1e6)/1e6+0, 'f', -1, 64), ".", c.point, 1)
}

// frame draws the axes.
func (c *chart) frame() {
	for _, v := range ticks(c.bottom, c.top, ticksUp) {
		text := c.number(v)
		if c.percent {
			text = c.number(v*100) + " %"
		}
		fmt.Fprintf(&c.b, `<line class="axis" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/><text x="%.1f" y="%.1f" text-anchor="end">%s</text>`,
			marginLeft, chartWidth-marginRight, c.y(v), c.y(v), marginLeft-6, c.y(v)+4, text)
	}
	for _, v := range ticks(c.left, c.right, ticksAcross) {
		if v == math.Trunc(v) {
			fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, c.x(v), chartHeight-8, c.number(v))
		}
	}
}

// level draws a line across.
func (c *chart) level(v float64, class, label string) {
	fmt.Fprintf(&c.b, `<line class="%s" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, class, marginLeft, chartWidth-marginRight, c.y(v), c.y(v))
	if label != "" {
		fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="end">%s</text>`, chartWidth-marginRight, c.y(v)-4, label)
	}
}

// line draws values at 1, 2, 3 and so on; NaN leaves a gap.
func (c *chart) line(values []float64, class string) {
	var d strings.Builder
	pen := "M"
	for i, v := range values {
		if math.IsNaN(v) {
			pen = "M"
			continue
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", pen, c.x(float64(i+1)), c.y(v))
		pen = "L"
	}
	fmt.Fprintf(&c.b, `<path class="%s" d="%s"/>`, class, d.String())
}

// band fills what lies between two rows of values.
func (c *chart) band(low, high []float64) {
	var d strings.Builder
	for i, v := range high {
		fmt.Fprintf(&d, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], c.x(float64(i+1)), c.y(v))
	}
	for i := len(low) - 1; i >= 0; i-- {
		fmt.Fprintf(&d, "L%.1f %.1f", c.x(float64(i+1)), c.y(low[i]))
	}
	fmt.Fprintf(&c.b, `<path class="band" d="%sZ"/>`, d.String())
}

// legend names the two lines, above the plot.
func (c *chart) legend(a, b string) {
	for i, name := range []string{a, b} {
		if r := []rune(name); len(r) > 22 {
			name = string(r[:21]) + "…"
		}
		x := marginLeft + float64(i)*plotWidth/2
		fmt.Fprintf(&c.b, `<line class="%s" x1="%.1f" x2="%.1f" y1="8" y2="8"/><text x="%.1f" y="12">%s</text>`,
			[]string{"la", "lb"}[i], x, x+24, x+30, template.HTMLEscapeString(name))
	}
}

// html returns the finished chart with its heading.
func (c *chart) html() template.HTML {
	return section(c.title, c.note, c.b.String())
}

func section(title, note, drawing string) template.HTML {
	title, note = template.HTMLEscapeString(title), template.HTMLEscapeString(note)
	return template.HTML(fmt.Sprintf(`<section><h2>%s</h2><svg viewBox="0 0 %g %g" role="img" aria-label="%s, %s">%s</svg><small>%s</small></section>`,
		title, chartWidth, chartHeight, title, note, drawing, note))
}

// bars draws a bar for each count, its number on top.
func (p *page) bars(title, note string, labels []string, counts []int) template.HTML {
	top := max(slices.Max(counts), 1)
	c := p.newChart(title, note, 0, float64(len(counts)), 0, float64(top)*1.12)
	every := (len(labels) + 6) / 7
	for i, n := range counts {
		x0, x1 := c.x(float64(i)+barGap/2), c.x(float64(i+1)-barGap/2)
		fmt.Fprintf(&c.b, `<rect class="fa" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="2"/>`, x0, c.y(float64(n)), x1-x0, c.y(0)-c.y(float64(n)))
		if n > 0 {
			fmt.Fprintf(&c.b, `<text class="num" x="%.1f" y="%.1f" text-anchor="middle">%d</text>`, (x0+x1)/2, c.y(float64(n))-4, n)
		}
		if i%every == 0 {
			fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, (x0+x1)/2, chartHeight-8, labels[i])
		}
	}
	fmt.Fprintf(&c.b, `<line class="axis" x1="%.1f" x2="%.1f" y1="%.1f" y2="%.1f"/>`, marginLeft, chartWidth-marginRight, c.y(0), c.y(0))
	return section(title, note, c.b.String())
}

// histogram sorts values into at most n classes of a round width.
func histogram(values []int, n int) (labels []string, counts []int) {
	low, high := slices.Min(values), slices.Max(values)
	width := 1
	for _, w := range []int{1, 2, 5, 10, 20, 50, 100} {
		if width = w; (high-low)/w < n {
			break
		}
	}
	first := low / width * width
	counts = make([]int, (high-first)/width+1)
	for _, v := range values {
		counts[(v-first)/width]++
	}
	for i := range counts {
		label := strconv.Itoa(first + i*width)
		if width > 1 {
			label += "–" + strconv.Itoa(first+i*width+width-1)
		}
		labels = append(labels, label)
	}
	return labels, counts
}
