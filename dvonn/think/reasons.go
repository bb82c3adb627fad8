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
	if n, spots := count(gone & pos.Owned(them) &^ to.Bit()); n > 0 {
		add("dvonn.cuts", "cuts off {n} of the opponent's pieces", spots, "n", strconv.Itoa(n))
	}
	if after.Outcome() == game.Ongoing && pos.CanMove(them) && !after.CanMove(them) {
		add("dvonn.strands", "leaves the opponent without a move", nil)
	} else if n := bits.OnesCount64(mobile(after, them)); n > 0 && n <= fewStacks && n < bits.OnesCount64(mobile(pos, them)) {
		add("dvonn.hampers", "leaves the opponent only {n} stacks that can move", nil, "n", strconv.Itoa(n))
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
	if hits := attacked(pos, them) & from.Bit(); hits != 0 && after.Owned(us)&^attacked(after, them)&to.Bit() != 0 {
		add("dvonn.saves", "brings the attacked stack on {spot} to safety", []game.Spot{from}, "spot", name(from))
	}
	if s, ok := highest(after, mobile(pos, them)&after.Owned(them)&^mobile(after, them)); ok && pos.Height(s) > 1 {
		add("dvonn.freezes", "leaves the opponent's stack on {spot} without a move", []game.Spot{s}, "spot", name(s))
	}
	if s, ok := highest(after, mobile(after, us)&pos.Owned(us)&^mobile(pos, us)&^to.Bit()); ok && pos.Height(s) > 1 {
		add("dvonn.frees", "frees the stack on {spot}, which could not move", []game.Spot{s}, "spot", name(s))
	}
	return list
}

// fewStacks is how many stacks that can move are few enough to be spoken of.
const fewStacks = 4

// mobile returns the stacks that s could move if it were its turn.
func mobile(p *dvonn.Position, s game.Side) (stacks uint64) {
	for b := p.Owned(s); b != 0; b &= b - 1 {
		if from := game.Spot(lowest(b)); p.Targets(from) != 0 {
			stacks |= from.Bit()
		}
	}
	return stacks
}

// highest returns the highest of stacks; false where there is none.
func highest(p *dvonn.Position, stacks uint64) (best game.Spot, ok bool) {
	for b := stacks; b != 0; b &= b - 1 {
		if s := game.Spot(lowest(b)); !ok || p.Height(s) > p.Height(best) {
			best, ok = s, true
		}
	}
	return best, ok
}

// attacked returns the other side's stacks that s could move onto.
func attacked(p *dvonn.Position, s game.Side) uint64 {
	var hit uint64
	for b := p.Owned(s); b != 0; b &= b - 1 {
		hit |= p.Targets(game.Spot(lowest(b)))
	}
	return hit & p.Owned(s.Other())
}
