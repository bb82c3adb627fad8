package mine

import (
	"context"
	"math"
	"slices"
	"strconv"
	"sync"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/players"
)

// Tries is how often a level tries a puzzle, each time with other errors. The
// levels from 7 on make none in LYNGK and hardly any in DVONN; they try once.
func Tries(level int) int {
	if level <= 6 {
		return 3
	}
	return 1
}

// topNodes is what the highest level searches, which has no limit of its own.
const topNodes = 1_000_000

// levels are the players that try puzzles. They are deterministic: what they find
// depends on the position and the number of the try alone.
type levels struct {
	players [players.Levels + 1][]players.Player
}

func newLevels(g game.Game) (*levels, error) {
	l := &levels{}
	for n := 1; n <= players.Levels; n++ {
		for try := range Tries(n) {
			p, err := players.New(g, "level"+strconv.Itoa(n), players.Options{Seed: "puzzle " + strconv.Itoa(try)})
			if err != nil {
				return nil, err
			}
			l.players[n] = append(l.players[n], p)
		}
	}
	return l, nil
}

// try lets all levels try a puzzle.
func (l *levels) try(ctx context.Context, p game.Position, line [][]string) (solved [players.Levels]int, first [players.Levels]bool) {
	for n := 1; n <= players.Levels; n++ {
		for try := range Tries(n) {
			if l.solves(ctx, n, try, p, line) {
				solved[n-1]++
				first[n-1] = first[n-1] || try == 0
			}
		}
	}
	return solved, first
}

// solves reports whether a level finds every move of the solver.
func (l *levels) solves(ctx context.Context, n, try int, p game.Position, line [][]string) bool {
	player := l.players[n][try]
	return finds(p, line, func(pos game.Position) (game.Move, error) {
		if n == players.Levels {
			player.Reset() // the others begin every search afresh
		}
		r, err := player.Choose(ctx, pos, engine.Limits{Nodes: topNodes}, nil)
		return r.Move, err
	})
}

// finds reports whether every move of the solver is chosen.
func finds(p game.Position, line [][]string, choose func(game.Position) (game.Move, error)) bool {
	pos := p.Copy()
	for i, step := range line {
		m, err := pos.ParseMove(step[0])
		if err != nil {
			return false
		}
		if i%2 == 0 {
			chosen, err := choose(pos)
			if err != nil || !slices.Contains(step, pos.Game().MoveText(chosen)) {
				return false
			}
		}
		pos.PlayUnchecked(m)
	}
	return true
}

// What is looked at for [Miner.Effort], as powers of two, and how many searches must find the line one after another.
const (
	leastEffort = 5
	mostEffort  = 17
	inARow      = 3
)

// Effort returns what a line asks of somebody who overlooks nothing: the power of two that
// says how many positions a search looks at that finds every move, as those twice and four
// times as long do.
func (m *Miner) Effort(ctx context.Context, p game.Position, line [][]string) int {
	for n, row := leastEffort, 0; ; n++ {
		row++
		if !finds(p, line, func(pos game.Position) (game.Move, error) {
			m.engine.Clear()
			return m.engine.Search(ctx, pos, engine.Limits{Nodes: 1 << n}, nil).Move, nil
		}) {
			row = 0
		}
		if row == inARow || n == mostEffort {
			return n + 1 - row
		}
	}
}

// LevelRating is the strength of a level on the scale of ratings: steps of equal
// width, about those that the levels have among each other.
func LevelRating(level int) float64 { return 600 + 160*float64(level) }

// The expectation before anything was tried, and the range of ratings.
const (
	meanRating  = 1500
	spread      = 350
	leastRating = 600
	mostRating  = 2600
)

// Fit returns the rating at which what the levels solved is likeliest: a level
// scores against a puzzle as players of their ratings score against each other
// (logistic, 400 points for ten to one), and before the tries ratings are spread
// normally about 1500.
func Fit(solved [players.Levels]int) int {
	best, at := math.Inf(-1), 0
	for r := leastRating; r <= mostRating; r++ {
		d := (float64(r) - meanRating) / spread
		sum := -d * d / 2
		for i, k := range solved {
			tries := Tries(i + 1)
			p := 1 / (1 + math.Pow(10, (float64(r)-LevelRating(i+1))/400))
			sum += float64(k)*math.Log(p) + float64(tries-k)*math.Log(1-p)
		}
		if sum > best {
			best, at = sum, r
		}
	}
	return at
}

// Rate returns the rating of a puzzle, given what [Fit] says of it, its effort, and how many
// moves its solver makes. What the levels solve comes to some twenty ratings; effort
// and length say where in the step about such a rating a puzzle lies. Of a rating that Rate has
// returned it makes the same.
func Rate(fit, effort, moves int) int {
	steps := fits()
	half := func(i int) float64 { // between step i and the next, harder one
		i = min(max(i, 0), len(steps)-2)
		return float64(steps[i]-steps[i+1]) / 2
	}
	i := 0
	for i < len(steps)-1 && float64(fit) < float64(steps[i])-half(i) {
		i++
	}
	hard := 2/(1+math.Exp((commonEffort-float64(effort))/2+float64(commonMoves-moves)/3)) - 1
	if hard > 0 {
		return steps[i] + int(hard*half(i-1))
	}
	return steps[i] + int(hard*half(i))
}

// fits returns what [Fit] says of all that levels may solve, the hardest first: only how much that is
// together counts.
var fits = sync.OnceValue(func() (steps []int) {
	var solved [players.Levels]int
	for i := range solved {
		for ; solved[i] < Tries(i+1); solved[i]++ {
			steps = append(steps, Fit(solved))
		}
	}
	return slices.Compact(append(steps, Fit(solved)))
})

// A puzzle with this effort and number of moves lies amid its step.
const (
	commonEffort = 9
	commonMoves  = 2
)
