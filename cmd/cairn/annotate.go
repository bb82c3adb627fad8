package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/computer"
	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
	"cairn.example/internal/judge"
	"cairn.example/internal/say"
	"cairn.example/match"
	"cairn.example/record"
)

type annotateCmd struct {
	In   string `arg:"" help:"File of games to read; - for standard input."`
	From string `help:"Format of the input; else it is recognized." placeholder:"FORMAT"`
	To   string `help:"Format to write: ${formats}; without it the one that the name of --out ends in, else cairn." placeholder:"FORMAT"`
	Out  string `short:"o" help:"File to write, gzipped where its name ends in .gz; standard output without it." placeholder:"FILE"`
	Game string `help:"Rule set, where the file does not say which." placeholder:"GAME"`
	limitFlags
	engineFlags
	Plies int `help:"Length of the better line shown." default:"6" placeholder:"N"`
}

func (annotateCmd) Help() string {
	return `Every position is searched, for 1 second unless told otherwise. Each move gets the
value of the position it leads to ({[%eval ...]}, seen by the first player); a
move that gives something away gets a mark, how much of the chance to win it cost,
and the better line as a variation: ?! from 5 % of the chance, ? from 10 %, ?? from
20 % or where a proved result is thrown away. Each move is judged for itself, from an
empty hash: at the same number of nodes the page in the browser marks the same ones.
The tag Annotator then names "Cairn". Try

  cairn annotate game.cairn --nodes 100000 -o judged.cairn`
}

func (c *annotateCmd) Run(s *streams) error {
	to, err := outputFormat(s.catalog, c.To, c.Out)
	if err != nil {
		return usageError(err, "")
	}
	l, err := c.limits(s.catalog, time.Second)
	if err != nil {
		return err
	}
	if c.Plies < 1 {
		return tooSmall(s.catalog, "--plies", 1, c.Plies)
	}
	catalog := s.catalog
	ctx, stop := interruptible()
	defer stop()
	in := gameInput{name: c.In, format: c.From, game: c.Game}
	entries, closeInput, err := in.open(ctx, s, catalog)
	if err != nil {
		return err
	}
	defer closeInput()
	var out io.Writer = s.out
	var file *files.File
	if c.Out != "" {
		if file, err = files.Create(c.Out); err != nil {
			return failure(unwritable(catalog, c.Out, err), "")
		}
		out = file
	}
	n := converted{catalog: catalog, each: s.flushEach(c.In), game: c.Game}
	defer n.warn(s.err)
	engines := map[string]*engine.Engine{}
	err = func() error {
		for e := range entries {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if sound, err := n.sound(s.err, &e); err != nil {
				return err
			} else if !sound {
				continue
			}
			if err := c.annotate(ctx, s, n.read, e.Record, engines, l); err != nil {
				return err
			}
			if err := n.write(s.err, out, &e, to); err != nil {
				return err
			}
		}
		return nil
	}()
	if file != nil {
		if err == nil && n.failed < n.read {
			err = file.Keep()
		} else {
			file.Drop()
		}
	}
	if err != nil {
		return failure(err, "")
	}
	return n.verdict()
}

// judged adds up what was found about one side.
type judged struct {
	marks [judge.Blunder + 1]int
	loss  float64 // of the chance to win, all moves together
	moves int
}

// annotate judges the main line of one game.
func (c *annotateCmd) annotate(ctx context.Context, s *streams, number int, r *record.Record, engines map[string]*engine.Engine, l engine.Limits) error {
	positions, err := r.Positions()
	if err != nil {
		return err
	}
	g := positions[0].Game()
	e := engines[g.ID()]
	if e == nil {
		flags := c.engineFlags
		if l.Nodes > 0 && l.Nodes <= fewNodes {
			flags.Hash = min(flags.Hash, fewNodesHash)
		}
		if e, err = flags.engine(s.catalog, g); err != nil {
			return err
		}
		engines[g.ID()] = e
	}
	place := s.catalog.T("place.game", i18n.Args{"n": strconv.Itoa(number)})
	bar := newProgress(s, 0)
	var sides [2]judged
	turns := make([]judge.JudgedMove, len(r.Moves))
	for ply := range r.Moves {
		if ctx.Err() != nil {
			bar.clear()
			return context.Cause(ctx)
		}
		before, after := positions[ply], positions[ply+1]
		m := &r.Moves[ply]
		j, err := c.judge(ctx, s.catalog, e, before, after, m, l)
		if err != nil {
			bar.clear()
			return err
		}
		first := j.played
		if before.Side() == game.Second {
			first = first.Other()
		}
		turns[ply] = judge.JudgedMove{Second: before.Side() == game.Second, After: &first}
		side := &sides[before.Side()]
		side.moves++
		side.loss += j.loss
		side.marks[j.mark]++
		bar.show(ply+1, len(r.Moves), fmt.Sprintf("%s, %s %s", place, s.catalog.T("place.ply", i18n.Args{"n": strconv.Itoa(ply + 1)}), m.Text))
	}
	bar.clear()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r.SetTag("Annotator", judge.Signed(r.Tag("Annotator")))
	accuracy := judge.Accuracy(turns)
	for i, name := range []string{r.First, r.Second} {
		if name == "" {
			name = say.New(g, s.catalog).Player(game.Side(i))
		}
		if d := sides[i]; d.moves > 0 {
			fmt.Fprintln(s.err, s.catalog.T("cli.annotate.side", i18n.Args{
				"place": place, "player": game.Printable(name), "n": d.moves,
				"marks": fmt.Sprintf("%d ?!, %d ?, %d ??", d.marks[judge.Inaccuracy], d.marks[judge.Mistake], d.marks[judge.Blunder]),
				"loss":  s.catalog.Percent(d.loss / float64(d.moves)), "accuracy": percentOrNone(s.catalog, accuracy[i]),
			}))
		}
	}
	return nil
}

// percentOrNone writes an accuracy.
func percentOrNone(c *i18n.Catalog, accuracy int) string {
	if accuracy == judge.NoAccuracy {
		return "–"
	}
	return c.Percent(float64(accuracy) / 100)
}

// judgement is what was found about one move.
type judgement struct {
	played judge.Value // of the move, seen by who made it
	loss   float64     // of the chance to win
	mark   judge.Mark
}

// So few nodes do not fill so many MiB. The page judges with them
// (web/src/analysis/annotate.ts), and the size of a hash can decide which entries
// are kept, so equal marks need equal sizes.
const (
	fewNodes     = 500_000
	fewNodesHash = 16
)

// judge searches the position before a move from an empty hash and, where another move is better,
// the move played alone with the same limits, so that both are judged alike. It
// writes what it finds into m. The error is that of a move which cannot be read.
func (c *annotateCmd) judge(ctx context.Context, catalog *i18n.Catalog, e *engine.Engine, before, after game.Position, m *record.Move, l engine.Limits) (judgement, error) {
	played, err := before.ParseMove(m.Text)
	if err != nil {
		return judgement{}, err
	}
	e.Clear()
	best := e.Search(ctx, before, l, nil)
	got := best.Info
	if best.Move != played {
		only := l
		only.Only = []game.Move{played}
		got = e.Search(ctx, before, only, nil).Info
	}
	if after.Outcome() != game.Ongoing {
		got.Score, got.Proved = engine.FinalScore(after), true
		if after.Side() != before.Side() {
			got.Score = -got.Score
		}
	}
	m.Eval = match.Eval(before.Side(), got.Score, got.Proved)
	j := judgement{played: computer.Value(got)}
	if best.Move == played {
		return j, nil
	}
	j.loss, j.mark = judge.Move(computer.Value(best.Info), j.played)
	if j.mark != judge.NoMark {
		m.NAGs = append([]uint8{j.mark.NAG()}, without(m.NAGs)...)
		m.AddComment(remark(catalog, before, &best, got, j))
		m.Variations = append(m.Variations, c.better(before, &best))
	}
	return j, nil
}

// remark says in words that another move is better, by how much and why.
func remark(catalog *i18n.Catalog, before game.Position, best *engine.Result, got engine.Info, j judgement) string {
	g := before.Game()
	said := i18n.Args{"mark": catalog.T(j.mark.Key()), "move": g.MoveText(best.Move)}
	var comment string
	if best.Score.Decided() || got.Score.Decided() || best.Proved || got.Proved {
		comment = catalog.T("cli.annotate.result", said, i18n.Args{
			"better": scoreWords(catalog, before, best.Score, best.Proved), "worse": scoreWords(catalog, before, got.Score, got.Proved),
		})
	} else {
		comment = catalog.T("cli.annotate.costs", said, i18n.Args{"loss": catalog.Percent(j.loss)})
	}
	// That the better move wins has been said.
	others := slices.DeleteFunc(slices.Clone(best.Reasons), func(r engine.Reason) bool { return r.Key == engine.Wins || r.Key == engine.HoldsDraw })
	if why := say.Reasons(catalog, computer.Reasons(others)); why != "" {
		comment += fmt.Sprintf(" %s %s.", g.MoveText(best.Move), why)
	}
	return comment
}

// better is the line that begins with the better move.
func (c *annotateCmd) better(before game.Position, best *engine.Result) record.Line {
	g := before.Game()
	line := best.PV
	if len(line) == 0 {
		line = []game.Move{best.Move}
	}
	var v record.Line
	for _, m := range line[:min(len(line), c.Plies)] {
		v.Moves = append(v.Moves, record.Move{Text: g.MoveText(m)})
	}
	v.Moves[0].Eval = match.Eval(before.Side(), best.Score, best.Proved)
	return v
}

// without returns the glyphs that are no judgement of a move: ours replaces that.
func without(nags []uint8) []uint8 {
	var rest []uint8
	for _, n := range nags {
		if n > 6 {
			rest = append(rest, n)
		}
	}
	return rest
}
