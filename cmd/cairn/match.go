package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/i18n"
	"cairn.example/internal/report"
	"cairn.example/match"
	"cairn.example/players"
	"cairn.example/ugi"
)

type matchCmd struct {
	gameArg
	A           string        `arg:"" help:"First contestant: a player, ugi:COMMAND or codecup:COMMAND."`
	B           string        `arg:"" help:"Second contestant."`
	Pairs       int           `help:"Pairs of games, each from one opening with sides swapped." default:"50" placeholder:"N"`
	Openings    string        `help:"start, full (DVONN: random full boards), or a file with a position a line." default:"start" placeholder:"KIND"`
	Plies       int           `help:"Random plies played from there." default:"0" placeholder:"N"`
	Seed        string        `help:"Seed of the openings." default:"1" placeholder:"TEXT"`
	Time        string        `help:"Seconds for a game, such as 5 or 60+0.5 with an increment." placeholder:"TIME"`
	Movetime    time.Duration `help:"Time for a move, such as 100ms." placeholder:"TIME"`
	Nodes       uint64        `help:"Positions visited for a move." placeholder:"N"`
	Depth       int           `help:"Plies searched for a move." placeholder:"N"`
	Concurrency int           `help:"Games played at once." default:"1" placeholder:"N"`
	Sprt        string        `help:"Stop when it is decided whether the first is ELO1 stronger, or no more than ELO0." placeholder:"ELO0,ELO1"`
	Alpha       float64       `help:"Chance to accept ELO1 wrongly." default:"0.05"`
	Beta        float64       `help:"Chance to accept ELO0 wrongly." default:"0.05"`
	Adjudicate  uint64        `help:"After each move spend so many nodes to prove the outcome; a proved game ends." placeholder:"NODES"`
	CPU         bool          `name:"cpu" help:"Clocks count processor time, so that what else the machine does decides nothing; that of ugi: programs only on Linux."`
	Margin      time.Duration `help:"By how much a time may be exceeded." default:"5ms" placeholder:"TIME"`
	Results     string        `help:"File with a line a game; when it is there the match goes on." placeholder:"FILE"`
	Games       string        `help:"Write the games as records." placeholder:"FILE"`
	Report      string        `help:"Write a report with plots as HTML." placeholder:"FILE"`
	Quiet       bool          `short:"q" help:"No line for each game."`
}

func (matchCmd) Help() string {
	return `A contestant may have options after a question mark, separated by commas: name,
time, movetime, nodes and depth for all; hash, threads, seed and without for our
players; any option of a ugi program. Our players are those of "cairn play"; standin
among them is a DVONN program like the winner of the CodeCup 2011. Errors are those of pairs.
Ctrl-C stops; with --results the same command goes on later. The exit status is 1
when --sprt decides for ELO0. Try

  cairn match dvonn engine standin --openings full --nodes 10000 --pairs 20
  cairn match lyngk engine 'ugi:./other?Hash=64' --time 10+0.1 --results m.jsonl`
}

func (c *matchCmd) Run(s *streams) error {
	m, err := c.match(s)
	if err != nil {
		return err
	}
	if err := m.Check(); err != nil {
		return usageError(err, "")
	}
	for _, spec := range m.Specs {
		if spec.Kind == match.InProcess {
			if err := checkPlayer(m.Game, spec.Settings); err != nil {
				return err
			}
		}
	}
	ctx, stop := interruptible()
	defer stop()
	// What cannot be written is found before the first game, not after the last.
	out, err := c.outputs(s.catalog)
	if err != nil {
		return err
	}
	defer out.drop()
	store, closeStore, err := c.store(s.catalog, m)
	if err != nil {
		return err
	}
	defer closeStore()
	if is := store.Program; is != "" && is != m.Program && engineTakesPart(m) {
		text := s.catalog.T("cli.match.version", i18n.Args{"file": game.Printable(c.Results), "is": game.Printable(is), "version": m.Program})
		fmt.Fprintln(s.err, s.catalog.T("cli.warning", i18n.Args{"text": text}))
		fmt.Fprintln(s.err, s.catalog.T("cli.error.hint", i18n.Args{"text": s.catalog.T("cli.match.another_file")}))
	}

	n := len(store.Results)
	if n > 0 {
		fmt.Fprintln(s.err, s.catalog.T("cli.match.going_on", i18n.Args{"n": n}))
	}
	bar := newProgress(s, n)
	sum, err := m.Run(ctx, store, func(r match.Result, sum match.Summary) {
		bar.clear()
		if !c.Quiet {
			fmt.Fprintf(s.out, "%s  [%s]\n", matchGame(s.catalog, m, r), report.Headline(s.catalog, sum))
			s.out.Flush()
		}
		bar.show(sum.Games(), 2*m.Pairs, report.Headline(s.catalog, sum))
	})
	bar.clear()
	_, interrupted := interruption(ctx, err)
	if err != nil && !interrupted {
		return failure(err, "")
	}
	c.printSummary(s, m, sum)
	if err := out.write(s.catalog, m, store.Results); err != nil {
		return failure(err, "")
	}
	switch {
	case interrupted && c.Results != "":
		return failure(context.Cause(ctx), s.catalog.T("cli.match.go_on"))
	case interrupted:
		return failure(context.Cause(ctx), s.catalog.T("cli.match.can_go_on"))
	case m.SPRT != nil && m.SPRT.Verdict(sum.Tally) == match.AcceptH0:
		return failure(errSilent, "")
	}
	return nil
}

// match makes the match of the arguments.
func (c *matchCmd) match(s *streams) (*match.Match, error) {
	g, err := c.lookup()
	if err != nil {
		return nil, err
	}
	if c.Concurrency < 1 || c.Concurrency > match.MaxConcurrency {
		return nil, outOfRange(s.catalog, "--concurrency", 1, match.MaxConcurrency, c.Concurrency)
	}
	if c.Pairs > maxPairs {
		return nil, outOfRange(s.catalog, "--pairs", 1, maxPairs, c.Pairs)
	}
	m := &match.Match{Game: g, Pairs: c.Pairs, Concurrency: c.Concurrency, Margin: c.Margin, Proofs: c.Adjudicate, Players: ugi.NewPlayer, Program: programVersion()}
	for i, text := range []string{c.A, c.B} {
		spec, err := match.ParseSpec(text)
		if err != nil {
			place := s.catalog.T("cli.match.contestant", i18n.Args{"text": shown(text)})
			text := s.catalog.T("place.text", i18n.Args{"place": place, "text": errorText(s.catalog, err)})
			return nil, usageError(errors.New(text), s.catalog.T("cli.usage.arguments", i18n.Args{"command": "cairn match --help"}))
		}
		m.Specs[i] = spec
	}
	if m.Specs[0].Name == m.Specs[1].Name {
		m.Specs[1].Name += " 2"
	}
	if c.CPU {
		if err := c.byProcessor(s.catalog, m); err != nil {
			return nil, err
		}
	}
	m.Control = match.Control{MoveTime: c.Movetime, Nodes: c.Nodes, Depth: c.Depth}
	if c.Time != "" {
		if m.Control.Time, m.Control.Increment, err = match.ParseTime(c.Time); err != nil {
			return nil, usageError(err, "")
		}
	}
	for _, f := range []struct {
		flag string
		low  bool
	}{{"--movetime", c.Movetime < 0}, {"--depth", c.Depth < 0}, {"--plies", c.Plies < 0}, {"--margin", c.Margin < 0}} {
		if f.low {
			return nil, negativeLimit(s.catalog, f.flag)
		}
	}
	if c.Movetime > 0 && c.Movetime < time.Millisecond {
		return nil, usageError(errors.New(s.catalog.T("match.movetime", i18n.Args{"value": c.Movetime.String()})), "")
	}
	if c.Sprt == "" && c.Alpha != defaultErrorRate {
		return nil, flagRequires(s.catalog, "--alpha", "--sprt")
	}
	if c.Sprt == "" && c.Beta != defaultErrorRate {
		return nil, flagRequires(s.catalog, "--beta", "--sprt")
	}
	files := map[string]string{}
	for _, f := range [][2]string{{"--results", c.Results}, {"--games", c.Games}, {"--report", c.Report}} {
		place, err := filepath.Abs(f[1])
		if err != nil {
			place = f[1]
		}
		if other := files[place]; f[1] != "" && other != "" {
			return nil, usageError(errors.New(s.catalog.T("cli.match.same_file", i18n.Args{"flag": f[0], "other": other})), s.catalog.T("cli.match.own_files"))
		}
		if f[1] != "" {
			files[place] = f[0]
		}
	}
	m.Openings = match.Openings{Kind: match.OpeningKind(c.Openings), Plies: c.Plies, Seed: c.Seed}
	if c.Openings != string(match.Start) && c.Openings != string(match.Full) {
		f, err := openFile(c.Openings)
		if err != nil {
			return nil, usageError(unreadable(s.catalog, c.Openings, err), s.catalog.T("cli.match.openings"))
		}
		defer f.Close()
		m.Openings.Kind = match.Listed
		if m.Openings.List, err = match.ReadOpenings(g, f); err != nil {
			return nil, failure(errors.New(game.Printable(c.Openings)+": "+errorText(s.catalog, err)), "")
		}
	}
	if c.Sprt != "" {
		low, high, ok := strings.Cut(c.Sprt, ",")
		elo0, err0 := strconv.ParseFloat(low, 64)
		elo1, err1 := strconv.ParseFloat(high, 64)
		if !ok || err0 != nil || err1 != nil {
			text := s.catalog.T("cli.match.elo", i18n.Args{"flag": "--sprt", "value": shown(c.Sprt), "example": "0,10"})
			return nil, usageError(errors.New(text), "")
		}
		m.SPRT = &match.SPRT{Elo0: elo0, Elo1: elo1, Alpha: c.Alpha, Beta: c.Beta}
	}
	if c.Adjudicate > 0 {
		evaluator, err := players.Evaluator(g, "")
		if err != nil {
			return nil, usageError(err, "")
		}
		knowledge, err := players.Knowledge(g)
		if err != nil {
			return nil, usageError(err, "")
		}
		m.Prove = func(ctx context.Context, p game.Position, nodes uint64) (game.Outcome, bool) {
			r := engine.New(engine.Options{Hash: 1, Evaluator: evaluator, Knowledge: knowledge}).Solve(ctx, p, engine.Limits{Nodes: nodes}, nil)
			switch {
			case !r.Proved || ctx.Err() != nil:
				return game.Ongoing, false
			case r.Score.Won():
				return game.Win(p.Side()), true
			case r.Score.Lost():
				return game.Win(p.Side().Other()), true
			}
			return game.Draw, true
		}
	}
	return m, nil
}

// byProcessor makes the clocks of m count processor time: that of this process, which is
// the mover's as long as only one contestant thinks, and of each ugi program's own.
func (c *matchCmd) byProcessor(catalog *i18n.Catalog, m *match.Match) error {
	ours := m.Specs[0].Kind == match.InProcess || m.Specs[1].Kind == match.InProcess
	if c.Concurrency > 1 && ours {
		return usageError(errors.New(catalog.T("cli.match.one_at_once")), catalog.T("cli.match.concurrency"))
	}
	for _, s := range m.Specs {
		if s.Kind == match.CodeCup {
			return usageError(errors.New(catalog.T("cli.match.other_process", i18n.Args{"name": game.Printable(s.Name)})), catalog.T("cli.match.cpu_ours"))
		}
	}
	_, err := processorTime()
	if _, ofOther := processTime(os.Getpid()); err == nil && (m.Specs[0].Kind == match.UGI || m.Specs[1].Kind == match.UGI) {
		err = ofOther
	}
	if err != nil {
		return usageError(err, catalog.T("cli.usage.leave_out", i18n.Args{"argument": "--cpu"}))
	}
	m.Clock, m.Now, m.ProcessTime = "processor time", processorClock, processTime
	m.Players = func(g game.Game, s ugi.Settings) (players.Player, error) {
		return ugi.NewPlayerBy(m.Now, g, s)
	}
	return nil
}

// maxPairs bounds --pairs: more than any match needs, few enough to count games
// with an int of 32 bits.
const maxPairs = 1_000_000_000

// defaultErrorRate is the default of --alpha and --beta.
const defaultErrorRate = 0.05

// store opens the results file, or keeps results in memory.
func (c *matchCmd) store(catalog *i18n.Catalog, m *match.Match) (*match.Store, func() error, error) {
	nothing := func() error { return nil }
	if c.Results == "" {
		store, _, err := match.OpenStore(strings.NewReader(""), io.Discard, m.Game, m.Header())
		return store, nothing, err
	}
	f, err := os.OpenFile(c.Results, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, failure(unwritable(catalog, c.Results, err), "")
	}
	if !files.TryLock(f) {
		f.Close()
		return nil, nil, failure(errors.New(catalog.T("cli.match.busy", i18n.Args{"file": game.Printable(c.Results)})), catalog.T("cli.match.wait"))
	}
	store, keep, err := match.OpenStore(f, f, m.Game, m.Header())
	if err == nil {
		// A line that an interruption cut off goes, new ones follow the rest.
		err = f.Truncate(keep)
	}
	if err == nil {
		_, err = f.Seek(keep, io.SeekStart)
	}
	if err == nil && keep == 0 {
		err = store.Begin(m.Game, m.Header())
	}
	if err != nil {
		f.Close()
		return nil, nil, failure(errors.New(game.Printable(c.Results)+": "+errorText(catalog, err)), catalog.T("cli.match.another_file"))
	}
	return store, f.Close, nil
}
