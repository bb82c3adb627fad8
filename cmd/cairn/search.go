package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/players"
	"cairn.example/ugi"
)

// engineFlags say what the engine may use.
type engineFlags struct {
	Hash    int    `least:"1" most:"hash" help:"Size of the hash in MiB." default:"64" placeholder:"MIB"`
	Threads int    `least:"1" most:"threads" help:"Threads of the search." default:"1" placeholder:"N"`
	Eval    string `help:"Evaluator: net, linear or a net file (default: the strongest)." placeholder:"FILE"`
	Without string `help:"Search techniques to do without, such as late,reduce." placeholder:"NAMES" hidden:""`
}

// engine makes the engine for g. Where it searches once, l are the limits of that.
func (f engineFlags) engine(c *i18n.Catalog, g game.Game, l engine.Limits) (*engine.Engine, error) {
	without, err := engine.ParseTechniques(f.Without)
	if err != nil {
		return nil, usageError(err, "")
	}
	evaluator, err := players.LoadEvaluator(g, f.Eval, openNet)
	if err != nil {
		return nil, usageError(err, "")
	}
	e, err := players.NewEngine(g, engine.Options{Hash: f.fills(l), Threads: f.Threads, Evaluator: evaluator, Without: without})
	if err != nil {
		return nil, usageError(err, "")
	}
	return e, nil
}

// fills returns how many MiB of its hash a search can fill in its time: about 5 million
// positions a second and thread, with 32 bytes for each. People would only wait until more
// is ready. Where positions limit the search too, its answer depends on the hash, which
// stays as it is.
func (f engineFlags) fills(l engine.Limits) int {
	if l.MoveTime == 0 || l.Nodes > 0 {
		return f.Hash
	}
	return int(min(float64(f.Hash), 1+l.MoveTime.Seconds()*float64(f.Threads)*5e6*32/(1<<20)))
}

// limitFlags say when a search ends.
type limitFlags struct {
	Time  time.Duration `least:"0" help:"Longest time, such as 10s; 0 for none." placeholder:"TIME"`
	Nodes uint64        `help:"Most positions visited." placeholder:"N"`
	Depth int           `least:"0" help:"Depth to search, in plies." placeholder:"N"`
}

// limits returns the limits; with none given, byDefault bounds the time.
func (f limitFlags) limits(byDefault time.Duration) engine.Limits {
	l := engine.Limits{MoveTime: f.Time, Nodes: f.Nodes, Depth: f.Depth}
	if f == (limitFlags{}) {
		l.MoveTime = byDefault
	}
	return l
}

// shortNumber formats a large number in few characters: 950, 12.3k, 4.56M.
func shortNumber(n uint64) string {
	switch f := float64(n); {
	case n >= 1e10:
		return strconv.FormatFloat(f/1e9, 'f', 1, 64) + "G"
	case n >= 1e6:
		return strconv.FormatFloat(f/1e6, 'f', 2, 64) + "M"
	case n >= 1e4:
		return strconv.FormatFloat(f/1e3, 'f', 1, 64) + "k"
	}
	return strconv.FormatUint(n, 10)
}

func moveTexts(g game.Game, line []game.Move) []string {
	texts := make([]string, len(line))
	for i, m := range line {
		texts[i] = g.MoveText(m)
	}
	return texts
}

// searchInfo is an [engine.Info] in JSON.
type searchInfo struct {
	MultiPV  int      `json:"multipv"`
	Depth    int      `json:"depth"`
	SelDepth int      `json:"seldepth"`
	Score    string   `json:"score"` // as in the protocol: "cp 35", "win 7"
	Bound    string   `json:"bound"`
	Proved   bool     `json:"proved"`
	Nodes    uint64   `json:"nodes"`
	NPS      uint64   `json:"nps"`
	Hashfull int      `json:"hashfull"`
	Millis   int64    `json:"ms"`
	PV       []string `json:"pv"`
}

func newSearchInfo(g game.Game, i engine.Info) searchInfo {
	return searchInfo{
		MultiPV: max(i.MultiPV, 1), Depth: i.Depth, SelDepth: max(i.SelDepth, i.Depth),
		Score: ugi.ScoreText(i.Score, i.Proved), Bound: i.Bound.String(), Proved: i.Proved,
		Nodes: i.Nodes, NPS: i.NPS, Hashfull: i.Hashfull, Millis: i.Time.Milliseconds(), PV: moveTexts(g, i.PV),
	}
}

// checkPlayer returns a usage error that lists the players where the settings name
// none of them.
func checkPlayer(g game.Game, s ugi.Settings) error {
	s.Hash = 1 // nothing is searched
	if _, err := ugi.NewPlayer(g, s); err != nil {
		return usageError(err, "")
	}
	return nil
}

// reasonInfo is an [engine.Reason] in JSON.
type reasonInfo struct {
	Key   string            `json:"key"`
	Kind  string            `json:"kind"`
	Spots []string          `json:"spots,omitempty"`
	Args  map[string]string `json:"args,omitempty"`
	Text  string            `json:"text"`
}

func newReasonInfos(g game.Game, reasons []engine.Reason) []reasonInfo {
	var list []reasonInfo
	for _, r := range reasons {
		i := reasonInfo{Key: r.Key, Kind: string(r.Kind), Args: r.Args, Text: r.String()}
		for _, s := range r.Spots {
			i.Spots = append(i.Spots, g.Layout().Names[s])
		}
		list = append(list, i)
	}
	return list
}

// openNet opens the file of a net.
func openNet(name string) (io.ReadCloser, error) { return openFile(name) }

// count writes a large number in few characters, the same as [short] in the
// language of the catalog.
func count(c *i18n.Catalog, n uint64) string { return c.Figure(shortNumber(n)) }

// hundredths writes a number with two decimals.
func hundredths(c *i18n.Catalog, f float64) string { return c.Figure(fmt.Sprintf("%.2f", f)) }

func seconds(c *i18n.Catalog, d time.Duration) string { return hundredths(c, d.Seconds()) }

// scoreWords writes a score of p for people, from the side to move: "+0.35",
// "win (pieces +7)", "draw".
func scoreWords(c *i18n.Catalog, p game.Position, s engine.Score, proved bool) string {
	if proved && s == engine.DrawScore {
		return c.T("cli.score.draw")
	}
	if !s.Decided() {
		return c.Figure(fmt.Sprintf("%+.2f", float64(s)/100))
	}
	word := c.T("cli.score.win")
	if s.Lost() {
		word = c.T("cli.score.loss")
	}
	_, by := s.Margin()
	return word + margin(c, p, s, by)
}

// margin names the count that decides, and by how much, in parentheses.
func margin(c *i18n.Catalog, p game.Position, s engine.Score, by int) string {
	sc, ok := p.(game.Scorer)
	if !ok {
		return ""
	}
	standing := sc.Standing(p.Side())
	n, _ := s.Margin()
	if n >= len(standing) {
		return ""
	}
	return fmt.Sprintf(" (%s %+d)", c.T("cli.count."+standing[len(standing)-1-n].Key), by)
}

// bounded says how a score is meant: itself, or that or better or worse.
func bounded(c *i18n.Catalog, score string, b engine.Bound) string {
	switch b {
	case engine.Lower:
		return c.T("cli.score.lower", i18n.Args{"score": score})
	case engine.Upper:
		return c.T("cli.score.upper", i18n.Args{"score": score})
	}
	return score
}

// infoLine writes what a search has learned for people.
func infoLine(c *i18n.Catalog, p game.Position, i engine.Info, several bool) string {
	line := c.T("cli.analyze.line", i18n.Args{
		"depth": fmt.Sprintf("%2d/%-2d", i.Depth, max(i.SelDepth, i.Depth)),
		"score": bounded(c, fmt.Sprintf("%7s", scoreWords(c, p, i.Score, i.Proved)), i.Bound),
		"nodes": count(c, i.Nodes), "speed": count(c, i.NPS), "time": seconds(c, i.Time),
		"line": strings.Join(moveTexts(p.Game(), i.PV), " "),
	})
	if several {
		line = fmt.Sprintf("%2d. ", i.MultiPV) + line
	}
	return strings.TrimRight(line, " :\u202f")
}
