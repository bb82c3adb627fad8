package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"time"

	"cairn.example/game"
	"cairn.example/internal/files"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/report"
	"cairn.example/match"
)

type matchCmd struct {
	gameArg
	A        string   `arg:"" help:"First contestant: a player, ugi:COMMAND or codecup:COMMAND."`
	B        string   `arg:"" help:"Second contestant."`
	More     []string `arg:"" optional:"" help:"Further contestants: then each plays each other one."`
	Gauntlet bool     `help:"The first of several contestants plays all others, and these do not play each other."`
	// More pairs than any match needs, few enough to count games with an int of 32 bits.
	Pairs       int           `least:"1" most:"1000000000" help:"Number of pairs of games; both games of a pair have the same opening, with sides swapped." default:"50" placeholder:"N"`
	Openings    string        `help:"Openings: start, full (DVONN: random full boards), or a file with one position per line." default:"start" placeholder:"KIND"`
	Plies       *int          `least:"0" help:"Random plies played from there (default: 4 if all games would begin alike, as in DVONN, else 0)." placeholder:"N"`
	Seed        string        `help:"Seed of the openings." default:"1" placeholder:"TEXT"`
	Time        string        `help:"Seconds per player and game, such as 5, or 60+0.5 with an increment." placeholder:"TIME"`
	Movetime    time.Duration `least:"0" help:"Time per move, such as 100ms." placeholder:"TIME"`
	Nodes       uint64        `help:"Positions visited per move." placeholder:"N"`
	Depth       int           `least:"0" help:"Plies searched per move." placeholder:"N"`
	Concurrency int           `least:"1" most:"concurrency" help:"Number of games played at once." default:"1" placeholder:"N"`
	Sprt        string        `help:"Stop as soon as it is decided whether the first contestant is stronger by ELO1, or by ELO0 at most." placeholder:"ELO0,ELO1"`
	Alpha       float64       `help:"Probability of accepting ELO1 wrongly." default:"0.05"`
	Beta        float64       `help:"Probability of accepting ELO0 wrongly." default:"0.05"`
	Adjudicate  uint64        `help:"After each move, try to prove the result with this many nodes; a proved game ends." placeholder:"NODES"`
	CPU         bool          `name:"cpu" help:"Let clocks count processor time, so that other programs on the machine don't matter; for ugi: programs only on Linux."`
	Margin      time.Duration `least:"0" help:"Time that may be exceeded without losing." default:"5ms" placeholder:"TIME"`
	Results     string        `help:"File with one line per game; if it exists, the match continues." placeholder:"FILE"`
	Games       string        `help:"Write the games as records." placeholder:"FILE"`
	Report      string        `help:"Write a report with plots as HTML." placeholder:"FILE"`
	overwriteFlag
	Quiet bool `short:"q" help:"Print no line for each game."`
}

func (matchCmd) Help() string {
	return `A contestant can have options after a question mark, separated by commas: name, time,
movetime, nodes and depth for all; hash, threads, seed and without for built-in
players; any option of a ugi program. Built-in players are those of "cairn play".
Error margins are computed from pairs of games. A game that repeats an earlier one
move by move doesn't count. Ctrl-C stops the match; with --results the same command
continues it later. The exit status is 1 if --sprt decides for ELO0.

Of more than two contestants each plays a match against each other one, all with the
same openings; docs/strength.md says how their ratings are computed. Try

  cairn match dvonn engine uct --openings full --nodes 10000 --pairs 20
  cairn match lyngk engine 'ugi:./other?Hash=64' --time 10+0.1 --results m.jsonl
  cairn match dvonn level3 level2 level1 random --pairs 20 --results e.jsonl`
}

func (c *matchCmd) Run(ctx context.Context, s *streams) error {
	e, err := c.event(s)
	if err != nil {
		return err
	}
	for _, m := range e.Matches {
		if err := m.Check(); err != nil {
			return usageError(err, programHint(s.catalog, err))
		}
	}
	m := e.Matches[0]
	for _, spec := range e.Specs {
		if spec.Kind == match.InProcess {
			if err := checkPlayer(m.Game, spec.Settings); err != nil {
				return err
			}
		}
	}
	// What cannot be written is found before the first game, not after the last.
	out, err := c.outputs(s.catalog)
	if err != nil {
		return err
	}
	defer out.drop()
	header := e.Header()
	if len(e.Specs) > 2 {
		header.Begun = fmt.Sprintf("%s, %s/%s ×%d", time.Now().UTC().Format(time.DateOnly), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	}
	store, closeStore, err := c.store(s.catalog, m.Game, header)
	if err != nil {
		return err
	}
	defer closeStore()
	if is := store.Program; is != "" && is != m.Program && engineTakesPart(e) {
		text := s.catalog.T("cli.match.version", i18n.Args{"file": game.Printable(c.Results), "is": game.Printable(is), "version": m.Program})
		fmt.Fprintln(s.err, s.catalog.T("cli.warning", i18n.Args{"text": text}))
		fmt.Fprintln(s.err, s.catalog.T("cli.error.hint", i18n.Args{"text": s.catalog.T("cli.match.another_file")}))
	}

	n := len(store.Results)
	if n > 0 {
		fmt.Fprintln(s.err, s.catalog.T("cli.match.going_on", i18n.Args{"n": n}))
	}
	bar := newProgress(s, n)
	warned := map[string]bool{}
	for _, m := range e.Matches {
		m.Warn = func(_ int, warning *game.Error) {
			if text := errorText(s.catalog, warning); !warned[text] {
				warned[text] = true
				bar.clear()
				fmt.Fprintln(s.err, s.catalog.T("cli.warning", i18n.Args{"text": text}))
			}
		}
	}
	sums, err := c.play(ctx, e, store, func(m *match.Match, r match.Result, sum match.Summary) {
		n++
		bar.clear()
		if !c.Quiet {
			fmt.Fprintf(s.out, "%s  [%s]\n", matchGame(s.catalog, m, r), report.Headline(s.catalog, sum))
			s.out.Flush()
		}
		bar.show(n, 2*m.Pairs*len(e.Matches), report.Headline(s.catalog, sum))
	})
	bar.clear()
	_, interrupted := interruption(ctx, err)
	if err != nil && !interrupted {
		return failure(err, "")
	}
	if len(e.Specs) > 2 {
		printEvent(s, e, cmp.Or(store.Begun, header.Begun), sums)
	} else {
		c.printSummary(s, m, sums[0])
	}
	if err := out.write(s.catalog, e, store.Results); err != nil {
		return failure(err, "")
	}
	switch {
	case interrupted && c.Results != "":
		return failure(context.Cause(ctx), s.catalog.T("cli.match.go_on"))
	case interrupted:
		return failure(context.Cause(ctx), s.catalog.T("cli.match.can_go_on"))
	case m.SPRT != nil && m.SPRT.Verdict(sums[0].Tally) == match.AcceptH0:
		return failure(errSilent, "")
	}
	return nil
}

// play plays an event, or the one match there is.
func (c *matchCmd) play(ctx context.Context, e *match.Event, store *match.Store, onGame func(*match.Match, match.Result, match.Summary)) ([]match.Summary, error) {
	if len(e.Specs) > 2 {
		return e.Run(ctx, store, onGame)
	}
	sum, err := e.Matches[0].Run(ctx, store, func(r match.Result, sum match.Summary) { onGame(e.Matches[0], r, sum) })
	return []match.Summary{sum}, err
}

// store opens the results file, or keeps results in memory.
func (c *matchCmd) store(catalog *i18n.Catalog, g game.Game, header match.Header) (*match.Store, func() error, error) {
	nothing := func() error { return nil }
	if c.Results == "" {
		store, _, err := match.OpenStore(strings.NewReader(""), io.Discard, g, header)
		return store, nothing, err
	}
	err := files.NoDevice(c.Results)
	if err != nil {
		return nil, nil, failure(unwritable(catalog, c.Results, err), "")
	}
	f, err := os.OpenFile(c.Results, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, failure(unwritable(catalog, c.Results, err), "")
	}
	if !files.TryLock(f) {
		f.Close()
		return nil, nil, failure(errors.New(catalog.T("cli.match.busy", i18n.Args{"file": game.Printable(c.Results)})), catalog.T("cli.match.wait"))
	}
	store, keep, err := match.OpenStore(f, f, g, header)
	if err == nil {
		// A line that an interruption cut off goes, new ones follow the rest.
		err = f.Truncate(keep)
	}
	if err == nil {
		_, err = f.Seek(keep, io.SeekStart)
	}
	if err == nil && keep == 0 {
		err = store.Begin(g, header)
	}
	var broken *fs.PathError
	if errors.As(err, &broken) && broken.Op != "read" {
		f.Close()
		return nil, nil, failure(unwritable(catalog, c.Results, err), "")
	}
	if err != nil {
		f.Close()
		return nil, nil, failure(errors.New(game.Printable(c.Results)+": "+errorText(catalog, err)), catalog.T("cli.match.another_file"))
	}
	return store, f.Close, nil
}
