package learn

import (
	"fmt"
	"html/template"
	"math"
	"strings"
)

// Plots are drawn in a square of this many units, with room for labels around.
const plotSize, plotLeft, plotBottom = 240, 50, 30

// plot draws the frame of a plot: x and y say what the axes are, low and high what
// the left, right, bottom and top ends of them stand for.
func plot(x, y string, xLow, xHigh, yLow, yHigh float64, inner string) template.HTML {
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %d %d" role="img"><title>%s by %s</title>`, plotSize+plotLeft+20, plotSize+plotBottom+20, y, x)
	fmt.Fprintf(&b, `<g transform="translate(%d 10)"><rect width="%d" height="%d" fill="none" stroke="#888"/>%s`, plotLeft, plotSize, plotSize, inner)
	fmt.Fprintf(&b, `<text x="0" y="%d">%.3g</text><text x="%d" y="%[1]d" text-anchor="end">%.3[4]g</text>`, plotSize+14, xLow, plotSize, xHigh)
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">%s</text>`, plotSize/2, plotSize+26, x)
	fmt.Fprintf(&b, `<text x="-4" y="%d" text-anchor="end">%.3f</text><text x="-4" y="10" text-anchor="end">%.3f</text>`, plotSize, yLow, yHigh)
	fmt.Fprintf(&b, `<text transform="translate(-30 %d) rotate(-90)" text-anchor="middle">%s</text></g></svg>`, plotSize/2, y)
	return template.HTML(b.String()) // numbers, fixed words and what is escaped only
}

// lossPlot draws the losses of training (thin) and of the held-out positions.
func lossPlot(list []Epoch) template.HTML {
	if len(list) < 2 {
		return ""
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, e := range list {
		low, high = min(low, e.Train, e.Held), max(high, e.Train, e.Held)
	}
	line := func(width float64, value func(Epoch) float64) string {
		var points strings.Builder
		for i, e := range list {
			fmt.Fprintf(&points, "%.1f,%.1f ", float64(i)*plotSize/float64(len(list)-1), plotSize*(high-value(e))/max(high-low, 1e-9))
		}
		return fmt.Sprintf(`<polyline points="%s" fill="none" stroke="#0b6" stroke-width="%g"/>`, points.String(), width)
	}
	return plot(template.HTMLEscapeString(strings.TrimSpace("epoch "+list[0].Part)), "loss (thin: training, thick: held out)", 1, float64(len(list)), low, high,
		line(1, func(e Epoch) float64 { return e.Train })+line(3, func(e Epoch) float64 { return e.Held }))
}

// calibrationPlot draws actual against predicted chances; the area of a dot grows
// with the number of positions.
func calibrationPlot(list []Bin, positions int) template.HTML {
	inner := fmt.Sprintf(`<line x1="0" y1="%d" x2="%[1]d" y2="0" stroke="#bbb"/>`, plotSize)
	for _, b := range list {
		if b.Count > 0 {
			radius := 2 + 12*math.Sqrt(float64(b.Count)/float64(max(positions, 1)))
			inner += fmt.Sprintf(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#0b6" fill-opacity=".7"/>`, b.Predicted*plotSize, (1-b.Actual)*plotSize, radius)
		}
	}
	return plot("predicted chance", "actual share of the points", 0, 1, 0, 1, inner)
}
