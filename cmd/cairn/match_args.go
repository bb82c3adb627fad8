package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/match"
	"cairn.example/players"
	"cairn.example/ugi"
)

// defaultErrorRate is the default of --alpha and --beta.
const defaultErrorRate = 0.05

// event makes the event of the arguments, which has one match where two play.
func (c *matchCmd) event(s *streams) (*match.Event, error) {
	g, err := c.lookup()
	if err != nil {
		return nil, err
	}
	m := match.Match{Game: g, Pairs: c.Pairs, Concurrency: c.Concurrency, Margin: c.Margin, Proofs: c.Adjudicate, Players: ugi.NewPlayer, Program: programVersion()}
	specs, err := c.contestants(s.catalog)
	if err != nil {
		return nil, err
	}
	if m.Control, err = c.control(s.catalog); err != nil {
		return nil, err
	}
	if err := c.checkFiles(s.catalog); err != nil {
		return nil, err
	}
	if m.Openings, err = c.openings(s.catalog, g); err != nil {
		return nil, err
	}
	contest := slices.ContainsFunc(specs, func(s match.Spec) bool { return s.Kind == match.CodeCup })
	if c.Plies == nil && m.Openings.Kind == match.Start && !contest && m.Openings.Alike(g) {
		m.Openings.Plies = match.DefaultPlies
	}
	if m.SPRT, err = c.sprt(s.catalog); err != nil {
		return nil, err
	}
	if c.Adjudicate > 0 {
		if m.Prove, err = prover(g); err != nil {
			return nil, err
		}
	}
	e := match.NewEvent(m, specs, c.Gauntlet)
	for _, m := range e.Matches {
		if c.CPU {
			if err := c.byProcessor(s.catalog, m); err != nil {
				return nil, err
			}
		}
	}
	return e, nil
}

// contestants reads who plays; those of one name get numbers.
func (c *matchCmd) contestants(catalog *i18n.Catalog) ([]match.Spec, error) {
	var specs []match.Spec
	for _, text := range append([]string{c.A, c.B}, c.More...) {
		spec, err := match.ParseSpec(text)
		if err != nil {
			place := catalog.T("cli.match.contestant", i18n.Args{"text": shown(text)})
			text := catalog.Labeled(place, errorText(catalog, err))
			return nil, usageError(errors.New(text), catalog.T("cli.usage.arguments", i18n.Args{"command": "cairn match --help"}))
		}
		taken := func(name string) bool {
			return slices.ContainsFunc(specs, func(s match.Spec) bool { return s.Name == name })
		}
		name := spec.Name
		for n := 2; taken(spec.Name); n++ {
			spec.Name = fmt.Sprintf("%s %d", name, n)
		}
		specs = append(specs, spec)
	}
	if len(specs) > 2 {
		for flag, set := range map[string]bool{"--sprt": c.Sprt != "", "--report": c.Report != ""} {
			if set {
				text := catalog.T("cli.match.two", i18n.Args{"flag": flag})
				return nil, usageError(errors.New(text), catalog.T("cli.usage.leave_out", i18n.Args{"argument": flag}))
			}
		}
	}
	return specs, nil
}

// programHint says how a program is named, where err is about one that is not there.
func programHint(c *i18n.Catalog, err error) string {
	var e *game.Error
	if !errors.As(err, &e) || e.Code != match.MissingProgram {
		return ""
	}
	return c.T("cli.match.program", i18n.Args{"ugi": string(match.UGI) + ":", "codecup": string(match.CodeCup) + ":", "path": "ugi:./bot"})
}

// control reads the limits of time, nodes and depth.
func (c *matchCmd) control(catalog *i18n.Catalog) (match.Control, error) {
	control := match.Control{MoveTime: c.Movetime, Nodes: c.Nodes, Depth: c.Depth}
	if c.Time != "" {
		var err error
		if control.Time, control.Increment, err = match.ParseTime(c.Time); err != nil {
			return control, usageError(err, "")
		}
	}
	if c.Movetime > 0 && c.Movetime < time.Millisecond {
		return control, usageError(errors.New(catalog.T("match.movetime", i18n.Args{"value": c.Movetime.String()})), "")
	}
	return control, nil
}

// checkFiles refuses one file for two things that are written.
func (c *matchCmd) checkFiles(catalog *i18n.Catalog) error {
	flagOf := map[string]string{} // by the absolute name of the file
	for _, f := range [][2]string{{"--results", c.Results}, {"--games", c.Games}, {"--report", c.Report}} {
		flag, name := f[0], f[1]
		if name == "" {
			continue
		}
		place, err := filepath.Abs(name)
		if err != nil {
			place = name
		}
		if other := flagOf[place]; other != "" {
			return usageError(errors.New(catalog.T("cli.match.same_file", i18n.Args{"flag": flag, "other": other})), catalog.T("cli.match.own_files"))
		}
		flagOf[place] = flag
	}
	return nil
}

// openings reads where the games begin.
func (c *matchCmd) openings(catalog *i18n.Catalog, g game.Game) (match.Openings, error) {
	o := match.Openings{Kind: match.OpeningKind(c.Openings), Seed: c.Seed}
	if c.Plies != nil {
		o.Plies = *c.Plies
	}
	if o.Kind == match.Start || o.Kind == match.Full {
		return o, nil
	}
	f, err := openFile(c.Openings)
	if err != nil {
		return o, usageError(unreadable(catalog, c.Openings, err), catalog.T("cli.match.openings"))
	}
	defer f.Close()
	o.Kind = match.Listed
	if o.List, err = match.ReadOpenings(g, f); err != nil {
		return o, failure(errors.New(game.Printable(c.Openings)+": "+errorText(catalog, err)), "")
	}
	return o, nil
}

// sprt reads the test that ends the match; nil where none was asked for.
func (c *matchCmd) sprt(catalog *i18n.Catalog) (*match.SPRT, error) {
	if c.Sprt == "" {
		switch {
		case c.Alpha != defaultErrorRate:
			return nil, flagRequires(catalog, "--alpha", "--sprt")
		case c.Beta != defaultErrorRate:
			return nil, flagRequires(catalog, "--beta", "--sprt")
		}
		return nil, nil
	}
	low, high, ok := strings.Cut(c.Sprt, ",")
	elo0, err0 := strconv.ParseFloat(low, 64)
	elo1, err1 := strconv.ParseFloat(high, 64)
	if !ok || err0 != nil || err1 != nil {
		text := catalog.T("cli.match.elo", i18n.Args{"flag": "--sprt", "value": shown(c.Sprt), "example": "0,10"})
		return nil, usageError(errors.New(text), "")
	}
	return &match.SPRT{Elo0: elo0, Elo1: elo1, Alpha: c.Alpha, Beta: c.Beta}, nil
}

// prover returns what proves the outcome of a position within a number of nodes.
func prover(g game.Game) (func(context.Context, game.Position, uint64) (game.Outcome, bool), error) {
	evaluator, err := players.Evaluator(g, "")
	if err != nil {
		return nil, usageError(err, "")
	}
	knowledge, err := players.Knowledge(g)
	if err != nil {
		return nil, usageError(err, "")
	}
	return func(ctx context.Context, p game.Position, nodes uint64) (game.Outcome, bool) {
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
	}, nil
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
