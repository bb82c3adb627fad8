package games_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/games"
)

func Example() {
	g, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Name(), "has", len(g.Layout().Spots), "spots")

	_, err = games.Lookup("chess")
	fmt.Println(err)
	// Output:
	// DVONN has 49 spots
	// unknown game "chess"; known games: lyngk, lyngk-captured, lyngk6, dvonn
}

func TestTable(t *testing.T) {
	want := []string{"lyngk", "lyngk-captured", "lyngk6", "dvonn"}
	if got := games.IDs(); !slices.Equal(got, want) {
		t.Errorf("IDs = %q, want %q", got, want)
	}
	for _, g := range games.All() {
		found, err := games.Lookup(g.ID())
		if err != nil {
			t.Errorf("Lookup(%q): %v", g.ID(), err)
		} else if found != g {
			t.Errorf("Lookup(%q) = %v, want %v", g.ID(), found.ID(), g.ID())
		}
		if p := g.Start("seed"); p.Game() != g {
			t.Errorf("%s: a start position belongs to %s", g.ID(), p.Game().ID())
		}
	}
	games.All()[0] = nil
	if games.All()[0] == nil {
		t.Error("a caller can change the table")
	}
}

// TestStartOf: where a game has a full board, it is had by asking; where it has none, the
// usual start is there all the same.
func TestStartOf(t *testing.T) {
	for _, g := range games.All() {
		usual := g.Start("seed").String()
		if p, ok := game.StartOf(g, "seed", false); !ok || p.String() != usual {
			t.Errorf("%s begins with %s, %v", g.ID(), p, ok)
		}
		want, can := usual, false
		if f, full := g.(game.FullStarter); full {
			want, can = f.StartFull("seed").String(), true
		}
		if p, ok := game.StartOf(g, "seed", true); ok != can || p.String() != want {
			t.Errorf("%s begins full with %s, %v", g.ID(), p, ok)
		}
	}
}

// TestForcedPass goes through games at random: a pass is forced where it is all there is.
func TestForcedPass(t *testing.T) {
	for _, g := range games.All() {
		forced := 0
		for seed := range 40 {
			chance := game.NewStream("test", g.ID(), fmt.Sprint(seed))
			p, _ := game.StartOf(g, fmt.Sprint(seed), true)
			for p.Outcome() == game.Ongoing {
				moves := p.Moves(nil)
				m, pass := game.ForcedPass(p)
				if want := len(moves) == 1 && g.MoveText(moves[0]) == "pass"; pass != want || pass && m != moves[0] {
					t.Fatalf("%s: a pass is forced in %s: %v", g.ID(), p, pass)
				} else if pass {
					forced++
				}
				p.PlayUnchecked(moves[chance.Intn(len(moves))])
			}
			if _, pass := game.ForcedPass(p); pass {
				t.Fatalf("%s: a pass is forced after the end, in %s", g.ID(), p)
			}
		}
		if forced == 0 {
			t.Errorf("%s: no pass was forced", g.ID())
		}
	}
}

func TestUnknown(t *testing.T) {
	for _, id := range []string{"", "DVONN", "lyngk 6", "x\ny\x1b\xff", strings.Repeat("z", 1000)} {
		_, err := games.Lookup(id)
		var unknown *games.UnknownError
		if !errors.As(err, &unknown) || unknown.ID != id {
			t.Errorf("Lookup(%q) = %v, want an UnknownError", id, err)
			continue
		}
		message := err.Error()
		if len(message) > 150 || strings.ContainsAny(message, "\n\x1b") || !utf8.ValidString(message) {
			t.Errorf("Lookup(%.20q): message %q", id, message)
		}
		if !strings.Contains(message, "lyngk6, dvonn") {
			t.Errorf("Lookup(%.20q): %q does not list the known ids", id, message)
		}
	}
}

// Each rule set is rated in the pool of one that is rated in its own.
func TestPools(t *testing.T) {
	var pools []string
	for _, g := range games.Pools() {
		pools = append(pools, g.ID())
	}
	for _, id := range games.IDs() {
		pool := games.PoolOf(id)
		if !slices.Contains(pools, pool) || games.PoolOf(pool) != pool {
			t.Errorf("%s is rated in %q, of %q", id, pool, pools)
		}
	}
	if pool := games.PoolOf("chess"); pool != "" {
		t.Errorf("an unknown game is rated in %q", pool)
	}
}
