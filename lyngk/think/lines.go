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

// Leads compares where two lines end. It implements [engine.Reasoner].
func (k *Knowledge) Leads(p game.Position, line, other []game.Move) []engine.Reason {
	us, them := p.Side(), p.Side().Other()
	a, b := endOf(p, line), endOf(p, other)
	full := p.(*lyngk.Position).Game().MaxHeight()
	mine, theirs, less, more := standingOf(a, us), standingOf(a, them), standingOf(b, us), standingOf(b, them)
	var list []engine.Reason
	tell := func(weight, enough int, key, text string, of func(standing) int, args ...string) {
		x, y, u, v := of(mine), of(theirs), of(less), of(more)
		if (x-y)-(u-v) < enough || x <= y && x < u {
			return
		}
		r := engine.NewReason("lyngk.leads_"+key, "in "+text+" after {plies} more moves, {us} against {them}; after {move} {less} against {more}", nil,
			append(args, "us", strconv.Itoa(x), "them", strconv.Itoa(y), "less", strconv.Itoa(u), "more", strconv.Itoa(v),
				"plies", strconv.Itoa(len(line)), "move", p.Game().MoveText(other[0]))...)
		r.Kind, r.Weight, r.Rank = engine.OfLine, weight, (x-y)-(u-v)
		list = append(list, r)
	}
	tell(63, 1, "fives", "fives", func(n standing) int { return n.fives })
	tell(33, 1, "fours", "stacks of {n} that can be completed", func(n standing) int { return n.fours }, "n", strconv.Itoa(full-1))
	tell(32, 2, "movers", "stacks that can move", func(n standing) int { return n.movers })
	tell(31, 1, "threes", "stacks of {n}", func(n standing) int { return n.threes }, "n", strconv.Itoa(full-2))
	tell(30, max(4, (mine.moves+theirs.moves)/12), "moves", "moves", func(n standing) int { return n.moves })
	tell(29, 2, "stacks", "stacks", func(n standing) int { return n.stacks })
	return list
}

// endOf returns the position behind a line.
func endOf(p game.Position, line []game.Move) *lyngk.Position {
	end := p.Copy().(*lyngk.Position)
	for _, mv := range line {
		end.PlayUnchecked(mv)
	}
	return end
}
