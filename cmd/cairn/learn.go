package main

import (
	"context"
	"fmt"
	"runtime"

	"cairn.example/engine"
	"cairn.example/internal/i18n"
	"cairn.example/internal/judge"
	"cairn.example/learn"
	"cairn.example/match"
)

type learnCmd struct {
	Step   string `arg:"" enum:"selfplay,train,fit,placings,openings,truth,check,gate,loop,report" help:"selfplay, train, fit, placings, openings, truth, check, gate, loop or report."`
	Folder string `arg:"" help:"Folder of the run; it is begun where there is none."`

	Game          string  `help:"The game, to begin a run." placeholder:"GAME"`
	Seed          string  `help:"Seed of everything that is left to chance, to begin a run." default:"1" placeholder:"TEXT"`
	Nodes         uint64  `help:"Begin a run: nodes a move of self-play." default:"500" placeholder:"N"`
	PlacingNodes  uint64  `help:"Begin a run: nodes a placing; as many as a move where none are named." placeholder:"N"`
	PlacingRandom float64 `help:"Begin a run: largest share of random placings in a game; a tenth in all games where none is named." placeholder:"SHARE"`
	FullNodes     uint64  `help:"Begin a run: nodes of a search that judges a full board in place of playing it out." placeholder:"N"`
	Placing       float64 `help:"Begin a run: share of the games that begin with the placing phase." default:"0.5" placeholder:"SHARE"`
	Hidden        int     `help:"Begin a run: for train, numbers of a net's hidden layer for each side." default:"32" placeholder:"N"`
	Epochs        int     `help:"Begin a run: for train, passes over the positions." default:"20" placeholder:"N"`
	Pairs         int     `help:"Begin a run: pairs of games of a gate at most." default:"200" placeholder:"N"`

	Shards       int     `help:"selfplay: shards there are to be; loop: more shards each generation." default:"25" placeholder:"N"`
	Generations  int     `help:"loop: nets to train." default:"1" placeholder:"N"`
	Net          string  `help:"train and gate: name of the net." default:"gen-001" placeholder:"NAME"`
	Part         string  `help:"fit: what the net counts, such as dvonn-placing-2; the game's first where nothing is named." placeholder:"ID"`
	FitHidden    int     `help:"fit: numbers of the hidden layer, a multiple of 16, or 0 for a linear function." default:"16" placeholder:"N"`
	Knots        int     `help:"fit: sets of weights over the phases of the game." default:"4" placeholder:"N"`
	Mix          float64 `help:"fit: share of the search's score in the target." default:"0.7" placeholder:"SHARE"`
	Eval         string  `help:"placings: the evaluator that places, a name or a file; check: the one that moves." default:"linear" placeholder:"NAME"`
	Against      string  `help:"placings: the one that it places against." default:"linear" placeholder:"NAME"`
	AgainstNodes uint64  `help:"placings: nodes a placing of the one that it places against; as many as --nodes where none are named." placeholder:"N"`
	Stacker      string  `help:"placings: the evaluator that stacks for both." default:"linear" placeholder:"NAME"`
	MoveNodes    uint64  `help:"placings: nodes a move of stacking; check: nodes a move." default:"1000" placeholder:"N"`
	Count        int     `help:"openings: how many at most; truth: games, one position each at each number of stacks." default:"1000" placeholder:"N"`
	ProofNodes   uint64  `help:"truth and check: nodes of a proof at most." default:"100000000" placeholder:"N"`
	Limit        int     `help:"openings: the largest estimate for either side, in hundredths." default:"50" placeholder:"N"`
	Moves        int     `help:"openings: the most moves played on a full board." default:"5" placeholder:"N"`
	Revision     string  `help:"What files name as the revision of the program, where this build does not know it." placeholder:"TEXT"`
	Workers      int     `help:"Games played at once; as many as there are processors where none are named." placeholder:"N"`
}

func (learnCmd) Help() string {
	return `A run is a folder. selfplay plays games of the engine against itself, fit or train
makes a net of their positions, gate lets it play against the best evaluator before and
accepts or rejects it, report writes a page with what came out; loop does these
for some generations, with small nets of what the linear evaluator counts, one for
each phase of the game. Every step goes on where it was stopped. fit fits the net of
one phase and says how wrong it and the linear evaluator are; train trains a larger
one over the spots of the board. placings lets two evaluators place against each other
while a third stacks for both. openings prints positions of the games that are about
even, for the --openings of a match. truth draws positions from games of the engine
and tries to prove them, check counts the moves that throw a proved outcome away. A net is a file that --eval of other commands
takes; fitted ones of two phases may be put into one file. Try

  cairn learn loop runs/first --game dvonn
  cairn learn report runs/first`
}

func (c *learnCmd) Run(s *streams) error {
	settings := learn.Settings{}
	if c.Game != "" {
		settings = learn.Settings{
			Game: c.Game, Seed: c.Seed, Nodes: c.Nodes, PlacingNodes: c.PlacingNodes, PlacingRandom: c.PlacingRandom, FullNodes: c.FullNodes, Placing: c.Placing, Hidden: c.Hidden, Epochs: c.Epochs, GatePairs: c.Pairs,
		}
	}
	for _, n := range []struct {
		flag  string
		value int
	}{{"--shards", c.Shards}, {"--generations", c.Generations}} {
		if n.value < 1 {
			return tooSmall(s.catalog, n.flag, 1, n.value)
		}
	}
	if c.Workers < 0 || c.Workers > match.MaxConcurrency {
		return outOfRange(s.catalog, "--workers", 0, match.MaxConcurrency, c.Workers)
	}
	run, err := learn.Open(c.Folder, settings)
	if err != nil {
		return usageError(err, "")
	}
	ctx, stop := interruptible()
	defer stop()
	if err := c.do(ctx, s, run); err != nil {
		if ctx.Err() != nil {
			err = context.Cause(ctx)
			return failure(err, s.catalog.T("cli.match.go_on"))
		}
		return failure(err, "")
	}
	return nil
}

// do does the step.
func (c *learnCmd) do(ctx context.Context, s *streams, run *learn.Run) error {
	o := learn.Options{Workers: c.Workers, Revision: c.Revision}
	if o.Revision == "" {
		o.Revision = programVersion()
	}
	if o.Workers == 0 {
		o.Workers = runtime.NumCPU()
	}
	var bar *progress
	begin := func(text string) {
		bar = nil
		o.Progress = func(done, whole int) {
			if bar == nil {
				bar = newProgress(s, done)
			}
			bar.show(done, whole, text)
		}
	}
	end := func() {
		if bar != nil {
			bar.clear()
		}
	}
	defer end()
	begin(c.Step)
	switch c.Step {
	case "selfplay":
		return run.SelfPlay(ctx, c.Shards, o)
	case "train":
		if _, err := run.Train(ctx, c.Net, o); err != nil {
			return err
		}
		end()
		fmt.Fprintln(s.out, run.Path(learn.Candidate, c.Net, ".net"))
		return nil
	case "fit":
		settings := learn.DefaultFit()
		settings.Part, settings.Hidden, settings.Knots, settings.Mix, settings.Epochs = c.Part, c.FitHidden, c.Knots, c.Mix, c.Epochs
		table, err := run.Fit(ctx, c.Net, settings, o)
		if err != nil {
			return err
		}
		end()
		fmt.Fprintln(s.out, "phases      positions  results  error linear, net, search   loss linear, net, least")
		for _, l := range table {
			if l.Positions > 0 {
				fmt.Fprintf(s.out, "%3d to %2d  %10d %8d    %.4f  %.4f  %.4f       %.5f %.5f %.5f\n", l.From, l.To, l.Positions, l.Results,
					l.LinearError, l.NetError, l.SearchError, l.LinearLoss, l.NetLoss, l.BestLoss)
			}
		}
		fmt.Fprintln(s.out, run.Path(learn.Candidate, c.Net, ".net"))
		return nil
	case "placings":
		var err error
		if o.Program, err = programDigest(); err != nil {
			return err
		}
		against := c.AgainstNodes
		if against == 0 {
			against = c.Nodes
		}
		r, err := run.Placings(ctx, learn.PlacingMatch{
			Evaluators: [2]string{c.Eval, c.Against}, Stacker: c.Stacker, PlacingNodes: [2]uint64{c.Nodes, against}, StackingNodes: c.MoveNodes, Plies: 4, Pairs: c.Pairs,
		}, o)
		if err != nil {
			return err
		}
		end()
		e := r.Estimate()
		fmt.Fprintf(s.out, "+%d =%d -%d, %.1f %%, Elo %+.0f (%+.0f to %+.0f); as first player +%d =%d -%d, as second +%d =%d -%d\n",
			r.Wins, r.Draws, r.Losses, 100*e.Score, e.Elo, e.Low, e.High,
			r.Sides[0].Wins, r.Sides[0].Draws, r.Sides[0].Losses, r.Sides[1].Wins, r.Sides[1].Draws, r.Sides[1].Losses)
		return nil
	case "openings":
		list, err := run.Openings(learn.OpeningSettings{Count: c.Count, Limit: engine.Score(c.Limit), Moves: c.Moves})
		if err != nil {
			return err
		}
		for _, p := range list {
			fmt.Fprintln(s.out, p)
		}
		return nil
	case "truth":
		return run.MineTruth(ctx, learn.TruthSettings{Count: c.Count, Nodes: c.ProofNodes}, o)
	case "check":
		table, err := run.CheckTruth(ctx, c.Eval, c.MoveNodes, c.ProofNodes, o)
		if err != nil {
			return err
		}
		end()
		fmt.Fprintln(s.out, "stacks  positions  unproved  tried  kept  lost  unknown")
		for _, a := range table {
			fmt.Fprintf(s.out, "%6d  %9d  %8d  %5d  %4d  %4d  %7d\n", a.Stacks, a.Positions, a.Unproved, a.Tried, a.Kept, a.Lost, a.Unknown)
		}
		return nil
	case "gate":
		g, err := run.Gate(ctx, c.Net, o)
		if err != nil {
			return err
		}
		end()
		fmt.Fprintln(s.out, gateLine(s.catalog, g))
		if g.Verdict != learn.Accepted {
			return failure(errSilent, "")
		}
		return nil
	case "report":
		name, err := run.Report(judge.Chance)
		if err != nil {
			return err
		}
		end()
		fmt.Fprintln(s.out, name)
		return nil
	}
	text := ""
	o.Progress = func(done, whole int) {
		if bar == nil {
			bar = newProgress(s, done)
		}
		bar.show(done, whole, text)
	}
	return run.Loop(ctx, c.Generations, c.Shards, o, func(generation int, step learn.Step) {
		end()
		bar, text = nil, learn.Generation(generation)+" "+string(step)
	}, func(g *learn.Gate) {
		end()
		fmt.Fprintln(s.out, gateLine(s.catalog, g))
		s.out.Flush()
	})
}

// gateLine says what came out of a gate.
func gateLine(c *i18n.Catalog, g *learn.Gate) string {
	key := "cli.learn.rejected"
	if g.Verdict == learn.Accepted {
		key = "cli.learn.accepted"
	}
	elo := func(v float64) string { return fmt.Sprintf("%+.0f", v) }
	return c.T(key, i18n.Args{
		"name": g.Name, "other": g.Against, "tally": fmt.Sprintf("+%d =%d -%d", g.Tally.Wins, g.Tally.Draws, g.Tally.Losses),
		"elo": elo(g.Elo), "low": elo(g.Low), "high": elo(g.High),
	})
}
