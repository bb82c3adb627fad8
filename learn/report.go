package learn

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn.example/internal/files"
	"cairn.example/nn"
)

// Bin is the held-out positions whose predicted chance lies in one part of the
// range.
type Bin struct {
	Count             int
	Predicted, Actual float64 // means; Actual is of the results of the games
}

// bins is the number of parts.
const bins = 10

// Quality is how a net does on the held-out positions of a run.
type Quality struct {
	Positions int     // held-out positions with a known result
	Error     float64 // root of the mean squared difference of predicted chance and result
	Search    float64 // the same of the chance that the search of self-play gave them
	Bins      [bins]Bin

	// Images is the mean difference in predicted chance, in points of a hundred,
	// between a position and its images.
	Images float64
}

// Judge returns how a net does on the held-out positions.
func (r *Run) Judge(n *nn.Net) (*Quality, error) {
	if r.features == nil {
		return nil, ErrNoFeatures
	}
	if _, err := nn.NewLine(n, r.features); err != nil {
		return nil, err
	}
	_, held, err := r.load()
	if err != nil {
		return nil, err
	}
	return r.judge(n, held), nil
}

// judgeFile returns the note of a net and how it does.
func (r *Run) judgeFile(data []byte, held *set) (note string, q *Quality, err error) {
	n, err := nn.Parse(data)
	if err != nil {
		return "", nil, err
	}
	if r.features == nil {
		return "", nil, ErrNoFeatures
	}
	if _, err := nn.NewLine(n, r.features); err != nil {
		return "", nil, err
	}
	return n.Note, r.judge(n, held), nil
}

// judgeDense does the same for a file of dense nets; those of other games in it, as the shipped
// file of LYNGK has, are left out. Their counts do not change with a symmetry of the board, so
// neither do their estimates.
func (r *Run) judgeDense(data []byte) (note string, q *Quality, err error) {
	nets, err := nn.ParseDense(data)
	if err != nil {
		return "", nil, err
	}
	q = &Quality{}
	var foreign error
	for _, n := range nets {
		c, err := r.counts(n.Counts)
		if err != nil {
			foreign = err
			continue
		}
		line, err := nn.NewDenseLine(n, c)
		if err != nil {
			return "", nil, err
		}
		_, held, err := r.loadCounted(c, r.Mix)
		if err != nil {
			return "", nil, err
		}
		x := make([]int32, n.Inputs+nn.Lanes)
		for i := range held.list {
			if s := &held.list[i]; s.result >= 0 {
				q.add(sigmoid(float64(line.Evaluate(held.wide(i, x), int(s.phase)))/scale), float64(s.score), float64(s.result))
			}
		}
		note += n.Note + "\n"
	}
	if note == "" {
		return "", nil, foreign
	}
	q.finish()
	return strings.TrimSpace(note), q, nil
}

// add counts a position with its predicted chance, that of the search, and the result.
func (q *Quality) add(p, search, result float64) {
	b := &q.Bins[min(int(p*bins), bins-1)]
	b.Count++
	b.Predicted += p
	b.Actual += result
	q.Positions++
	q.Error += (p - result) * (p - result)
	q.Search += (search - result) * (search - result)
}

// finish turns sums into means.
func (q *Quality) finish() {
	for i := range q.Bins {
		q.Bins[i].finish()
	}
	q.Error = math.Sqrt(q.Error / float64(max(q.Positions, 1)))
	q.Search = math.Sqrt(q.Search / float64(max(q.Positions, 1)))
}

func (r *Run) judge(n *nn.Net, held *set) *Quality {
	q := &Quality{}
	names := r.features.Symmetries()
	scratch := &trainer{names: names}
	images := 0
	for i := range held.list {
		s := &held.list[i]
		us, them := held.of(s)
		p := sigmoid(float64(estimate(n, int(s.bucket), [2][]nn.Feature{us, them})) / scale)
		for k := 1; k < len(names); k++ {
			image := sigmoid(float64(estimate(n, int(s.bucket), scratch.imageOf(held, s, k))) / scale)
			q.Images += 100 * math.Abs(p-image)
			images++
		}
		if s.result < 0 {
			continue
		}
		q.add(p, float64(s.score), float64(s.result))
	}
	q.finish()
	q.Images /= float64(max(images, 1))
	return q
}

// Report writes report.html, with the loss, the calibration and the gate of every
// net of the run, and how the judge's curve from score to chance fits its games, and
// returns its place.
func (r *Run) Report(chance func(estimate int) float64) (string, error) {
	var held *set // for nets over features
	if r.features != nil {
		var err error
		if _, held, err = r.load(); err != nil {
			return "", err
		}
	}
	settings, err := json.MarshalIndent(r.Settings, "", "  ")
	if err != nil {
		return "", err
	}
	type net struct {
		Name, Note        string
		State             State
		Quality           *Quality
		Gate              *Gate
		Loss, Calibration template.HTML
	}
	page := struct {
		Game, Settings string
		Nets           []net
		Curve          *Curve
		Judged         template.HTML
	}{Game: r.game.Name(), Settings: string(settings)}
	switch page.Curve, err = r.Curve(chance); {
	case err == nil:
		page.Judged = calibrationPlot(page.Curve.Bins[:], page.Curve.Positions)
	case !errors.Is(err, ErrNoPositions):
		return "", err
	}
	for _, state := range []State{Accepted, Rejected, Candidate} {
		names, err := r.Nets(state)
		if err != nil {
			return "", err
		}
		for _, name := range names {
			data, err := readNet(r.Path(state, name, ".net"))
			if err != nil {
				return "", err
			}
			one := net{Name: name, State: state}
			if nn.IsDense(data) {
				one.Note, one.Quality, err = r.judgeDense(data)
			} else {
				one.Note, one.Quality, err = r.judgeFile(data, held)
			}
			if err != nil {
				return "", fmt.Errorf("%s: %w", r.Path(state, name, ".net"), err)
			}
			one.Calibration = calibrationPlot(one.Quality.Bins[:], one.Quality.Positions)
			epochs, err := readLoss(r.Path(state, name, ".loss"))
			if err != nil {
				return "", err
			}
			for len(epochs) > 0 {
				n := slices.IndexFunc(epochs, func(e Epoch) bool { return e.Part != epochs[0].Part })
				if n < 0 {
					n = len(epochs)
				}
				one.Loss += lossPlot(epochs[:n])
				epochs = epochs[n:]
			}
			if data, err := os.ReadFile(r.Path(state, name, ".gate")); err == nil {
				one.Gate = &Gate{}
				if err := json.Unmarshal(data, one.Gate); err != nil {
					return "", fmt.Errorf("learn: %s: %w", r.Path(state, name, ".gate"), err)
				}
			}
			page.Nets = append(page.Nets, one)
		}
	}
	var b bytes.Buffer
	if err := reportPage.Execute(&b, page); err != nil {
		return "", err
	}
	name := filepath.Join(r.Dir, "report.html")
	return name, files.Write(name, b.Bytes(), 0o644)
}

// readNet reads the file of a net.
func readNet(name string) ([]byte, error) {
	f, err := openNet(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return nn.Read(f)
}

// readLoss reads a loss log; none is no error.
func readLoss(name string) ([]Epoch, error) {
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer f.Close()
	var list []Epoch
	in := bufio.NewScanner(f)
	for in.Scan() {
		var e Epoch
		if err := json.Unmarshal(in.Bytes(), &e); err != nil {
			return nil, fmt.Errorf("learn: %s: %w", name, err)
		}
		list = append(list, e)
	}
	return list, in.Err()
}

var reportPage = template.Must(template.New("report").Parse(`<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Training, {{.Game}}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
svg { width: 24rem; max-width: 100%; height: auto } svg text { font-size: 11px; fill: #222 }
td, th { padding: 0 1rem 0 0; text-align: right } pre { background: #f4f4f4; padding: 1rem; overflow: auto }
</style>
<h1>Training, {{.Game}}</h1>
{{range .Nets}}<h2>{{.Name}}: {{.State}}</h2>
<p>{{.Note}}</p>
{{with .Gate}}<p>Against {{.Against}}, {{.Nodes}} nodes a move: {{.Tally.Wins}} won, {{.Tally.Draws}} drawn, {{.Tally.Losses}} lost; Elo {{printf "%+.0f" .Elo}} ({{printf "%+.0f" .Low}} to {{printf "%+.0f" .High}}),
test of {{.Elo0}} against {{.Elo1}} Elo: LLR {{printf "%.2f" .LLR}}.</p>{{else}}<p>Not gated yet.</p>{{end}}
<p>{{.Quality.Positions}} held-out positions with a result: error {{printf "%.3f" .Quality.Error}}, that of the search in self-play {{printf "%.3f" .Quality.Search}}; mean difference to images {{printf "%.2f" .Quality.Images}} points.</p>
{{.Loss}}{{.Calibration}}
{{template "bins" .Quality.Bins}}
{{else}}<p>There is no net yet.</p>
{{end}}{{with .Curve}}<h2>From score to chance</h2>
<p>{{.Positions}} positions of {{.Games}} games with a known result, by the chance that the judge gives the score of the search in self-play: off by {{printf "%.3f" .Off}} in the mean.
The logistic curve that fits best is at e to 1 at a score of {{printf "%.0f" .Steep}} ({{printf "%.0f" .Low}} to {{printf "%.0f" .High}}) hundredths.</p>
{{$.Judged}}
{{template "bins" .Bins}}
{{end}}<h2>Settings</h2><pre>{{.Settings}}</pre>
</html>
{{define "bins"}}<table><tr><th>positions<th>predicted<th>actual</tr>
{{range .}}{{if .Count}}<tr><td>{{.Count}}<td>{{printf "%.3f" .Predicted}}<td>{{printf "%.3f" .Actual}}</tr>
{{end}}{{end}}</table>{{end}}`))

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
