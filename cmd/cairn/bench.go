package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/i18n"
)

type benchCmd struct {
	Game    string `arg:"" optional:"" help:"Only this game; all without it."`
	Depth   int    `help:"Plies searched at each position; else a depth that suits the game." placeholder:"N"`
	Hash    int    `help:"Size of the hash in MiB; the signature depends on it." default:"16" placeholder:"MIB"`
	Threads int    `help:"Threads of the search; with more than one there is no signature." default:"1" placeholder:"N"`
	Eval    string `help:"What estimates positions: net or linear, or the file of a net; the signature depends on it." placeholder:"FILE"`
	JSON    bool   `help:"Print a JSON object."`
}

func (benchCmd) Help() string {
	return `Searches fixed positions, each with an empty hash. The number of nodes is a
signature: with one thread it changes when, and only when, the search or what it
knows does. Commits that change it quote it.`
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
		p := g.Start(seed)
		if f, ok := g.(game.FullStarter); ok {
			p = f.StartFull(seed)
		}
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

// benchResult is the JSON form of the measurement of one game.
type benchResult struct {
	Game   string  `json:"game"`
	Depth  int     `json:"depth"`
	Nodes  uint64  `json:"nodes"`
	Millis int64   `json:"ms"`
	NPS    float64 `json:"nps"`
}

func (c *benchCmd) Run(s *streams) error {
	list := games.All()
	if c.Game != "" {
		g, err := gameArg{c.Game}.lookup()
		if err != nil {
			return err
		}
		list = []game.Game{g}
	}
	if c.Depth < 0 {
		return tooSmall(s.catalog, "--depth", 0, c.Depth)
	}
	ctx, stop := interruptible()
	defer stop()
	var all []benchResult
	var total benchResult
	for _, g := range list {
		b, err := c.measure(ctx, s.catalog, g)
		if err != nil {
			return err
		}
		if ctx.Err() != nil {
			return failure(context.Cause(ctx), "")
		}
		all = append(all, b)
		total.Nodes += b.Nodes
		total.Millis += b.Millis
		if !c.JSON {
			fmt.Fprintf(s.out, "%-15s %s\n", b.Game, s.catalog.T("cli.bench.nodes", i18n.Args{"nodes": fmt.Sprintf("%9d", b.Nodes), "depth": b.Depth}))
			fmt.Fprintf(s.err, "%-15s %s/s\n", b.Game, count(s.catalog, uint64(b.NPS)))
			s.out.Flush()
		}
	}
	total.NPS = float64(total.Nodes) / max(float64(total.Millis)/1000, 1e-3)
	if c.JSON {
		return s.json(struct {
			Nodes  uint64        `json:"nodes"`
			Millis int64         `json:"ms"`
			NPS    float64       `json:"nps"`
			Games  []benchResult `json:"games"`
		}{total.Nodes, total.Millis, total.NPS, all})
	}
	fmt.Fprintf(s.out, "Bench: %d\n", total.Nodes)
	fmt.Fprintln(s.err, s.catalog.T("cli.bench.speed", i18n.Args{
		"time": hundredths(s.catalog, float64(total.Millis)/1000), "speed": count(s.catalog, uint64(total.NPS)),
	}))
	return nil
}

func (c *benchCmd) measure(ctx context.Context, catalog *i18n.Catalog, g game.Game) (benchResult, error) {
	e, err := engineFlags{Hash: c.Hash, Threads: c.Threads, Eval: c.Eval}.engine(catalog, g)
	if err != nil {
		return benchResult{}, err
	}
	b := benchResult{Game: g.ID(), Depth: benchDepth(g)}
	if c.Depth > 0 {
		b.Depth = c.Depth
	}
	var spent time.Duration
	for _, plies := range benchPlies {
		e.Clear()
		r := e.Search(ctx, benchPosition(g, plies), engine.Limits{Depth: b.Depth}, nil)
		b.Nodes += r.Nodes
		spent += r.Time
	}
	b.Millis = spent.Milliseconds()
	b.NPS = float64(b.Nodes) / max(spent.Seconds(), 1e-6)
	return b, nil
}
