package main

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/players"
	"cairn.example/record"
)

// chancesCmd fits the judge's curve for people and measures it.
type chancesCmd struct {
	Rules   []string `arg:"" name:"game" help:"Rule sets to play, such as dvonn."`
	Records string   `help:"Games to measure on instead, a file in any format." placeholder:"FILE"`
	Games   int      `least:"1" help:"Number of games to play of each." default:"400" placeholder:"N"`
	Seed    string   `help:"Seed of the games." default:"1" placeholder:"TEXT"`
	Nodes   uint64   `least:"1" help:"Nodes of each search." default:"2000" placeholder:"N"`
}

func (chancesCmd) Help() string {
	return `Each of the levels 1 to 5 plays games against itself, or FILE holds games; a third of
their positions is searched. Levels know what the engine knows of placing, and people do
not, so pieces are placed at random. By phase the first number is the mean squared error
(Brier) of saying always one half, the next are those of the judge's chances by the engine
and for people; behind each stands, by tenths, what was predicted, what came of it, and of
how many positions of how many games. A game's positions came to the same, so what came is
as sure (±, 95 %) as that many games make it. The last line is the curve that fits these games best: the estimates
at which a side wins e times as often as it loses, when placing begins, between the
phases, and when no stack is left. Try

  cairn lab chances dvonn lyngk lyngk6`
}

// chanceSample is an estimate with the result it came to, both for the side to move.
type chanceSample struct {
	game     int
	course   judge.Course
	estimate int
	result   float64 // a draw counted half
}

func (c *chancesCmd) Run(ctx context.Context, s *streams) error {
	var all []chanceSample
	for _, id := range c.Rules {
		g, err := games.Lookup(id)
		if err != nil {
			return usageError(err, "")
		}
		list, err := c.measure(ctx, s, g)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	best := fitChances(all)
	fmt.Fprintf(s.out, "fits best: %.0f, %.0f, %.0f\n", 1/best[0], 1/best[1], 1/best[2])
	return nil
}

// measure measures the chances on games of g, and returns what it searched.
func (c *chancesCmd) measure(ctx context.Context, s *streams, g game.Game) ([]chanceSample, error) {
	e, err := players.NewEngine(g, engine.Options{Hash: 16})
	if err != nil {
		return nil, err
	}
	lines := c.played(ctx, g, &err)
	if c.Records != "" {
		entries, done, err := gameInput{name: c.Records, game: g.ID(), keepLegal: true}.open(ctx, s, s.catalog)
		if err != nil {
			return nil, err
		}
		defer done()
		lines = recorded(g, entries)
	}
	var samples []chanceSample
	number := 0
	for line, outcome := range lines {
		for i := number % 3; i < len(line) && ctx.Err() == nil; i += 3 {
			p := line[i]
			e.Clear()
			r := e.Search(ctx, p, engine.Limits{Nodes: c.Nodes}, nil)
			if r.Bound == engine.NoBound || r.Proved || r.Score.Decided() {
				continue
			}
			x := chanceSample{number, judge.CourseOf(p), int(r.Score), 0.5}
			if winner, ok := outcome.Winner(); ok {
				x.result = 0
				if winner == p.Side() {
					x.result = 1
				}
			}
			samples = append(samples, x)
		}
		number++
	}
	if ctx.Err() != nil {
		return nil, failure(context.Cause(ctx), "")
	}
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(s.out, "%s: %d games, %d positions, %d nodes each\n", g.ID(), number, len(samples), c.Nodes)
	for i, phase := range []string{"placing", "stacking"} {
		part := slices.DeleteFunc(slices.Clone(samples), func(x chanceSample) bool { return (x.course[0] > 0) != (i == 0) })
		if len(part) == 0 {
			continue
		}
		fmt.Fprintf(s.out, "%s, %d positions: one half %.4f\n", phase, len(part), brier(part, func(chanceSample) float64 { return 0.5 }))
		printBins(s, "engine", part, func(x chanceSample) float64 { return judge.Curve{}.Chance(x.estimate) })
		printBins(s, "people", part, func(x chanceSample) float64 { return judge.People(x.course).Chance(x.estimate) })
	}
	return samples, nil
}

// played returns games of levels 1 to 5: their positions, and how each ended. What stops it
// is put into err.
func (c *chancesCmd) played(ctx context.Context, g game.Game, err *error) iter.Seq2[[]game.Position, game.Outcome] {
	return func(yield func([]game.Position, game.Outcome) bool) {
		for number := range c.Games {
			seed := fmt.Sprint(c.Seed, "/", number)
			draw := game.NewStream("cairn lab chances 1", g.ID(), seed)
			var sides [2]players.Player
			for i := range sides {
				sides[i], *err = players.New(g, players.LevelName(1+number%5), players.Options{Seed: fmt.Sprint(seed, "/", i)})
				if *err != nil {
					return
				}
			}
			var line []game.Position
			p := g.Start(seed)
			for p.Outcome() == game.Ongoing {
				line = append(line, p.Copy())
				if placer, ok := p.(game.Placer); ok && placer.Next() != 0 {
					all := p.Moves(nil)
					p.PlayUnchecked(all[draw.Intn(len(all))])
					continue
				}
				var r engine.Result
				r, *err = sides[p.Side()].Choose(ctx, p, engine.Limits{}, nil)
				if *err != nil || ctx.Err() != nil {
					return
				}
				p.PlayUnchecked(r.Move)
			}
			if !yield(line, p.Outcome()) {
				return
			}
		}
	}
}

// recorded returns the games of g in a file that were finished.
func recorded(g game.Game, entries iter.Seq[record.Entry]) iter.Seq2[[]game.Position, game.Outcome] {
	return func(yield func([]game.Position, game.Outcome) bool) {
		for e := range entries {
			if e.Err != nil || e.Record.Game != g.ID() || e.Record.Result == game.Ongoing {
				continue
			}
			line, err := e.Record.Positions()
			if err != nil {
				continue
			}
			line = slices.DeleteFunc(line, func(p game.Position) bool { return p.Outcome() != game.Ongoing })
			if !yield(line, e.Record.Result) {
				return
			}
		}
	}
}

func brier(list []chanceSample, chance func(chanceSample) float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += math.Pow(chance(x)-x.result, 2)
	}
	return sum / float64(len(list))
}

// printBins prints the error of a curve and, by tenths of what it predicts, how often that came.
func printBins(s *streams, name string, list []chanceSample, chance func(chanceSample) float64) {
	var count, predicted, actual [10]float64
	var of [10]map[int]bool
	for _, x := range list {
		p := chance(x)
		i := min(int(10*p), 9)
		if count[i]++; of[i] == nil {
			of[i] = map[int]bool{}
		}
		of[i][x.game] = true
		predicted[i] += p
		actual[i] += x.result
	}
	fmt.Fprintf(s.out, "  %s %.4f:", name, brier(list, chance))
	for i, n := range count {
		if n > 0 {
			came, games := actual[i]/n, len(of[i])
			fmt.Fprintf(s.out, "  %.0f %.0f±%.0f (%.0f of %d)", 100*predicted[i]/n, 100*came, 196*math.Sqrt(came*(1-came)/float64(games)), n, games)
		}
	}
	fmt.Fprintln(s.out)
}

// fitChances returns the slopes at the three points of the course that make the results
// likeliest, one after another by Newton's steps.
func fitChances(list []chanceSample) (slopes [3]float64) {
	for range 100 {
		for k := range slopes {
			gradient, curved := 0.0, 1e-9
			for _, x := range list {
				slope := 0.0
				for i, share := range x.course {
					slope += share * slopes[i]
				}
				estimate := float64(x.estimate)
				p, by := 1/(1+math.Exp(-slope*estimate)), x.course[k]*estimate
				gradient += (x.result - p) * by
				curved += p * (1 - p) * by * by
			}
			slopes[k] = max(slopes[k]+gradient/curved, 1e-5)
		}
	}
	return slopes
}
