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
	e := explain(pos, move)
	if pos.Placing() {
		e.tellPlacing()
		return e.reasons
	}
	e.tellCutOff()
	e.tellMobility()
	e.tellTaken()
	e.tellDvonn()
	e.tellSaved()
	e.tellFrozen()
	e.tellFreed()
	return e.reasons
}

// explanation is a move with what it changes, and the reasons found so far.
type explanation struct {
	pos, after *dvonn.Position
	us, them   game.Side
	from, to   game.Spot
	gone       uint64 // the stacks that the move cuts off

	reasons []engine.Reason
}

func explain(pos *dvonn.Position, move game.Move) *explanation {
	e := &explanation{
		pos: pos, us: pos.Side(), them: pos.Side().Other(), from: dvonn.From(move), to: dvonn.To(move),
		after: pos.Copy().(*dvonn.Position), gone: pos.Isolated(move),
	}
	e.after.PlayUnchecked(move)
	return e
}

func (e *explanation) add(key, text string, spots []game.Spot, args ...string) {
	e.reasons = append(e.reasons, engine.NewReason(key, text, spots, args...))
}

func (e *explanation) name(s game.Spot) string { return e.pos.Game().Layout().Names[s] }

// tellPlacing tells what is good about where a piece is placed; of a DVONN piece nothing
// simple can be said.
func (e *explanation) tellPlacing() {
	if e.pos.Next() == dvonn.Dvonn {
		return
	}
	if dvonn.Neighbors(e.to)&e.pos.Dvonn() != 0 {
		e.add("dvonn.near", "lies next to a DVONN piece", []game.Spot{e.to})
	}
	if edge&e.to.Bit() != 0 {
		e.add("dvonn.edge", "can move at once, for it is on the edge", []game.Spot{e.to})
	}
}

// tellCutOff tells of the opponent's pieces that are cut off. Those in the stack that the
// move builds do not count: they are the mover's by then.
func (e *explanation) tellCutOff() {
	n := 0
	var spots []game.Spot
	for b := e.gone & e.pos.Owned(e.them) &^ e.to.Bit(); b != 0; b &= b - 1 {
		s := game.Spot(lowest(b))
		n += e.pos.Height(s)
		spots = append(spots, s)
	}
	if n > 0 {
		e.add("dvonn.cuts", "cuts off {n} of the opponent's pieces", spots, "n", strconv.Itoa(n))
	}
}

// tellMobility tells where the move leaves the opponent few stacks that can move, or none.
func (e *explanation) tellMobility() {
	if e.after.Outcome() == game.Ongoing && e.pos.CanMove(e.them) && !e.after.CanMove(e.them) {
		e.add("dvonn.strands", "leaves the opponent without a move", nil)
	} else if n := bits.OnesCount64(mobile(e.after, e.them)); n > 0 && n <= fewStacks && n < bits.OnesCount64(mobile(e.pos, e.them)) {
		e.add("dvonn.hampers", "leaves the opponent only {n} stacks that can move", nil, "n", strconv.Itoa(n))
	}
}

// tellTaken tells of an opponent's stack that the move builds upon.
func (e *explanation) tellTaken() {
	if e.pos.Owned(e.them)&e.to.Bit() == 0 || e.gone&e.to.Bit() != 0 {
		return
	}
	if n := e.pos.Height(e.to); n > 1 {
		e.add("dvonn.takes", "takes a stack of {n} on {spot}", []game.Spot{e.to}, "n", strconv.Itoa(n), "spot", e.name(e.to))
	} else {
		e.add("dvonn.takes_one", "takes the piece on {spot}", []game.Spot{e.to}, "spot", e.name(e.to))
	}
}

// tellDvonn tells what the move does with DVONN pieces.
func (e *explanation) tellDvonn() {
	if e.pos.Dvonn()&e.to.Bit() != 0 && e.pos.Owned(e.us)&e.to.Bit() == 0 {
		e.add("dvonn.holds", "takes hold of a DVONN piece on {spot}", []game.Spot{e.to}, "spot", e.name(e.to))
	}
	if e.pos.Dvonn()&e.from.Bit() != 0 {
		e.add("dvonn.carries", "carries a DVONN piece to {spot}", []game.Spot{e.to}, "spot", e.name(e.to))
	}
}

// tellSaved tells of an attacked stack that moves to where it is not attacked.
func (e *explanation) tellSaved() {
	if attacked(e.pos, e.them)&e.from.Bit() != 0 && e.after.Owned(e.us)&^attacked(e.after, e.them)&e.to.Bit() != 0 {
		e.add("dvonn.saves", "brings the attacked stack on {spot} to safety", []game.Spot{e.from}, "spot", e.name(e.from))
	}
}

// tellFrozen tells of the highest one of the opponent's stacks that could move before the
// move and cannot after it.
func (e *explanation) tellFrozen() {
	frozen := mobile(e.pos, e.them) & e.after.Owned(e.them) &^ mobile(e.after, e.them)
	if s, ok := highest(e.after, frozen); ok && e.pos.Height(s) > 1 {
		e.add("dvonn.freezes", "leaves the opponent's stack on {spot} without a move", []game.Spot{s}, "spot", e.name(s))
	}
}

// tellFreed tells of the highest one of the mover's stacks that could not move before the
// move and can after it.
func (e *explanation) tellFreed() {
	freed := mobile(e.after, e.us) & e.pos.Owned(e.us) &^ mobile(e.pos, e.us) &^ e.to.Bit()
	if s, ok := highest(e.after, freed); ok && e.pos.Height(s) > 1 {
		e.add("dvonn.frees", "frees the stack on {spot}, which could not move", []game.Spot{s}, "spot", e.name(s))
	}
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
