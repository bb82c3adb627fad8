package main

import (
	"context"
	"fmt"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/learn"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/report"
	"cairn.example/match"
)

// The steps of cairn lab learn that measure: what a net says of positions it has not seen, what
// placings are worth, and what a move does to a proved outcome.

type learnFitCmd struct {
	runFolder
	netName
	Part     string  `help:"Features of the net, such as dvonn-stacking-1, or its board, such as dvonn-placing-board-1 (default: the game's first features)." placeholder:"ID"`
	Hidden   int     `name:"fit-hidden" help:"Size of the hidden layer, a multiple of 16; 0 makes the net linear." default:"16" placeholder:"N"`
	Knots    int     `help:"Number of sets of weights, spread over the course of the game." default:"4" placeholder:"N"`
	Channels int     `help:"Net over a board: channels per spot, a multiple of 16." default:"32" placeholder:"N"`
	Blocks   int     `help:"Net over a board: number of residual blocks." default:"2" placeholder:"N"`
	Mix      float64 `help:"Share of the search's score in the target." default:"0.7" placeholder:"SHARE"`
	Epochs   int     `help:"Number of passes over the positions." default:"20" placeholder:"N"`
	Batch    int     `help:"Positions per step." default:"256" placeholder:"N"`
	Rate     float64 `help:"Learning rate at the start." default:"0.003" placeholder:"RATE"`
	workers
	revised
}

func (learnFitCmd) Help() string {
	return `This fits the net of one phase and prints its error, and that of the linear evaluator,
on games that were held out. Nets over a board are convolutional and take hours on all
processors; other nets take minutes on one.`
}

func (c *learnFitCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "fit", learn.Settings{}, func(l *learnStep) error {
		l.o.Workers, l.o.Revision = c.number(), c.revision()
		table, err := l.run.Fit(l.ctx, c.Net, learn.FitSettings{
			Part: c.Part, Hidden: c.Hidden, Knots: c.Knots, Channels: c.Channels, Blocks: c.Blocks, Mix: c.Mix, Epochs: c.Epochs, Batch: c.Batch, Rate: c.Rate,
		}, l.o)
		if err != nil {
			return err
		}
		l.clear()
		fmt.Fprintln(s.out, "phases      positions  results  error linear, net, search   loss linear, net, least")
		for _, f := range table {
			if f.Positions > 0 {
				fmt.Fprintf(s.out, "%3d to %2d  %10d %8d    %.4f  %.4f  %.4f       %.5f %.5f %.5f\n", f.From, f.To, f.Positions, f.Results,
					f.LinearError, f.NetError, f.SearchError, f.LinearLoss, f.NetLoss, f.BestLoss)
			}
		}
		fmt.Fprintln(s.out, l.run.Path(learn.Candidate, c.Net, ".net"))
		return nil
	})
}

type learnPlacingsCmd struct {
	runFolder
	newRun
	Eval         string `help:"The evaluator that places: a name or a file." default:"linear" placeholder:"NAME"`
	Against      string `help:"The evaluator that it places against." default:"linear" placeholder:"NAME"`
	Stacker      string `help:"The evaluator that plays the stacking phase for both." default:"linear" placeholder:"NAME"`
	Nodes        uint64 `least:"1" help:"Nodes per placing." default:"500" placeholder:"N"`
	AgainstNodes uint64 `help:"Nodes per placing of the evaluator that it places against (default: as many as --nodes)." placeholder:"N"`
	MoveNodes    uint64 `least:"1" help:"Nodes per move of the stacking phase." default:"1000" placeholder:"N"`
	Pairs        int    `least:"1" help:"Number of pairs of games." default:"200" placeholder:"N"`
	workers
	revised
}

func (c *learnPlacingsCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "placings", c.settings(), func(l *learnStep) error {
		var err error
		if l.o.Program, err = programDigest(); err != nil {
			return err
		}
		l.o.Workers, l.o.Revision = c.number(), c.revision()
		against := c.AgainstNodes
		if against == 0 {
			against = c.Nodes
		}
		r, err := l.run.Placings(l.ctx, learn.PlacingMatch{
			Evaluators: [2]string{c.Eval, c.Against}, Stacker: c.Stacker, PlacingNodes: [2]uint64{c.Nodes, against}, StackingNodes: c.MoveNodes, Plies: 4, Pairs: c.Pairs,
		}, l.o)
		if err != nil {
			return err
		}
		l.clear()
		as := func(side game.Side) string {
			t := r.Sides[side]
			return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses)
		}
		fmt.Fprintln(s.out, s.catalog.T("cli.learn.placings", i18n.Args{
			"headline": report.Headline(s.catalog, match.Summary{Tally: r.Tally}), "first": as(game.First), "second": as(game.Second),
		}))
		return nil
	})
}

type learnOpeningsCmd struct {
	runFolder
	Count int `help:"Print at most this many." default:"1000" placeholder:"N"`
	Limit int `help:"Largest estimate for either side, in hundredths of a piece." default:"50" placeholder:"N"`
	Moves int `help:"Most moves played since the board was full." default:"5" placeholder:"N"`
}

func (learnOpeningsCmd) Help() string {
	return `The positions can be used as --openings of a match. Each game gives one at most.`
}

func (c *learnOpeningsCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "openings", learn.Settings{}, func(l *learnStep) error {
		list, err := l.run.Openings(learn.OpeningSettings{Count: c.Count, Limit: engine.Score(c.Limit), Moves: c.Moves})
		if err != nil {
			return err
		}
		for _, p := range list {
			fmt.Fprintln(s.out, p)
		}
		return nil
	})
}

type learnTruthCmd struct {
	runFolder
	newRun
	Nodes      uint64 `least:"1" needs:"game" help:"New run: nodes per move of its games." default:"500" placeholder:"N"`
	Count      int    `least:"1" help:"Number of games; each gives one position per number of stacks." default:"1000" placeholder:"N"`
	ProofNodes uint64 `least:"1" help:"Most nodes of a proof." default:"100000000" placeholder:"N"`
	workers
}

func (c *learnTruthCmd) Run(ctx context.Context, s *streams) error {
	settings := c.settings()
	if c.Game != "" {
		settings.Nodes = c.Nodes
	}
	return c.on(ctx, s, "truth", settings, func(l *learnStep) error {
		l.o.Workers = c.number()
		return l.run.MineTruth(l.ctx, learn.TruthSettings{Count: c.Count, Nodes: c.ProofNodes}, l.o)
	})
}

type learnCheckCmd struct {
	runFolder
	Eval       string `help:"The evaluator that moves: a name or a file." default:"linear" placeholder:"NAME"`
	MoveNodes  uint64 `least:"1" help:"Nodes per move." default:"1000" placeholder:"N"`
	ProofNodes uint64 `least:"1" help:"Most nodes of a proof." default:"100000000" placeholder:"N"`
}

func (c *learnCheckCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "check", learn.Settings{}, func(l *learnStep) error {
		table, err := l.run.CheckTruth(l.ctx, c.Eval, c.MoveNodes, c.ProofNodes, l.o)
		if err != nil {
			return err
		}
		l.clear()
		fmt.Fprintln(s.out, "stacks  positions  unproved  tried  kept  lost  unknown")
		for _, a := range table {
			fmt.Fprintf(s.out, "%6d  %9d  %8d  %5d  %4d  %4d  %7d\n", a.Stacks, a.Positions, a.Unproved, a.Tried, a.Kept, a.Lost, a.Unknown)
		}
		return nil
	})
}
