package think

import (
	"math/bits"
	"strconv"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Reasons returns what a person would play a move for. It implements
// [engine.Reasoner].
func (k *Knowledge) Reasons(p game.Position, move game.Move) []engine.Reason {
	pos := p.(*lyngk.Position)
	if move == lyngk.Pass() {
		return []engine.Reason{{Key: "lyngk.must_pass", Text: "no turn is possible"}}
	}
	us, them := pos.Side(), pos.Side().Other()
	from, to := lyngk.From(move), lyngk.To(move)
	after := pos.Copy().(*lyngk.Position)
	after.PlayUnchecked(move)
	full := p.Game().MaxHeight()
	height := pos.Height(from) + pos.Height(to)
	name := func(s game.Spot) string { return p.Game().Layout().Names[s] }
	own := pos.Claimed(us).Has(pos.Top(from))
	color, claims := lyngk.Claim(move)
	own = own || claims && color == pos.Top(from)

	var list []engine.Reason
	add := func(key, text string, spots []game.Spot, args ...string) {
		r := engine.Reason{Key: key, Text: text, Spots: spots, Args: map[string]string{}}
		for i := 0; i+1 < len(args); i += 2 {
			r.Args[args[i]] = args[i+1]
		}
		list = append(list, r)
	}

	gained := after.Tally(us) - pos.Tally(us)
	switch {
	case gained > 0 && p.Game() == lyngk.Six:
		add("lyngk.wins_six", "completes the six that wins", []game.Spot{to})
	case gained == 1:
		add("lyngk.completes", "completes a five on {spot}", []game.Spot{to}, "spot", name(to))
	case gained > 1:
		add("lyngk.captures", "scores {n} fives at once", []game.Spot{to}, "n", strconv.Itoa(gained))
	}

	// What the opponent could complete if it were its turn, before and after.
	threats, left := completableSpots(pos, them), completableSpots(after, them)
	if stopped := threats &^ left; stopped != 0 {
		s := game.Spot(bits.TrailingZeros64(stopped))
		add("lyngk.stops", "stops the opponent from completing {spot}", []game.Spot{s}, "spot", name(s))
	}
	if next := completableSpots(after, us) &^ completableSpots(pos, us) &^ left; next != 0 && gained == 0 {
		s := game.Spot(bits.TrailingZeros64(next))
		add("lyngk.threatens", "threatens to complete {spot}", []game.Spot{s}, "spot", name(s))
	}
	if below := pos.Top(to); pos.Height(to) > 1 && below != lyngk.Joker && pos.Claimed(them).Has(below) && gained == 0 {
		add("lyngk.takes", "takes the opponent's stack of {n} on {spot}", []game.Spot{to},
			"n", strconv.Itoa(pos.Height(to)), "spot", name(to))
	}
	if claims && pos.Claimable(them).Has(color) {
		add("lyngk.claims", "claims {color} before the opponent can", nil, "color", color.String())
	}
	if height == full && !own {
		add("lyngk.blocks", "makes {spot} an obstacle for good", []game.Spot{to}, "spot", name(to))
	} else if own && gained == 0 && height >= 3 {
		add("lyngk.builds", "builds a stack of {n} under {color}", []game.Spot{to},
			"n", strconv.Itoa(height), "color", pos.Top(from).String())
	}
	if pos.WithSide(them).HasTurn() && !after.HasTurn() && after.Outcome() == game.Ongoing {
		add("lyngk.strands", "leaves the opponent without a turn", nil)
	}
	return list
}

// completableSpots returns the stacks that s could complete if it were its turn.
func completableSpots(p *lyngk.Position, s game.Side) uint64 {
	var k Knowledge
	var spots uint64
	for _, mv := range k.Tactical(p.WithSide(s), nil) {
		spots |= lyngk.To(mv).Bit()
	}
	return spots
}
