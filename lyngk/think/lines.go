package think

import (
	"math/bits"
	"strconv"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// standing is what is counted at the end of a line for one side.
type standing struct{ fives, fours, threes, stacks, movers, moves int }

// standingOf counts for s. A four is a stack of one piece less than full that a single piece which
// is left would complete, a three one of two pieces less.
func standingOf(p *lyngk.Position, s game.Side) (n standing) {
	n.fives = p.Tally(s)
	full := p.Game().MaxHeight()
	lone := p.OfHeight(1)
	for own := p.Owned(s); own != 0; own &= own - 1 {
		spot := game.Spot(bits.TrailingZeros64(own))
		switch h := p.Height(spot); {
		case h == full:
			continue
		case h == full-1:
			fits := p.Tops(lyngk.Joker)
			for _, c := range missingColors(p, spot) {
				fits |= p.Tops(c)
			}
			if fits&lone != 0 {
				n.fours++
			}
		case h == full-2:
			n.threes++
		}
		n.stacks++
	}
	v := surveyOf(p, s)
	n.movers, n.moves = bits.OnesCount64(v.origins), v.moves
	return n
}

// Leads returns what is counted where lines end. It implements [engine.Reasoner].
func (k *Knowledge) Leads(_, a, _ game.Position) []engine.Lead {
	end := a.(*lyngk.Position)
	full := end.Game().MaxHeight()
	lead := func(weight, enough int, key, text string, of func(standing) int, args ...string) engine.Lead {
		at := func(p game.Position, s game.Side) int { return of(standingOf(p.(*lyngk.Position), s)) }
		return engine.Lead{Key: "lyngk.leads_" + key, Text: text, Weight: weight, Enough: enough, Of: at, Args: args}
	}
	moves := standingOf(end, game.First).moves + standingOf(end, game.Second).moves
	return []engine.Lead{
		lead(63, 1, "fives", "fives", func(n standing) int { return n.fives }),
		lead(33, 1, "fours", "stacks of {n} that can be completed", func(n standing) int { return n.fours }, "n", strconv.Itoa(full-1)),
		lead(32, 2, "movers", "stacks that can move", func(n standing) int { return n.movers }),
		lead(31, 1, "threes", "stacks of {n}", func(n standing) int { return n.threes }, "n", strconv.Itoa(full-2)),
		lead(30, max(4, moves/12), "moves", "moves", func(n standing) int { return n.moves }),
		lead(29, 2, "stacks", "stacks", func(n standing) int { return n.stacks }),
	}
}
