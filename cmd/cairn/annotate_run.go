package main

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strconv"
	"sync"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
	"cairn.example/internal/study/annotate"
	"cairn.example/record"
)

// annotation is a run of annotate. Several games are judged at once; what is written and
// said of them comes in their order, so that both are the same with any number of workers.
type annotation struct {
	converted
	cmd     *annotateCmd
	streams *streams
	limits  engine.Limits
	kept    *keptGames // nil where nothing is kept

	mu    sync.Mutex
	shown *judgedGame // whose progress the terminal shows
}

// judgedGame is a game of the input on its way through a worker.
type judgedGame struct {
	record.Entry
	number int
	again  bool // an earlier run has judged it
	bar    *progress

	done  chan struct{} // closed when the rest is known
	sides [2]annotate.Side
	err   error
}

// run judges the games. The error is one of out, of the engine, or the end of ctx.
func (a *annotation) run(ctx context.Context, out io.Writer, entries iter.Seq[record.Entry], to record.Format) error {
	stopped, stop := context.WithCancel(ctx)
	defer stop()
	queue := make(chan *judgedGame, a.cmd.Workers)
	work := make(chan *judgedGame)
	go a.feed(stopped, entries, queue, work)
	for range a.cmd.Workers {
		go a.work(stopped, work)
	}
	for g := range queue {
		a.show(g)
		select {
		case <-g.done:
		case <-ctx.Done():
		}
		a.show(nil)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if sound, err := a.sound(a.streams.err, &g.Entry); err != nil {
			return err
		} else if !sound {
			continue
		}
		if g.err != nil {
			return g.err
		}
		if !g.again {
			a.say(g)
		}
		if err := a.write(a.streams.err, out, &g.Entry, to); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// feed puts the games into the queue in their order, and those that are to be judged
// before the workers.
func (a *annotation) feed(ctx context.Context, entries iter.Seq[record.Entry], queue, work chan<- *judgedGame) {
	defer close(queue)
	defer close(work)
	number := 0
	for e := range entries {
		number++
		g := &judgedGame{Entry: e, number: number, bar: newProgress(a.streams, 0), done: make(chan struct{})}
		judge := e.Err == nil && (a.game == "" || e.Record.Game == a.game)
		if judge && a.kept != nil {
			var before *record.Record
			if before, g.err = a.kept.of(number, e.Record); before != nil {
				g.Record, g.again = before, true
			}
			judge = before == nil && g.err == nil
		}
		if !judge {
			close(g.done)
		}
		select {
		case queue <- g:
		case <-ctx.Done():
			return
		}
		if !judge {
			continue
		}
		select {
		case work <- g:
		case <-ctx.Done():
			return
		}
	}
}

// work judges games until there are no more.
func (a *annotation) work(ctx context.Context, work <-chan *judgedGame) {
	engines := map[string]*engine.Engine{}
	for g := range work {
		g.err = a.judge(ctx, g, engines)
		if g.err == nil && a.kept != nil {
			g.err = a.kept.add(g.number, g.Record)
		}
		close(g.done)
	}
}

// judge judges the main line of one game.
func (a *annotation) judge(ctx context.Context, g *judgedGame, engines map[string]*engine.Engine) error {
	rules, err := games.Lookup(g.Record.Game)
	if err != nil {
		return err
	}
	e := engines[rules.ID()]
	if e == nil {
		flags := a.cmd.engineFlags
		flags.Hash = annotate.Hash(a.limits, flags.Hash)
		if e, err = flags.engine(a.catalog, rules, engine.Limits{}); err != nil {
			return err
		}
		engines[rules.ID()] = e
	}
	g.sides, err = annotate.Record(ctx, e, g.Record, annotate.Options{
		Limits: a.limits, Plies: a.cmd.Plies,
		Word: func(r record.Remark) string { return say.Remark(a.catalog, r) },
		Judged: func(ply int, m *record.Move) {
			a.mu.Lock()
			defer a.mu.Unlock()
			if a.shown == g {
				g.bar.show(ply+1, len(g.Record.Moves), fmt.Sprintf("%s, %s %s", a.place(g), a.catalog.T("place.ply", i18n.Args{"n": strconv.Itoa(ply + 1)}), m.Text))
			}
		},
	})
	return err
}

// show has the terminal show the progress of a game, or of none.
func (a *annotation) show(g *judgedGame) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.shown != nil {
		a.shown.bar.clear()
	}
	a.shown = g
}

func (a *annotation) place(g *judgedGame) string {
	return a.catalog.T("place.game", i18n.Args{"n": strconv.Itoa(g.number)})
}

// say tells how each side has played.
func (a *annotation) say(g *judgedGame) {
	rules, err := games.Lookup(g.Record.Game)
	if err != nil {
		return // it was judged
	}
	for i, name := range []string{g.Record.First, g.Record.Second} {
		if name == "" {
			name = say.New(rules, a.catalog).Player(game.Side(i))
		}
		if d := g.sides[i]; d.Moves > 0 {
			fmt.Fprintln(a.streams.err, a.catalog.T("cli.annotate.side", i18n.Args{
				"place": a.place(g), "player": game.Printable(name), "n": d.Moves,
				"marks": fmt.Sprintf("%d ?!, %d ?, %d ??", d.Marks[judge.Inaccuracy], d.Marks[judge.Mistake], d.Marks[judge.Blunder]),
				"loss":  a.catalog.Percent(d.Loss / float64(d.Moves)), "accuracy": percentOrNone(a.catalog, d.Accuracy),
			}))
		}
	}
}
