package players

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

// Two players of this package against each other, each move with the same time
// (or, with -lab.time 0, what their levels give them).
//
//	go test ./players -run LabVersus -lab.versus engine,uct -lab.time 100ms -lab.pairs 20
var (
	labVersus = flag.String("lab.versus", "", "two players to play each other")
	labTime   = flag.Duration("lab.time", 100*time.Millisecond, "time a move")
)

func TestLabVersus(t *testing.T) {
	both := *labVersus
	if both == "" {
		small(t)
		both = "greedy,random"
	}
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	a, b, _ := strings.Cut(both, ",")
	wins, draws, losses := 0, 0, 0
	for i := range *labPairs {
		seed := fmt.Sprint("versus ", i+*labFirst)
		start := labOpening(g, seed, *labPlies)
		for swap := range 2 {
			var two [2]Player
			for k, name := range []string{a, b} {
				p, err := New(g, name, Options{Seed: seed, Hash: 64})
				if err != nil {
					t.Fatal(err)
				}
				two[k^swap] = p
			}
			p := start.Copy()
			for p.Outcome() == game.Ongoing {
				r, err := two[p.Side()].Choose(context.Background(), p, engine.Limits{MoveTime: *labTime}, nil)
				if err != nil {
					t.Fatal(err)
				}
				if err := p.Play(r.Move); err != nil {
					t.Fatal(err)
				}
			}
			s, ok := p.Outcome().Winner()
			switch {
			case !ok:
				draws++
			case int(s) == swap:
				wins++
			default:
				losses++
			}
		}
	}
	n := float64(2 * *labPairs)
	mean := (float64(wins) + float64(draws)/2) / n
	fmt.Printf("%s %s against %s, %v a move: +%d =%d -%d, %.1f%%, Elo %+.0f\n", g.ID(), a, b, *labTime, wins, draws, losses, 100*mean, elo(mean))
}

var (
	labSolve  = flag.Bool("lab.solve", false, "measure how early random positions are proved")
	labStacks = flag.Int("lab.stacks", 16, "stacks left, to begin with")
)

// TestLabSolve plays at random from full boards until some number of stacks is
// left and counts what Solve proves within -lab.nodes nodes.
func TestLabSolve(t *testing.T) {
	if !*labSolve {
		small(t)
	}
	g, err := games.Lookup(*labGame)
	if err != nil {
		t.Fatal(err)
	}
	for stacks := *labStacks; stacks <= 40; stacks += 2 {
		tried, proved, exact := 0, 0, 0
		var nodes uint64
		var took time.Duration
		for i := 0; tried < *labPairs && i < 20**labPairs; i++ {
			p := labOpening(g, fmt.Sprint("solve ", i), 0)
			s := game.NewStream("cairn lab 1", g.ID(), fmt.Sprint("solve ", i))
			count := func() int {
				n := 0
				for _, sp := range g.Layout().Spots {
					if len(p.Stack(sp, nil)) > 0 {
						n++
					}
				}
				return n
			}
			for count() > stacks {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.PlayUnchecked(moves[s.Intn(len(moves))])
			}
			if p.Outcome() != game.Ongoing || count() != stacks {
				continue
			}
			tried++
			e := newEngine(g, engine.Options{Hash: 128})
			start := time.Now()
			r := e.Solve(context.Background(), p, engine.Limits{Nodes: *labNodes, MoveTime: *labTime}, nil)
			took += time.Since(start)
			if !r.Proved && testing.Verbose() {
				fmt.Println("not proved:", p, r.Info)
			}
			if r.Proved {
				proved++
				nodes += r.Nodes
			}
			if r.Proved && r.Bound == engine.Exact {
				exact++
			}
		}
		fmt.Printf("%s %d stacks: %d of %d proved, %d with the margin, %d nodes and %v each\n", g.ID(), stacks, proved, tried, exact, nodes/uint64(max(proved, 1)), took/time.Duration(max(tried, 1)))
		if proved*3 < tried {
			break
		}
	}
}
