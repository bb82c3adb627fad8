package think

import (
	"math/bits"
	"strconv"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Reasons returns what a person would play a move for. It implements
// [engine.Reasoner].
func (Knowledge) Reasons(p game.Position, move game.Move) []engine.Reason {
	pos := p.(*dvonn.Position)
	if move == dvonn.Pass {
		return []engine.Reason{{Key: "dvonn.must_pass", Text: "no move is possible"}}
	}
	us, them := pos.Side(), pos.Side().Other()
	from, to := dvonn.From(move), dvonn.To(move)
	name := func(s game.Spot) string { return p.Game().Layout().Names[s] }
	var list []engine.Reason
	add := func(key, text string, spots []game.Spot, args ...string) {
		r := engine.Reason{Key: key, Text: text, Spots: spots, Args: map[string]string{}}
		for i := 0; i+1 < len(args); i += 2 {
			r.Args[args[i]] = args[i+1]
		}
		list = append(list, r)
	}
	if pos.Placing() {
		if pos.Next() == dvonn.Dvonn {
			return nil
		}
		if dvonn.Neighbors(to)&pos.Dvonn() != 0 {
			add("dvonn.near", "lies next to a DVONN piece", []game.Spot{to})
		}
		if edge&to.Bit() != 0 {
			add("dvonn.edge", "can move at once, for it is on the edge", []game.Spot{to})
		}
		return list
	}
	after := pos.Copy().(*dvonn.Position)
	after.PlayUnchecked(move)

	// Pieces cut off, the mover's own target aside.
	gone := pos.Isolated(move)
	count := func(stacks uint64) (n int, spots []game.Spot) {
		for b := stacks; b != 0; b &= b - 1 {
			s := game.Spot(bits.TrailingZeros64(b))
			n += pos.Height(s)
			spots = append(spots, s)
		}
		return n, spots
	}
	if n, spots := count(gone & pos.Owned(them)); n > 0 {
		add("dvonn.cuts", "cuts off {n} of the opponent's pieces", spots, "n", strconv.Itoa(n))
	}
	if after.Outcome() == game.Ongoing && pos.CanMove(them) && !after.CanMove(them) {
		add("dvonn.strands", "leaves the opponent without a move", nil)
	}
	if pos.Owned(them)&to.Bit() != 0 && gone&to.Bit() == 0 {
		n := pos.Height(to)
		if n > 1 {
			add("dvonn.takes", "takes a stack of {n} on {spot}", []game.Spot{to}, "n", strconv.Itoa(n), "spot", name(to))
		} else {
			add("dvonn.takes_one", "takes the piece on {spot}", []game.Spot{to}, "spot", name(to))
		}
	}
	if pos.Dvonn()&to.Bit() != 0 && pos.Owned(us)&to.Bit() == 0 {
		add("dvonn.holds", "takes hold of a DVONN piece on {spot}", []game.Spot{to}, "spot", name(to))
	}
	if pos.Dvonn()&from.Bit() != 0 {
		add("dvonn.carries", "carries a DVONN piece to {spot}", []game.Spot{to}, "spot", name(to))
	}
	if hits := attacked(pos, them) & from.Bit(); hits != 0 && attacked(after, them)&to.Bit() == 0 {
		add("dvonn.saves", "brings the attacked stack on {spot} to safety", []game.Spot{from}, "spot", name(from))
	}
	return list
}

// attacked returns the other side's stacks that s could move onto.
func attacked(p *dvonn.Position, s game.Side) uint64 {
	var hit uint64
	for b := p.Owned(s); b != 0; b &= b - 1 {
		hit |= p.Targets(game.Spot(lowest(b)))
	}
	return hit & p.Owned(s.Other())
}
