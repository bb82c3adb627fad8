package judge_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"cairn.example/internal/judge"
)

// played are the choices of somebody in games, who makes the best move with a chance; what loses much is played in decided
// positions.
func played(r *rand.Rand, games, moves int, best float64, trailing int) [][]judge.Choice {
	var all [][]judge.Choice
	for range games {
		var one []judge.Choice
		for i := range moves {
			c := judge.Choice{Ply: 10 + 2*i, Legal: 20, Best: 0.3 + 0.4*r.Float64(), Took: time.Duration(r.IntN(1000))}
			c.Second = c.Best - 0.05 - 0.1*r.Float64()
			if c.Agrees = r.Float64() < best; c.Agrees {
				c.Played = c.Best
			} else {
				c.Played = c.Second
			}
			c.Levels = []bool{r.Float64() < 0.3, c.Agrees}
			one = append(one, c)
		}
		for range trailing {
			one = append(one, judge.Choice{Ply: 90, Legal: 20, Best: 0.98, Second: 0.9, Played: 0.3})
		}
		all = append(all, one)
	}
	return all
}

// TestWhatCounts: the opening, what is forced, nearly equal or decided says nothing.
func TestWhatCounts(t *testing.T) {
	good := judge.Choice{Ply: 8, Legal: 4, Best: 0.6, Second: 0.55}
	for name, c := range map[string]struct {
		change func(*judge.Choice)
		want   bool
	}{
		"as it is":  {func(*judge.Choice) {}, true},
		"opening":   {func(c *judge.Choice) { c.Ply = 7 }, false},
		"forced":    {func(c *judge.Choice) { c.Legal = 3 }, false},
		"equal":     {func(c *judge.Choice) { c.Second = 0.57 }, false},
		"won":       {func(c *judge.Choice) { c.Best = 0.81 }, false},
		"lost":      {func(c *judge.Choice) { c.Best, c.Second = 0.19, 0.1 }, false},
		"just open": {func(c *judge.Choice) { c.Best, c.Second = 0.8, 0.7 }, true},
	} {
		choice := good
		if c.change(&choice); choice.Counts() != c.want {
			t.Errorf("%s: %v", name, !c.want)
		}
	}
}

// TestFewGamesSayNothing, and neither do few moves.
func TestFewGamesSayNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		games, moves int
		want         bool
	}{{5, 100, false}, {7, 30, false}, {8, 3, false}, {8, 4, true}} {
		if f := judge.FairnessOf(played(r, c.games, c.moves, 0.5, 0)); f.Enough() != c.want {
			t.Errorf("%d games of %d moves: %+v", c.games, c.moves, f)
		}
	}
}

// TestHelpIsFound among people of the same rating, also by who plays badly once the game is won; and who plays like the
// others is one of them, with few games and with many.
func TestHelpIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var others []judge.Fairness
	honest := func(games int) judge.Fairness {
		return judge.FairnessOf(played(r, games, 15, 0.45+0.1*r.Float64(), 0))
	}
	for n := range 20 {
		others = append(others, honest(10+n))
	}
	for run := range 10 {
		f := judge.FairnessOf(played(r, 20, 15, 0.9, 10))
		if chance, ok := f.ChanceOf(others); !ok || chance > 0.001 {
			t.Errorf("run %d: %v %v", run, chance, ok)
		}
		if f.Level != 1 || f.Choices != 300 || f.Agreement < 0.8 {
			t.Errorf("run %d: %+v", run, f)
		}
	}
	for _, games := range []int{10, 80} {
		above := 0
		for range 500 {
			others[r.IntN(20)], others[r.IntN(20)] = honest(10), honest(30)
			if chance, _ := honest(games).ChanceOf(others); chance < 0.02 {
				above++
			}
		}
		if above > 15 {
			t.Errorf("%d of 500 honest people with %d games lose as little as 2 of 100", above, games)
		}
	}
	if _, ok := honest(10).ChanceOf(others[:4]); ok {
		t.Error("four others are enough")
	}
}

// TestPace: who thinks longer about hard choices differs from who takes the same time for all.
func TestPace(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	games := played(r, 10, 20, 0.5, 0)
	for _, flat := range []bool{true, false} {
		for _, g := range games {
			for i := range g {
				g[i].Took = 3 * time.Second
				if !flat {
					g[i].Took = time.Duration(float64(time.Second) * (1 - g[i].Best + g[i].Second))
				}
			}
		}
		if pace := judge.FairnessOf(games).Pace; flat && pace != 0 || !flat && pace < 0.99 {
			t.Errorf("flat %v: %v", flat, pace)
		}
	}
}

// TestMissing: how many more games it takes follows from how many choices of a game have counted so far.
func TestMissing(t *testing.T) {
	for _, c := range []struct{ games, choices, want int }{{0, 0, 15}, {20, 12, 30}, {3, 200, 5}, {60, 120, 0}} {
		if f := (judge.Fairness{Games: c.games, Choices: c.choices}); f.Missing() != c.want || f.Enough() != (c.want == 0) {
			t.Errorf("%+v lacks %d games, want %d", f, f.Missing(), c.want)
		}
	}
}
