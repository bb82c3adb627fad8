package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/internal/learn"
	"cairn.example/internal/show/i18n"
	"cairn.example/players"
)

type learnCmd struct {
	Selfplay learnSelfplayCmd `cmd:"" help:"Play games of the engine against itself." example:"cairn lab learn selfplay runs/first --game dvonn --shards 200"`
	Fit      learnFitCmd      `cmd:"" help:"Fit a small net on the linear evaluator's features, or a convolutional net." example:"cairn lab learn fit runs/first --net a"`
	Placings learnPlacingsCmd `cmd:"" help:"Let two evaluators place against each other; a third plays the stacking phase for both." example:"cairn lab learn placings runs/first --eval linear --against linear"`
	Openings learnOpeningsCmd `cmd:"" help:"Print balanced positions from the games." example:"cairn lab learn openings runs/first --limit 50"`
	Truth    learnTruthCmd    `cmd:"" help:"Pick positions from games of the engine and try to prove their results." example:"cairn lab learn truth runs/truth --game lyngk --count 40"`
	Check    learnCheckCmd    `cmd:"" help:"Count the moves that throw away a proved result." example:"cairn lab learn check runs/truth --eval net"`
	Gate     learnGateCmd     `cmd:"" help:"Play a net against the best evaluator so far, and accept or reject it." example:"cairn lab learn gate runs/first --net a"`
	Loop     learnLoopCmd     `cmd:"" help:"Repeat selfplay, fit and gate for several generations." example:"cairn lab learn loop runs/first --game dvonn"`
	Report   learnReportCmd   `cmd:"" help:"Write a page with the results." example:"cairn lab learn report runs/first"`
}

func (learnCmd) Help() string {
	return `A run is a folder. selfplay plays games of the engine against itself. fit trains a net
on their positions. gate lets it play against the best evaluator so far, and accepts
or rejects it. report writes a page with the results. loop repeats selfplay, fit and
gate for several generations, with one small net for each phase of the game. Every
step continues where it was stopped. A net is a file; other commands load it with
--eval. Two nets of different phases can be put into one file. Try

  cairn lab learn loop runs/first --game dvonn
  cairn lab learn report runs/first`
}

// runFolder names the run.
type runFolder struct {
	Folder string `arg:"" help:"Folder of the run. With --game it is created."`
}

// newRun names the game and the seed of a run, for the steps that can begin one.
type newRun struct {
	Game string `help:"New run: the game." placeholder:"GAME"`
	Seed string `needs:"game" help:"New run: seed of all random choices." default:"1" placeholder:"TEXT"`
}

// newGames says how the games of a run are played and its nets tried.
type newGames struct {
	newRun
	Nodes         uint64  `least:"1" needs:"game" help:"New run: nodes per move of self-play." default:"500" placeholder:"N"`
	PlacingNodes  uint64  `needs:"game" help:"New run: nodes per placing (default: as many as per move)." placeholder:"N"`
	PlacingRandom float64 `needs:"game" help:"New run: largest share of random placings in a game (default: a tenth in every game)." placeholder:"SHARE"`
	FullNodes     uint64  `needs:"game" help:"New run: nodes of the search that judges a full board instead of playing it out." placeholder:"N"`
	Placing       float64 `needs:"game" help:"New run: share of games that begin with the placing phase." default:"0.5" placeholder:"SHARE"`
	Pairs         int     `needs:"game" help:"New run: most pairs of games played by a gate." default:"200" placeholder:"N"`
}

// settings are those of a new run, or none where no game is named.
func (n newGames) settings() learn.Settings {
	if n.Game == "" {
		return learn.Settings{}
	}
	return learn.Settings{
		Game: n.Game, Seed: n.Seed, Nodes: n.Nodes, PlacingNodes: n.PlacingNodes, PlacingRandom: n.PlacingRandom, FullNodes: n.FullNodes,
		Placing: n.Placing, GatePairs: n.Pairs,
	}
}

// settings are those of a new run with defaults, or none where no game is named.
func (n newRun) settings() learn.Settings {
	if n.Game == "" {
		return learn.Settings{}
	}
	return learn.Settings{Game: n.Game, Seed: n.Seed}
}

// revised is what files name as the revision of the program.
type revised struct {
	Revision string `help:"Revision of the program to name in files, if this build doesn't know it." placeholder:"TEXT"`
}

func (r revised) revision() string {
	if r.Revision == "" {
		return programVersion()
	}
	return r.Revision
}

// learnStep is one step of a run while it is done: its options, which show a bar.
type learnStep struct {
	ctx  context.Context
	run  *learn.Run
	o    learn.Options
	text string // beside the bar
	bar  *progress
}

// clear removes the bar, so that lines can be written, and lets the next progress begin a
// new one.
func (l *learnStep) clear() {
	if l.bar != nil {
		l.bar.clear()
	}
	l.bar = nil
}

// on does a step of the run.
func (f runFolder) on(ctx context.Context, s *streams, text string, settings learn.Settings, do func(*learnStep) error) error {
	run, err := learn.Open(f.Folder, settings)
	if errors.Is(err, fs.ErrNotExist) {
		return usageError(err, s.catalog.T("cli.learn.begin", i18n.Args{"command": "cairn lab learn selfplay " + game.Printable(f.Folder) + " --game GAME"}))
	} else if err != nil {
		return stepError(err)
	}
	step := &learnStep{ctx: ctx, run: run, text: text}
	step.o.Progress = func(done, whole int) {
		if step.bar == nil {
			step.bar = newProgress(s, done)
		}
		step.bar.show(done, whole, step.text)
	}
	err = do(step)
	step.clear()
	if ctx.Err() == nil && err != nil {
		return stepError(err)
	}
	return resumable(ctx, s.catalog, err)
}

// stepError returns the error of a step: it was called wrongly, or something is wrong with
// what the run holds.
func stepError(err error) error {
	var unknownGame *games.UnknownError
	var unknownEvaluator *players.EvaluatorError
	if errors.As(err, &unknownGame) || errors.As(err, &unknownEvaluator) || learn.Refused(err) {
		return usageError(err, "")
	}
	return failure(err, "")
}

type learnSelfplayCmd struct {
	runFolder
	newGames
	Shards int `least:"1" help:"Total number of shards." default:"25" placeholder:"N"`
	workers
	revised
}

func (c *learnSelfplayCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "selfplay", c.newGames.settings(), func(l *learnStep) error {
		l.o.Workers, l.o.Revision = c.number(), c.revision()
		return l.run.SelfPlay(l.ctx, c.Shards, l.o)
	})
}

// netName names the net that a step makes or tries.
type netName struct {
	Net string `help:"Name of the net." default:"gen-001" placeholder:"NAME"`
}

type learnGateCmd struct {
	runFolder
	netName
	workers
	revised
}

func (c *learnGateCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "gate", learn.Settings{}, func(l *learnStep) error {
		l.o.Workers, l.o.Revision = c.number(), c.revision()
		g, err := l.run.Gate(l.ctx, c.Net, l.o)
		if err != nil {
			return err
		}
		l.clear()
		fmt.Fprintln(s.out, gateLine(s.catalog, g))
		if g.Verdict != learn.Accepted {
			return failure(errSilent, "")
		}
		return nil
	})
}

type learnLoopCmd struct {
	runFolder
	newGames
	Shards      int `least:"1" help:"Number of new shards per generation." default:"25" placeholder:"N"`
	Generations int `least:"1" help:"Number of nets to train." default:"1" placeholder:"N"`
	workers
	revised
}

func (c *learnLoopCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "loop", c.newGames.settings(), func(l *learnStep) error {
		l.o.Workers, l.o.Revision = c.number(), c.revision()
		return l.run.Loop(l.ctx, c.Generations, c.Shards, l.o, func(generation int, step learn.Step) {
			l.clear()
			l.text = learn.Generation(generation) + " " + string(step)
		}, func(g *learn.Gate) {
			l.clear()
			fmt.Fprintln(s.out, gateLine(s.catalog, g))
			s.out.Flush()
		})
	})
}

type learnReportCmd struct{ runFolder }

func (c *learnReportCmd) Run(ctx context.Context, s *streams) error {
	return c.on(ctx, s, "report", learn.Settings{}, func(l *learnStep) error {
		name, err := l.run.Report(judge.Curve{}.Chance)
		if err != nil {
			return err
		}
		fmt.Fprintln(s.out, name)
		return nil
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
