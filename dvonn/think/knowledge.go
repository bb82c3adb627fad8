package think

import (
	"math/bits"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Knowledge is what a search may know about DVONN besides estimates; see
// [engine.Knowledge]. It holds nothing.
type Knowledge struct{}

// NewKnowledge returns knowledge of DVONN.
func NewKnowledge() engine.Knowledge { return Knowledge{} }

// MovesLeft counts the moves of stacking until the outcome is usually proved. Placings
// need little thought and get little.
func (Knowledge) MovesLeft(p game.Position, score engine.Score) float64 {
	pos := p.(*dvonn.Position)
	if pos.Placing() {
		return float64(dvonn.Spots-pos.Placed())/2 + 45
	}
	return pace.MovesLeft(bits.OnesCount64(pos.Occupied()), score)
}

// Patience counts placing, or a third of 34 plies from a full board, as the opening. Then
// some time is saved for the moves just before the proof: they need most, and the less is
// left the less each may take.
func (Knowledge) Patience(p game.Position, ply int) (opening bool, more float64) {
	if p.(*dvonn.Position).Placing() || ply < 11 {
		return true, 0
	}
	return false, 2.5
}

// pace is that of stacking; docs/lab/2026-11-strength.md says how it was found.
var pace = engine.Pace{Proved: 26, Unit: 100, Step: 3, Last: 1.2}

// PliesLeft returns the placings left and the stacks less one: every stacking
// move empties a spot.
func (Knowledge) PliesLeft(p game.Position) int {
	pos := p.(*dvonn.Position)
	if pos.Placing() {
		return dvonn.Spots - pos.Placed() + dvonn.Spots - 1
	}
	return max(bits.OnesCount64(pos.Occupied())-1, 0)
}

// Final returns what [engine.FinalScore] returns.
func (Knowledge) Final(p game.Position) engine.Score {
	pos := p.(*dvonn.Position)
	return engine.Decided(0, pos.Lead(pos.Side()))
}

// Bounds returns what is certain about the final score. A side without a stack never
// gets one again, because only stacks with its top are its own, so it cannot win. It
// may still draw: the opponent may have to cut off all of its own stacks.
func (Knowledge) Bounds(p game.Position) (low, high engine.Score) {
	low, high = -engine.Infinity, engine.Infinity
	pos := p.(*dvonn.Position)
	if pos.Placing() {
		return low, high
	}
	us := pos.Side()
	if pos.Owned(us) == 0 {
		high = engine.DrawScore
	}
	if pos.Owned(us.Other()) == 0 {
		low = engine.DrawScore
	}
	return low, high
}

// Tactical appends the moves that cut off clearly more of the opponent's pieces
// than of one's own. Moves that take a high stack are not listed: in matches they
// cost more time than they gained.
func (Knowledge) Tactical(p game.Position, buf []game.Move) []game.Move {
	pos := p.(*dvonn.Position)
	if pos.Placing() {
		return buf
	}
	occ := pos.Occupied()
	us := pos.Side()
	own, held := pos.Owned(us), pos.Dvonn()
	for b := pos.Mobile(us); b != 0; b &= b - 1 {
		bit := b & -b
		if held&bit != 0 {
			continue // what its leaving cuts off depends on where it goes
		}
		s := game.Spot(lowest(b))
		if dvonn.Linked(dvonn.Neighbors(s)&occ, s) {
			continue
		}
		to := dvonn.Reach(pos.Height(s), s) & occ
		if to == 0 {
			continue
		}
		// Without a DVONN piece in the stack, all its moves cut off the same.
		gone := pos.Isolated(dvonn.Stacking(s, game.Spot(lowest(to))))
		if gone == 0 {
			continue
		}
		n := 0
		for g := gone; g != 0; g &= g - 1 {
			h := pos.Height(game.Spot(lowest(g)))
			if own&g&-g != 0 {
				h = -h
			}
			n += h
		}
		if n < tacticalPieces {
			continue
		}
		for to &^= gone; to != 0; to &= to - 1 {
			buf = append(buf, dvonn.Stacking(s, game.Spot(lowest(to))))
		}
	}
	return buf
}

// tacticalPieces is how many more pieces a cut must take from the opponent than
// from oneself to be a tactic.
const tacticalPieces = 2

// Order ranks moves by the pieces they take and cut off.
func (Knowledge) Order(p game.Position, list []engine.Ranked) {
	pos := p.(*dvonn.Position)
	them := pos.Owned(pos.Side().Other())
	occ := pos.Occupied()
	if pos.Placing() {
		for i := range list {
			r := &list[i]
			to := dvonn.To(r.Move)
			r.Slot = uint16(to)
			n := dvonn.Neighbors(to)
			r.Rank = int32(bits.OnesCount64(n&pos.Dvonn()))*600 + int32(bits.OnesCount64(n&occ))*100
		}
		return
	}
	for i := range list {
		r := &list[i]
		if r.Move == dvonn.Pass {
			continue
		}
		from, to := uint(dvonn.From(r.Move))&63, uint(dvonn.To(r.Move))&63
		r.Slot = uint16(r.Move & (engine.Slots - 1))
		h, g := pos.Height(game.Spot(from)), pos.Height(game.Spot(to))
		rank := int32(0)
		switch {
		case them>>to&1 != 0:
			rank += int32(g)*300 + 300
		case pos.Dvonn()>>to&1 != 0:
			rank += 500
		default:
			rank -= int32(g) * 200
		}
		rank -= int32(h) * 100
		r.Rank = rank
	}
}
