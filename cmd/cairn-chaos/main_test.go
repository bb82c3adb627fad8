package main

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestRun holds what the table says and what comes of the whole, whatever becomes of
// an experiment.
func TestRun(t *testing.T) {
	t.Parallel()
	good := func(context.Context, *chaos) (result, error) { return passed(true, "fine"), nil }
	hang := func(ctx context.Context, _ *chaos) (result, error) {
		<-ctx.Done()
		return result{}, ctx.Err()
	}
	for name, tt := range map[string]struct {
		run   func(context.Context, *chaos) (result, error)
		alone bool
		want  string
		ok    bool
	}{
		"passed":            {good, false, "passed", true},
		"passed alone":      {good, true, "passed", true},
		"a broken promise":  {func(context.Context, *chaos) (result, error) { return passed(false, "1 lost"), nil }, false, "FAILED", false},
		"an error":          {func(context.Context, *chaos) (result, error) { return result{}, errors.New("no disk") }, false, "FAILED", false},
		"a panic":           {func(context.Context, *chaos) (result, error) { panic("a bug") }, true, "FAILED", false},
		"no end":            {hang, false, "FAILED", false},
		"cannot be run":     {func(context.Context, *chaos) (result, error) { return notRun("no strace"), nil }, false, "not run", true},
		"part of the whole": {good, false, "passed", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			var order []string
			note := func(name string, run func(context.Context, *chaos) (result, error)) func(context.Context, *chaos) (result, error) {
				return func(ctx context.Context, c *chaos) (result, error) {
					mu.Lock()
					order = append(order, name)
					mu.Unlock()
					return run(ctx, c)
				}
			}
			c := &chaos{list: []experiment{
				{name: "measures", alone: true, run: note("measures", good)},
				{name: "it", alone: tt.alone, most: 50 * time.Millisecond, run: note("it", tt.run)},
				{name: "next", run: note("next", good)},
				{name: "after", alone: true, run: note("after", good)},
			}}
			ok, err := c.run(t.Context(), nil)
			if err != nil || ok != tt.ok {
				t.Errorf("%t, %v, want %t", ok, err, tt.ok)
			}
			if len(order) != 4 || slices.Index(order, "measures") > 1 || slices.Index(order, "next") < slices.Index(order, "after") {
				t.Errorf("run as %v", order)
			}
		})
	}
}

// TestWithin ends what takes too long, and fails what is left.
func TestWithin(t *testing.T) {
	t.Parallel()
	c := &chaos{within: 30 * time.Millisecond}
	c.end = time.Now().Add(c.within)
	ran := false
	r := c.try(t.Context(), experiment{name: "late", run: func(context.Context, *chaos) (result, error) {
		ran = true
		return passed(true, ""), nil
	}})
	if ran || r.verdict != "FAILED" || !strings.Contains(r.measured, "no time") {
		t.Errorf("%v, %+v", ran, r)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r := c.try(ctx, experiment{name: "late"}); r.verdict != "not run" {
		t.Errorf("after an interrupt: %+v", r)
	}
}

// TestNames: what is asked for must be there.
func TestNames(t *testing.T) {
	t.Parallel()
	if ok, err := (&chaos{list: experiments}).run(t.Context(), []string{"sabotage"}); ok || err == nil {
		t.Errorf("%t, %v", ok, err)
	}
	seen := map[string]bool{}
	for _, e := range experiments {
		if seen[e.name] || e.asked == "" || e.run == nil {
			t.Errorf("%q is not whole, or there twice", e.name)
		}
		seen[e.name] = true
	}
}

// A test of clocks that was renamed and runs no more is named.
func TestMissingTests(t *testing.T) {
	out := []byte("=== RUN   TestServed\n--- PASS: TestServed (0.00s)\n=== RUN   TestHeardOf\n")
	if got := missingTests([]string{"TestServed", "TestHeard"}, out); len(got) != 1 || got[0] != "TestHeard" {
		t.Errorf("missing are %q, want TestHeard", got)
	}
}
