package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
)

type benchCmd struct {
	Game    string `arg:"" optional:"" help:"Search only positions of this game (default: all games)."`
	Depth   int    `least:"0" help:"Plies searched in each position (default: a depth that suits the game)." placeholder:"N"`
	Hash    int    `least:"1" most:"hash" help:"Size of the hash in MiB; the signature depends on it." default:"16" placeholder:"MIB"`
	Threads int    `least:"1" most:"threads" help:"Threads of the search; only one thread gives a signature." default:"1" placeholder:"N"`
	Eval    string `help:"Evaluator: net, linear or a net file (default: the strongest); the signature depends on it." placeholder:"FILE"`
	JSON    bool   `help:"Print a JSON object."`
}

func (benchCmd) Help() string {
	return `Fixed positions are searched, each with an empty hash. The number of nodes is a
signature: with one thread it changes only if the search or its evaluator changes.
Commits that change it quote it. Speeds are printed to standard error, by the clock
and by processor time. Other programs on the machine affect the latter far less.`
}

// benchPlies are how many random plies the positions are from their start.
var benchPlies = []int{0, 6, 12, 18, 24}

// benchDepth returns the depth that takes a second or two for all of a game's
// positions together.
func benchDepth(g game.Game) int {
	if _, ok := g.(game.FullStarter); ok {
		return 14
	}
	return 5
}

// benchPosition returns the fixed position of that many random plies.
func benchPosition(g game.Game, plies int) game.Position {
	seed := "bench " + strconv.Itoa(plies)
	s := game.NewStream("cairn bench 1", g.ID(), seed)
	for {
		p, _ := game.StartOf(g, seed, true)
		for range plies {
			if moves := p.Moves(nil); len(moves) > 0 {
				p.PlayUnchecked(moves[s.Intn(len(moves))])
			}
		}
		if p.Outcome() == game.Ongoing {
			return p
		}
	}
}

// benchSpeed is how many nodes were visited and how fast, by the clock and by processor
// time, which the load of the machine changes far less.
type benchSpeed struct {
	Nodes  uint64 `json:"nodes"`
	Millis int64  `json:"ms"`
	NPS    uint64 `json:"nps"`

	// Left out where the system does not tell processor time.
	ProcessorMillis int64  `json:"processorMs,omitempty"`
	ProcessorNPS    uint64 `json:"processorNps,omitempty"`

	spent, processor time.Duration
}

// add adds nodes that took so long.
func (b *benchSpeed) add(nodes uint64, spent, processor time.Duration) {
	b.Nodes += nodes
	b.spent += spent
	b.processor += processor
	b.Millis, b.NPS = b.spent.Milliseconds(), uint64(float64(b.Nodes)/max(b.spent.Seconds(), 1e-6))
	if b.processor > 0 {
		b.ProcessorMillis, b.ProcessorNPS = b.processor.Milliseconds(), uint64(float64(b.Nodes)/b.processor.Seconds())
	}
}

// words says the speed.
func (b *benchSpeed) words(c *i18n.Catalog) string {
	by := func(key string, d time.Duration, nps uint64) string {
		return c.T(key, i18n.Args{"time": hundredths(c, d.Seconds()), "speed": count(c, nps)})
	}
	text := by("cli.bench.speed", b.spent, b.NPS)
	if b.processor > 0 {
		text += "; " + by("cli.bench.processor", b.processor, b.ProcessorNPS)
	}
	return text
}

// benchResult is the measurement of one game.
type benchResult struct {
	Game  string `json:"game"`
	Depth int    `json:"depth"`
	benchSpeed
}

func (c *benchCmd) Run(ctx context.Context, s *streams) error {
	list := games.All()
	if c.Game != "" {
		g, err := gameArg{c.Game}.lookup()
		if err != nil {
			return err
		}
		list = []game.Game{g}
	}
	var all []benchResult
	var total benchSpeed
	for _, g := range list {
		b, err := c.measure(ctx, s.catalog, g)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return failure(context.Cause(ctx), "")
		}
		all = append(all, b)
		total.add(b.Nodes, b.spent, b.processor)
		if !c.JSON {
			fmt.Fprintf(s.out, "%-15s %s\n", b.Game, s.catalog.T("cli.bench.nodes", i18n.Args{"nodes": fmt.Sprintf("%9d", b.Nodes), "depth": b.Depth}))
			fmt.Fprintf(s.err, "%-15s %s\n", b.Game, b.words(s.catalog))
			s.out.Flush()
		}
	}
	if c.JSON {
		return s.json(struct {
			benchSpeed
			Games []benchResult `json:"games"`
		}{total, all})
	}
	fmt.Fprintf(s.out, "Bench: %d\n", total.Nodes)
	fmt.Fprintln(s.err, total.words(s.catalog))
	return nil
}

func (c *benchCmd) measure(ctx context.Context, catalog *i18n.Catalog, g game.Game) (benchResult, error) {
	e, err := engineFlags{Hash: c.Hash, Threads: c.Threads, Eval: c.Eval}.engine(catalog, g, engine.Limits{})
	if err != nil {
		return benchResult{}, err
	}
	b := benchResult{Game: g.ID(), Depth: benchDepth(g)}
	if c.Depth > 0 {
		b.Depth = c.Depth
	}
	for _, plies := range benchPlies {
		e.Clear()
		p := benchPosition(g, plies)
		began, _ := processorTime() // 0 both times where the system does not tell it
		r := e.Search(ctx, p, engine.Limits{Depth: b.Depth}, nil)
		ended, _ := processorTime()
		b.add(r.Nodes, r.Time, ended-began)
	}
	return b, nil
}
