package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/nn"
)

// Report writes report.html, with the loss, the calibration and the gate of every
// net of the run, and how the judge's curve from score to chance fits its games, and
// returns its place.
func (r *Run) Report(chance func(estimate int) float64) (string, error) {
	settings, err := json.MarshalIndent(r.Settings, "", "  ")
	if err != nil {
		return "", err
	}
	page := reportContent{Game: r.game.Name(), Settings: string(settings)}
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
			n, err := r.reportNet(state, name)
			if err != nil {
				return "", err
			}
			page.Nets = append(page.Nets, n)
		}
	}
	var b bytes.Buffer
	if err := reportPage().Execute(&b, page); err != nil {
		return "", err
	}
	name := filepath.Join(r.Dir, "report.html")
	return name, files.Write(name, b.Bytes(), 0o644)
}

// reportContent is what reportPage shows.
type reportContent struct {
	Game, Settings string
	Nets           []reportedNet
	Curve          *Curve        // nil where no position has been played
	Judged         template.HTML // the plot of Curve
}

// reportedNet is what reportPage shows of a net.
type reportedNet struct {
	Name, Note        string
	State             State
	Quality           *Quality
	Gate              *Gate         // nil where there was none
	Loss, Calibration template.HTML // plots
}

// reportNet returns what is to be shown of a net.
func (r *Run) reportNet(state State, name string) (reportedNet, error) {
	n := reportedNet{Name: name, State: state}
	file := r.Path(state, name, ".net")
	data, err := readNet(file)
	if err != nil {
		return n, err
	}
	if n.Note, n.Quality, err = r.judgeFile(data); err != nil {
		return n, because(err, "learn.net", "file", game.Printable(file))
	}
	n.Calibration = calibrationPlot(n.Quality.Bins[:], n.Quality.Positions)
	epochs, err := readLoss(r.Path(state, name, ".loss"))
	if err != nil {
		return n, err
	}
	for _, part := range splitParts(epochs) {
		n.Loss += lossPlot(part)
	}
	n.Gate, err = readGate(r.Path(state, name, ".gate"))
	return n, err
}

// splitParts cuts a loss log where the part changes that it is about: each has a plot of
// its own.
func splitParts(epochs []Epoch) (parts [][]Epoch) {
	for len(epochs) > 0 {
		n := slices.IndexFunc(epochs, func(e Epoch) bool { return e.Part != epochs[0].Part })
		if n < 0 {
			n = len(epochs)
		}
		parts, epochs = append(parts, epochs[:n]), epochs[n:]
	}
	return parts
}

// readGate reads what came out of a gate; nil where there was none.
func readGate(name string) (*Gate, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	g := new(Gate)
	if err := json.Unmarshal(data, g); err != nil {
		return nil, newError("learn.log", "file", game.Printable(name))
	}
	return g, nil
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
	return readLines[Epoch](name, func(int) error { return newError("learn.log", "file", game.Printable(name)) })
}

// readLines reads a file of a JSON value a line; none is no error. damaged returns the error of
// a line that cannot be read, counted from 0.
func readLines[T any](name string, damaged func(line int) error) ([]T, error) {
	data, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var list []T
	for line := range bytes.Lines(data) {
		var value T
		if json.Unmarshal(line, &value) != nil {
			return nil, damaged(len(list))
		}
		list = append(list, value)
	}
	return list, nil
}

var reportPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Parse(reportText))
})

const reportText = `<!DOCTYPE html>
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
<p>{{.Quality.Positions}} held-out positions with a result: error {{printf "%.3f" .Quality.Error}}, that of the search in self-play {{printf "%.3f" .Quality.Search}}.</p>
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
{{end}}{{end}}</table>{{end}}`
