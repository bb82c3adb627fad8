package engine_test

import (
	"context"
	"flag"
	"math/bits"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/study/puzzle"
)

var plainStacks = flag.Int("plain-stacks", 14, "check the proofs of positions of at most that number of stacks against the plain search; 20 takes an hour")

// TestProofsAgainstPlainSearch: what Solve proves is what a search proves that shares nothing
// with it but the rules. The positions are those that the fixed set leads to, every other
// move a random one.
func TestProofsAgainstPlainSearch(t *testing.T) {
	set, err := os.ReadFile("testdata/proofs.txt")
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(33, 8))
	engines := map[string]*engine.Engine{}
	checked := map[string]map[string]int{}
	plain := puzzle.Verifier{Limit: 400_000}
	if *plainStacks > 14 {
		plain.Limit = 100_000_000
	}
	for number, line := range strings.Split(strings.TrimSpace(string(set)), "\n") {
		id, text, _ := strings.Cut(line, " ")
		if id == "#" || testing.Short() && number%8 != 0 {
			continue
		}
		g, err := games.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if engines[id] == nil {
			evaluator, knowledge := partsOf(t, g)
			engines[id] = engine.New(engine.Options{Game: g, Hash: 4, Threads: 2, Evaluator: evaluator, Knowledge: knowledge})
			checked[id] = map[string]int{}
		}
		e := engines[id]
		stacks := *plainStacks - rng.IntN(3)
		if id != "lyngk" {
			stacks += 4 // these have fewer moves, or end sooner
		}
		for ply := 0; p.Outcome() == game.Ongoing && occupied(p) > stacks; ply++ {
			moves := p.Moves(nil)
			m := moves[rng.IntN(len(moves))]
			if ply%2 == 0 {
				m = e.Search(context.Background(), p, engine.Limits{Nodes: 500}, nil).Move
			}
			p.PlayUnchecked(m)
		}
		if p.Outcome() != game.Ongoing {
			continue
		}
		r := e.Solve(context.Background(), p, engine.Limits{}, nil)
		want := "loss"
		won, err := plain.Reaches(p, puzzle.Win)
		if err == nil && won {
			want = "win"
		} else if err == nil {
			var drawn bool
			if drawn, err = plain.Reaches(p, puzzle.Draw); drawn {
				want = "draw"
			}
		}
		if err != nil {
			continue // too long for it
		}
		got := "draw"
		switch {
		case !r.Proved || r.Bound != engine.Exact:
			got = "unproved"
		case r.Score.Won():
			got = "win"
		case r.Score.Lost():
			got = "loss"
		}
		if got != want {
			t.Errorf("%s %s: %s, the plain search says %s", id, p, got, want)
		}
		// The line leads to the end, and there is that score.
		end, side := p.Copy(), p.Side()
		for _, m := range r.PV {
			if err := end.Play(m); err != nil {
				t.Fatalf("%s %s: the line is wrong: %v", id, p, err)
			}
		}
		score := engine.FinalScore(end)
		if end.Side() != side {
			score = -score
		}
		if end.Outcome() == game.Ongoing || score != r.Score {
			t.Errorf("%s %s: proved %v, the line leads to %v", id, p, r.Score, score)
		}
		checked[id][want]++
	}
	t.Log(checked)
	// Two threads play differently each time, and the sample for the race detector is small.
	all := 0
	for id, n := range checked {
		all += n["win"] + n["draw"] + n["loss"]
		if !testing.Short() && (n["win"] < 2 || n["loss"] < 2) {
			t.Errorf("%s: only %v were checked", id, n)
		}
	}
	if all < 20 {
		t.Errorf("only %v were checked", checked)
	}
}

// occupied returns how many stacks are on the board.
func occupied(p game.Position) int {
	var board uint64
	for _, s := range p.Game().Layout().Spots {
		if len(p.Stack(s, nil)) > 0 {
			board |= s.Bit()
		}
	}
	return bits.OnesCount64(board)
}
