package engine_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

var updateSignature = flag.Bool("update-signature", false, "write testdata/signature.txt anew, after a change that is meant to change what is searched")

// TestSignature searches fixed positions of every game and compares nodes, moves and scores
// with those committed. They change when, and only when, the search or what it knows does:
// who changes nothing on purpose hears of it here, who does commits the new file.
func TestSignature(t *testing.T) {
	const name = "testdata/signature.txt"
	var b strings.Builder
	for _, g := range games.All() {
		evaluator, knowledge := partsOf(t, g)
		e := engine.New(engine.Options{Hash: 1, Evaluator: evaluator, Knowledge: knowledge})
		tell := func(what string, plies int, p game.Position, r engine.Result) {
			fmt.Fprintf(&b, "%s after %d plies, %s: %d nodes, %s, %s %s, proved %v, line of %d\n",
				g.ID(), plies, what, r.Nodes, g.MoveText(r.Move), r.Score, r.Bound, r.Proved, len(r.PV))
		}
		depth := 4
		if _, stacks := g.(game.FullStarter); stacks {
			depth = 10
		}
		p, _ := game.StartOf(g, "signature", true)
		for ply := range 26 {
			switch {
			case ply == 7, ply == 14, ply == 21:
				e.Clear()
				// The later, the fewer moves, and the deeper.
				tell("search", ply, p, e.Search(context.Background(), p, engine.Limits{Depth: depth + ply/7 - 1}, nil))
			case ply == 15:
				e.Clear()
				tell("three lines", ply, p, e.Search(context.Background(), p, engine.Limits{Depth: depth - 1, MultiPV: 3}, nil))
			case ply == 24: // with proofs of the root between the iterations
				e.Clear()
				tell("search to the end", ply, p, e.Search(context.Background(), p, engine.Limits{Nodes: 30_000}, nil))
			case ply == 25:
				e.Clear()
				tell("proof", ply, p, e.Solve(context.Background(), p, engine.Limits{Nodes: 60_000}, nil))
			}
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.PlayUnchecked(moves[ply*7%len(moves)])
		}
		if _, places := g.(game.FullStarter); !places {
			continue
		}
		p, _ = game.StartOf(g, "signature", false)
		for ply := range 42 {
			if ply == 20 || ply == 41 { // one side's turn, and the other's
				e.Clear()
				tell("placing", ply, p, e.Search(context.Background(), p, engine.Limits{Depth: 3}, nil))
			}
			moves := p.Moves(nil)
			p.PlayUnchecked(moves[ply*7%len(moves)])
		}
	}
	if *updateSignature {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	had, now := strings.Split(string(want), "\n"), strings.Split(b.String(), "\n")
	for i := range max(len(had), len(now)) {
		line := func(list []string) string {
			if i < len(list) {
				return list[i]
			}
			return "nothing"
		}
		if line(had) != line(now) {
			t.Errorf("got  %s\nwant %s\nif that is meant: go test ./engine -run TestSignature -update-signature", line(now), line(had))
		}
	}
}
