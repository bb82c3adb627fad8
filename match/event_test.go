package match_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"cairn.example/games"
	"cairn.example/match"
)

// TestRatings: ratings follow the results, are finite where all games were won, and hold the
// true strength in about 95 of 100 simulated events.
func TestRatings(t *testing.T) {
	two := match.Ratings(2, [][2]int{{0, 1}}, []match.Tally{{Wins: 7000, Draws: 1000, Losses: 2000}})
	if d, want := two[0].Elo-two[1].Elo, match.Elo(0.75); math.Abs(d-want) > 0.1 || math.Abs(two[0].Elo+two[1].Elo) > 1e-6 {
		t.Errorf("two contestants are %.2f apart, want %.2f", d, want)
	}
	all := match.Ratings(3, [][2]int{{0, 1}, {0, 2}}, []match.Tally{{Wins: 40}, {Wins: 40}})
	if r := all[0]; !(r.Low < r.Elo && r.Elo < r.High && r.Elo > 300 && r.High < 2000) || math.Abs(all[1].Elo-all[2].Elo) > 1e-6 {
		t.Errorf("who won all games has %+v, the others %+v", r, all[1:])
	}
	for _, r := range match.Ratings(3, [][2]int{{0, 1}, {0, 2}, {1, 2}}, make([]match.Tally, 3)) {
		if r.Elo != 0 || r.Low > -200 || r.High < 200 {
			t.Errorf("without games: %+v", r)
		}
	}
	truth := []float64{150, 60, 0, -210}
	var pairings [][2]int
	for i := range truth {
		for j := i + 1; j < len(truth); j++ {
			pairings = append(pairings, [2]int{i, j})
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	held, n := 0, 0
	for range 300 {
		tallies := make([]match.Tally, len(pairings))
		for k, p := range pairings {
			for range 60 {
				if rng.Float64() < match.Expected(truth[p[0]]-truth[p[1]]) {
					tallies[k].Wins++
				} else {
					tallies[k].Losses++
				}
			}
		}
		for i, r := range match.Ratings(len(truth), pairings, tallies) {
			if r.Low <= truth[i] && truth[i] <= r.High {
				held++
			}
			n++
		}
	}
	if share := float64(held) / float64(n); share < 0.93 || share > 0.98 {
		t.Errorf("%.1f %% of the intervals hold the true strength", 100*share)
	}
}

// event is one of three players of ours.
func event(t *testing.T, gauntlet bool) *match.Event {
	t.Helper()
	g, err := games.Lookup("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	var specs []match.Spec
	for _, text := range []string{"greedy?seed=1", "random?seed=2", "random?seed=3,name=third"} {
		spec, err := match.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		specs = append(specs, spec)
	}
	return match.NewEvent(match.Match{Game: g, Pairs: 4, Openings: match.Openings{Kind: match.Start, Seed: "e"}}, specs, gauntlet)
}

// TestEvent: all pairings play the same openings in turn, and an event that was stopped goes
// on to the same results, but not as another one.
func TestEvent(t *testing.T) {
	e := event(t, false)
	var whole match.Store
	want, err := e.Run(t.Context(), &whole, func(*match.Match, match.Result, match.Summary) {})
	if err != nil {
		t.Fatal(err)
	}
	first := map[[2]int]bool{}
	for i, r := range whole.Results {
		if r.Start != whole.Results[i%8].Start {
			t.Errorf("game %d of %v begins at %s", i, r.Players, r.Start)
		}
	}
	var file bytes.Buffer
	store, _, err := match.OpenStore(strings.NewReader(""), &file, e.Matches[0].Game, e.Header())
	if err == nil {
		err = store.Begin(e.Matches[0].Game, e.Header())
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	n := 0
	sums, err := e.Run(ctx, store, func(_ *match.Match, r match.Result, _ match.Summary) {
		if n++; n == 7 {
			stop(stopped)
		}
	})
	for _, r := range store.Results {
		first[r.Players] = true
	}
	if !errors.Is(err, stopped) || len(first) != 3 || sums[0].Games()+sums[1].Games()+sums[2].Games() != 7 {
		t.Fatalf("stopped after %d games of %d pairings: %v", n, len(first), err)
	}
	text := file.String()
	store, keep, err := match.OpenStore(strings.NewReader(text), &file, e.Matches[0].Game, e.Header())
	if err != nil || int(keep) != len(text) || len(store.Results) != 7 {
		t.Fatalf("%d games are kept: %v", len(store.Results), err)
	}
	got, err := e.Run(t.Context(), store, func(*match.Match, match.Result, match.Summary) { n++ })
	if err != nil || n != 24 {
		t.Fatalf("%d games: %v", n, err)
	}
	for i := range got {
		if !reflect.DeepEqual(got[i].Tally, want[i].Tally) {
			t.Errorf("%v: %+v, undisturbed %+v", e.Pairings[i], got[i].Tally, want[i].Tally)
		}
	}
	other := event(t, true)
	if len(other.Matches) != 2 || len(e.Matches) != 3 {
		t.Errorf("%d pairings, in a gauntlet %d", len(e.Matches), len(other.Matches))
	}
	_, _, err = match.OpenStore(strings.NewReader(text), &file, e.Matches[0].Game, other.Header())
	if err == nil || !strings.Contains(err.Error(), "contestants: this match has greedy?seed=1 (no limit), not greedy?seed=1 (no limit) --gauntlet") {
		t.Errorf("a gauntlet goes on where all played all: %v", err)
	}
}
