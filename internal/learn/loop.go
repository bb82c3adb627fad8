package learn

import (
	"context"
	"fmt"
	"slices"
)

// Step is a step of a loop that is about to be done.
type Step string

// The steps.
const (
	Playing  Step = "selfplay"
	Training Step = "train"
	Gating   Step = "gate"
)

// Generation returns the name of the net of a generation, counted from 1.
func Generation(n int) string { return fmt.Sprintf("gen-%03d", n) }

// Loop does all steps for a number of generations, each with as many more shards, and
// leaves out what is done. Nets are as those that are shipped, one for each phase of the
// game ([Run.FitAll]). begin and gated, which may be nil, are called
// before each step and after each gate.
func (r *Run) Loop(ctx context.Context, generations, shards int, o Options, begin func(generation int, s Step), gated func(*Gate)) error {
	for n := 1; n <= generations; n++ {
		name := Generation(n)
		tell := func(s Step) {
			if begin != nil {
				begin(n, s)
			}
		}
		done := false
		for _, state := range []State{Accepted, Rejected} {
			names, err := r.Nets(state)
			if err != nil {
				return err
			}
			done = done || slices.Contains(names, name)
		}
		if done {
			continue
		}
		candidates, err := r.Nets(Candidate)
		if err != nil {
			return err
		}
		if !slices.Contains(candidates, name) {
			tell(Playing)
			if err := r.SelfPlay(ctx, n*shards, o); err != nil {
				return err
			}
			tell(Training)
			if err := r.FitAll(ctx, name, o); err != nil {
				return err
			}
		}
		tell(Gating)
		g, err := r.Gate(ctx, name, o)
		if err != nil {
			return err
		}
		if gated != nil {
			gated(g)
		}
	}
	return nil
}
