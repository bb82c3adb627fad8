package learn

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/match"
)

// Gate is what came out of a match of a candidate against the best evaluator before.
type Gate struct {
	Name    string      `json:"name"`
	Against string      `json:"against"`
	Game    string      `json:"game"`
	Seed    string      `json:"seed"`
	Nodes   uint64      `json:"nodes"`
	Tally   match.Tally `json:"tally"`
	Score   float64     `json:"score"` // mean points of a game, 0 to 1
	Elo     float64     `json:"elo"`   // bounded to ±9999
	Low     float64     `json:"low"`   // 95 % interval of Elo
	High    float64     `json:"high"`
	Elo0    float64     `json:"elo0"`
	Elo1    float64     `json:"elo1"`
	LLR     float64     `json:"llr"`
	Verdict State       `json:"verdict"`

	Revision string `json:"revision"`
}

// gatePlies is the number of random plies that the games of a gate begin with.
const gatePlies = 4

// gateError is the chance of each of the two wrong verdicts.
const gateError = 0.05

// Gate plays a candidate against the best evaluator so far, paired openings with
// sides swapped, until a sequential test is decided or all pairs are played. The net
// is accepted only where the test says that it is the better one. A match that was
// stopped goes on. The error may be ctx's.
func (r *Run) Gate(ctx context.Context, name string, o Options) (*Gate, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	best, err := r.Best()
	if err != nil {
		return nil, err
	}
	file := r.Path(Candidate, name, ".net")
	if _, err := os.Stat(file); err != nil {
		return nil, err
	}
	m, err := r.gateMatch(name, [2]string{file, best}, o)
	if err != nil {
		return nil, err
	}
	sum, err := r.playGate(ctx, m, name, o)
	if err != nil {
		return nil, err
	}
	g := r.gateResult(name, m, sum)
	if err := r.fileGate(g); err != nil {
		return nil, err
	}
	return g, nil
}

// gateMatch returns the match of a candidate: of two evaluators, its own first.
func (r *Run) gateMatch(name string, evaluators [2]string, o Options) (*match.Match, error) {
	m := &match.Match{
		Game: r.game, Pairs: r.GatePairs, Concurrency: max(o.Workers, 1), Program: o.Revision,
		SPRT:     &match.SPRT{Elo0: r.Elo0, Elo1: r.Elo1, Alpha: gateError, Beta: gateError},
		Openings: match.Openings{Kind: match.Start, Plies: gatePlies, Seed: r.Seed + " gate " + name},
		Control:  match.Control{Nodes: r.GateNodes},
	}
	for i, eval := range evaluators {
		s, err := match.ParseSpec("engine?hash=8")
		if err != nil {
			return nil, err
		}
		s.Settings.Eval = eval
		s.Name = filepath.Base(eval)
		s.Text += ",eval=" + s.Name
		m.Specs[i] = s
	}
	return m, nil
}

// gateResult returns what came out of a match.
func (r *Run) gateResult(name string, m *match.Match, sum match.Summary) *Gate {
	e := sum.Estimate()
	g := &Gate{
		Name: name, Against: m.Specs[1].Name, Game: r.game.ID(), Seed: r.Seed, Nodes: r.GateNodes, Tally: sum.Tally,
		Score: e.Score, Elo: finite(e.Elo), Low: finite(e.Low), High: finite(e.High),
		Elo0: r.Elo0, Elo1: r.Elo1, LLR: m.SPRT.LLR(sum.Tally), Verdict: Rejected, Revision: m.Program,
	}
	if m.SPRT.Verdict(sum.Tally) == match.AcceptH1 {
		g.Verdict = Accepted
	}
	return g
}

// fileGate writes the result of a gate and files the net by its verdict.
func (r *Run) fileGate(g *Gate) error {
	data, err := json.MarshalIndent(g, "", "\t")
	if err != nil {
		return err
	}
	if err := files.Write(r.Path(g.Verdict, g.Name, ".gate"), append(data, '\n'), 0o644); err != nil {
		return err
	}
	// The net goes last: as long as it is a candidate, the gate is not over.
	for _, extension := range []string{".loss", ".games", ".net"} {
		err := os.Rename(r.Path(Candidate, g.Name, extension), r.Path(g.Verdict, g.Name, extension))
		if err != nil && (extension == ".net" || !errors.Is(err, os.ErrNotExist)) {
			return err
		}
	}
	return nil
}

// playGate plays the games that are missing. Their file is the one of the
// candidate, or, where a kill came between two renames, has moved already.
func (r *Run) playGate(ctx context.Context, m *match.Match, name string, o Options) (match.Summary, error) {
	file := r.Path(Candidate, name, ".games")
	for _, state := range []State{Accepted, Rejected} {
		if _, err := os.Stat(r.Path(state, name, ".games")); err == nil {
			file = r.Path(state, name, ".games")
		}
	}
	f, err := os.OpenFile(file, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return match.Summary{}, err
	}
	defer f.Close()
	store, keep, err := match.OpenStore(f, f, r.game, m.Header())
	if err == nil {
		err = f.Truncate(keep)
	}
	if err == nil {
		_, err = f.Seek(keep, io.SeekStart)
	}
	if err == nil && keep == 0 {
		err = store.Begin(r.game, m.Header())
	}
	var unfit *game.Error
	if errors.As(err, &unfit) {
		err = because(unfit, "learn.games", "file", game.Printable(file))
	}
	if err != nil {
		return match.Summary{}, err
	}
	sum, err := m.Run(ctx, store, func(_ match.Result, s match.Summary) { o.tell(s.Games(), 2*m.Pairs) })
	if err != nil {
		return sum, err
	}
	if n := sum.FaultCount(0) + sum.FaultCount(1); n > 0 {
		return sum, newError("learn.faults", "file", game.Printable(file), "n", n)
	}
	return sum, nil
}

// finite bounds a number of Elo, for JSON knows no infinity.
func finite(elo float64) float64 { return min(max(elo, -9999), 9999) }
