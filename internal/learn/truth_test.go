package learn

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// A truth set is the same whether it is mined in one go or stopped in between, what it
// says is right as far as a second proof can tell, and an engine that proves its moves
// throws nothing away.
func TestTruth(t *testing.T) {
	ctx := context.Background()
	settings := Settings{Game: "lyngk", Seed: "truth", Nodes: 200}
	mine := TruthSettings{Count: 2, Nodes: 100000}
	if testing.Short() {
		mine.Nodes = 1000 // too few for a proof; what is proved is not looked at then
	}
	run, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := run.MineTruth(ctx, mine, Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	list, err := run.truths().read()
	if err != nil || len(list) == 0 {
		t.Fatalf("%d positions, %v", len(list), err)
	}
	whole, err := os.ReadFile(string(run.truths()))
	if err != nil {
		t.Fatal(err)
	}

	again, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(ctx)
	err = again.MineTruth(stopped, mine, Options{Workers: 1, Progress: func(done, _ int) {
		if done == 2 {
			stop()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	// A damaged line ends the command, and nothing behind it is lost.
	part, err := os.ReadFile(string(again.truths()))
	if err != nil {
		t.Fatal(err)
	}
	first := bytes.IndexByte(part, '\n')
	damaged := slices.Concat(part[:first-5], part[first:])
	if err := os.WriteFile(string(again.truths()), damaged, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := again.MineTruth(ctx, mine, Options{Workers: 1}); !isAbout(err, "learn.truth_line", string(again.truths()), "1") {
		t.Errorf("a damaged line: %v", err)
	}
	if _, err := again.CheckTruth(ctx, "linear", 1, 1, Options{}); err == nil {
		t.Error("a damaged truth set is checked")
	}
	if data, err := os.ReadFile(string(again.truths())); err != nil || !bytes.Equal(data, damaged) {
		t.Errorf("a damaged truth set was changed: %v\n%s", err, data)
	}
	if err := os.WriteFile(string(again.truths()), part, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := again.MineTruth(ctx, mine, Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(string(again.truths())); err != nil || !bytes.Equal(data, whole) {
		t.Errorf("stopped and gone on with: %v\n%s\nin one go:\n%s", err, data, whole)
	}

	if testing.Short() {
		return // what follows has one goroutine
	}
	g, err := games.Lookup("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	prover, err := newProver(g, 400000)
	if err != nil {
		t.Fatal(err)
	}
	proved := 0
	// What a short proof left open is tried again when proofs may be longer.
	later, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, nodes := range []uint64{500, mine.Nodes} {
		if err := later.MineTruth(ctx, TruthSettings{Count: mine.Count, Nodes: nodes}, Options{Workers: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if data, err := os.ReadFile(string(later.truths())); err != nil || !bytes.Equal(data, whole) {
		t.Errorf("tried again: %v\n%s\nwant\n%s", err, data, whole)
	}

	for _, truth := range list {
		p, err := g.Parse(truth.Position)
		if err != nil {
			t.Fatal(err)
		}
		if n := stacksOf(p); n != truth.Stacks || n%2 != 0 {
			t.Errorf("%s has %d stacks, not %d", truth.Position, n, truth.Stacks)
		}
		if truth.Outcome == truthUnproved {
			continue
		}
		proved++
		r := prover.Solve(ctx, p, engine.Limits{Nodes: 400000}, nil)
		if !r.Proved || provedOutcome(p.Side(), r.Score) != outcomeOf(truth.Outcome, p.Side()) {
			t.Errorf("%s is said to be a %s; a proof says %v, %v", truth.Position, truth.Outcome, r.Proved, r.Score)
		}
	}
	if proved == 0 {
		t.Error("nothing was proved")
	}

	table, err := run.CheckTruth(ctx, "net", mine.Nodes, 200000, Options{})
	if err != nil {
		t.Fatal(err)
	}
	tried, kept := 0, 0
	for _, a := range table {
		if a.Kept+a.Lost+a.Unknown != a.Tried || a.Tried > a.Positions-a.Unproved {
			t.Errorf("%+v does not add up", a)
		}
		tried += a.Tried
		kept += a.Kept
	}
	if kept != tried {
		t.Errorf("%d of %d outcomes were kept: %+v", kept, tried, table)
	}
}

// outcomeOf returns an outcome by its name for a side.
func outcomeOf(name string, side game.Side) game.Outcome {
	switch name {
	case truthWin:
		return game.Win(side)
	case truthLoss:
		return game.Win(side.Other())
	}
	return game.Draw
}
