package main

import (
	"context"
	"flag"
	"fmt"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/internal/play"
	"cairn.example/players"
)

// longFairplay runs the simulation of TestFairplay at full length: half an hour on one processor.
var longFairplay = flag.Bool("fairplay", false, "simulate helped and honest people at full length")

// simulated is a game that two levels have played; each takes a random time for a move.
func simulated(t *testing.T, id string, levels [2]int, seed string) *play.State {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	p, _ := game.StartOf(g, seed, false)
	st, err := play.New(play.Terms{Game: id, Start: p.String()})
	if err != nil {
		t.Fatal(err)
	}
	var by [2]players.Player
	for i, n := range levels {
		if by[i], err = players.New(g, players.LevelName(n), players.Options{Seed: fmt.Sprint(seed, i)}); err != nil {
			t.Fatal(err)
		}
	}
	for !st.Over() {
		r, err := by[st.Turn()].Choose(t.Context(), st.Position(), engine.Limits{}, nil)
		if err == nil {
			err = st.Apply(play.Event{Kind: play.Move, Side: st.Turn(), Move: st.Game().MoveText(r.Move), Took: time.Second})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// choicesOf are those of a level in some games against another.
func choicesOf(t *testing.T, level, against, count int, nodes uint64, seed string, levels bool) (all [][]judge.Choice) {
	t.Helper()
	look := &looker{nodes: nodes, levels: levels}
	for n := range count {
		seats := [2]int{level, against}
		by := game.Side(n % 2)
		if by == game.Second {
			seats = [2]int{against, level}
		}
		choices, err := look.game(context.WithoutCancel(t.Context()), simulated(t, "lyngk", seats, fmt.Sprint(seed, " ", n)), by, seed)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, choices)
	}
	return all
}

// TestFairplay: a strong level that poses as a person stands out among weaker ones, by real games and searches.
func TestFairplay(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays and searches games")
	}
	strong, weak, count, people, nodes := 6, 3, 3, 5, uint64(1500)
	if *longFairplay {
		strong, weak, count, people, nodes = 9, 5, 40, 10, 20_000
	}
	var others []judge.Fairness
	for n := range people {
		others = append(others, judge.FairnessOf(choicesOf(t, weak, weak, count, nodes, fmt.Sprint("honest ", n), false)))
	}
	posing := choicesOf(t, strong, weak, count, nodes, "posing", *longFairplay)
	f := judge.FairnessOf(posing)
	chance, ok := f.ChanceOf(others)
	t.Logf("posing: %+v, %v; honest: %+v", f, chance, others)
	if !ok || chance > 0.3 || *longFairplay && chance > 0.02 {
		t.Errorf("%v of the honest lose as little as %+v", chance, f)
	}
}
