package players

import (
	"context"
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// What the placings of a player are worth: two players place against each other,
// then a third stacks for both sides, so that placing alone decides.
//
//	go test ./players -run Placings -v -lab.placers engine,standin -lab.nodes 3000 -lab.pairs 200
var labPlacers = flag.String("lab.placers", "engine,random", "two players to place against each other")

func TestPlacings(t *testing.T) {
	pairs, nodes := 3, uint64(300)
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "lab.placers" {
			pairs, nodes = *labPairs, *labNodes
		}
	})
	a, b, _ := strings.Cut(*labPlacers, ",")
	names := [2]string{a, b}
	stacker := newEngine(dvonn.Game, engine.Options{Hash: 16})
	var sum, sumsq float64
	won, drawn, lost := 0, 0, 0
	for i := range pairs {
		seed := fmt.Sprint("placings ", i)
		start := dvonn.Game.Start("")
		chance := game.NewStream("cairn lab 1", "dvonn", seed)
		for range 4 {
			moves := start.Moves(nil)
			start.PlayUnchecked(moves[chance.Intn(len(moves))])
		}
		pair := 0.0
		for swap := range 2 {
			board := placeAll(t, start, names, swap, seed, nodes)
			s, ok := stackAll(t, stacker, board, nodes).Winner()
			switch {
			case !ok:
				drawn++
				pair += 0.5
			case int(s) == swap:
				won++
				pair++
			default:
				lost++
			}
		}
		sum += pair
		sumsq += pair * pair
	}
	n := float64(pairs)
	mean := sum / n / 2
	sd := math.Sqrt(max(sumsq/n-(sum/n)*(sum/n), 1e-9)/n) / 2
	t.Logf("placed by %s against %s, %d nodes: +%d =%d -%d, %.1f%% Elo %+.0f (%+.0f..%+.0f)", a, b, nodes,
		won, drawn, lost, 100*mean, elo(mean), elo(mean-1.96*sd), elo(mean+1.96*sd))
	if *labPlacers == "engine,random" && won <= lost {
		t.Errorf("boards the engine placed are no better than random ones")
	}
}

// placeAll plays the placings of start, names[swap] for the first player.
func placeAll(t *testing.T, start game.Position, names [2]string, swap int, seed string, nodes uint64) game.Position {
	t.Helper()
	var two [2]Player
	for k, name := range names {
		p, err := New(dvonn.Game, name, Options{Seed: seed, Hash: 16})
		if err != nil {
			t.Fatal(err)
		}
		two[k^swap] = p
	}
	p := start.Copy()
	for p.(*dvonn.Position).Placing() {
		r, err := two[p.Side()].Choose(context.Background(), p, engine.Limits{Nodes: nodes}, nil)
		if err == nil {
			err = p.Play(r.Move)
		}
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
	}
	return p
}

// stackAll plays p to its end, e for both sides.
func stackAll(t *testing.T, e *engine.Engine, p game.Position, nodes uint64) game.Outcome {
	t.Helper()
	e.Clear()
	for p.Outcome() == game.Ongoing {
		p.PlayUnchecked(e.Search(context.Background(), p, engine.Limits{Nodes: nodes}, nil).Move)
	}
	return p.Outcome()
}
