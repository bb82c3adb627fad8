package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"strings"

	"cairn.example/internal/people/settle"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/show/i18n"
)

// onePool names a pool of ratings.
type onePool struct {
	Pool string `arg:"" help:"The pool: lyngk/live, lyngk/days, dvonn/live or dvonn/days."`
}

func (p onePool) check(s *streams) error {
	if pools := table.Pools(); !slices.Contains(pools, p.Pool) {
		return errors.New(s.catalog.T("cli.admin.pool", i18n.Args{"pool": shown(p.Pool), "pools": strings.Join(pools, ", ")}))
	}
	return nil
}

// ratingsIn are the ratings of a store.
func ratingsIn(st *store.Store) *settle.Service {
	return settle.New(st, slog.New(slog.NewTextHandler(io.Discard, nil)))
}

type adminRerateCmd struct {
	onePool
	Without []string `help:"Leave out the games of this person, for good; can be repeated." placeholder:"PERSON"`
}

func (c *adminRerateCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	counted, dropped, err := ratingsIn(st).Rerate(ctx, c.Pool, c.Without...)
	if nobody := (settle.NobodyError{}); errors.As(err, &nobody) {
		return errors.New(s.catalog.T("cli.admin.rerated.nobody", i18n.Args{"id": shown(nobody.ID), "pool": c.Pool}))
	}
	if err == nil {
		tell(s, "cli.admin.rerated", i18n.Args{"pool": c.Pool, "n": counted, "dropped": dropped})
	}
	return err
}

type adminAnchorCmd struct {
	onePool
	Use   bool `help:"Let the levels stand where the games say, from now on." xor:"use"`
	Reset bool `help:"Let them stand again where this program has them." xor:"use"`
}

func (c *adminAnchorCmd) run(ctx context.Context, s *streams, st *store.Store) error {
	results := ratingsIn(st)
	if c.Reset {
		return c.use(ctx, s, results, nil)
	}
	f, err := results.Fit(ctx, c.Pool)
	if errors.Is(err, settle.ErrFew) {
		tell(s, "cli.admin.anchor.few", i18n.Args{"pool": c.Pool, "n": f.Games})
		return nil
	}
	if err != nil {
		return err
	}
	whole := func(x float64) string { return strconv.Itoa(int(math.Round(1500 + x))) }
	part := func(x float64) string { return s.catalog.Number(math.Round(100*x) / 100) }
	tell(s, "cli.admin.anchor", i18n.Args{
		"pool": c.Pool, "n": f.Games, "rating": whole(f.Offset.Value), "low": whole(f.Offset.Low), "high": whole(f.Offset.High),
		"stretch": part(f.Stretch.Value), "least": part(f.Stretch.Low), "most": part(f.Stretch.High), "middle": whole(f.Middle - 1500), "used": part(f.Used),
	})
	if c.Use {
		return c.use(ctx, s, results, &f)
	}
	return nil
}

// use lets the levels stand elsewhere.
func (c *adminAnchorCmd) use(ctx context.Context, s *streams, results *settle.Service, f *settle.Fit) error {
	err := results.Use(ctx, c.Pool, f)
	if err == nil {
		tell(s, "cli.admin.anchor.used", i18n.Args{"pool": c.Pool})
	}
	return err
}
