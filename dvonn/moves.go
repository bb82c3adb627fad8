package dvonn

import (
	"math/bits"

	"cairn.example/game"
)

// Mobile returns the stacks of s that are not surrounded: all that may move if
// there is something to move onto.
func (p *Position) Mobile(s game.Side) uint64 {
	// Rule 2.2: a stack with all six neighbors occupied may not move. A lone
	// DVONN piece is nobody's top and so never moves.
	return p.tops[s&1] &^ Surrounded(p.Occupied())
}

// Targets returns where the stack on s may go by its height and the board alone,
// with either side to move: empty when it is surrounded, nobody's, or not there.
func (p *Position) Targets(s game.Spot) uint64 {
	occ := p.Occupied()
	if s >= game.NoSpot || (p.tops[0]|p.tops[1])&^Surrounded(occ)&s.Bit() == 0 {
		return 0
	}
	return reach[p.height[s]&63][s] & occ
}

// MovesOf returns how many stacking moves s would have if it were the one to
// move.
func (p *Position) MovesOf(s game.Side) int {
	occ := p.Occupied()
	mobile := p.tops[s&1] &^ Surrounded(occ)
	m := mobile & p.singles
	n := Pairs(m, occ)
	for b := mobile &^ p.singles; b != 0; b &= b - 1 {
		s := lowest(b)
		n += bits.OnesCount64(reach[p.height[s]&63][s] & occ)
	}
	return n
}

// CanMove reports whether s would have a stacking move if it were the one to move.
func (p *Position) CanMove(s game.Side) bool {
	occ := p.Occupied()
	mobile := p.tops[s&1] &^ Surrounded(occ)
	// A neighbor of a single that is occupied.
	if Around(mobile&p.singles)&occ != 0 {
		return true
	}
	for b := mobile &^ p.singles; b != 0; b &= b - 1 {
		s := lowest(b)
		if reach[p.height[s]&63][s]&occ != 0 {
			return true
		}
	}
	return false
}

// CountMoves returns len(Moves(nil)) without listing. It implements
// [game.Counter].
func (p *Position) CountMoves() int {
	if p.placing {
		return bits.OnesCount64(all &^ p.Occupied())
	}
	n := p.MovesOf(game.Side(p.side))
	if n == 0 && p.CanMove(game.Side(p.side^1)) {
		return 1 // Rule 2.4: the pass.
	}
	return n
}

// Moves appends every legal move to buf: in the placing phase by spot; else the
// moves of single pieces, direction by direction, then those of stacks.
func (p *Position) Moves(buf []game.Move) []game.Move {
	if p.placing {
		for b := all &^ p.Occupied(); b != 0; b &= b - 1 {
			buf = append(buf, Placing(game.Spot(lowest(b))))
		}
		return buf
	}
	occ := p.Occupied()
	mobile := p.tops[p.side&1] &^ Surrounded(occ)
	had := len(buf)
	if m := mobile & p.singles; m != 0 {
		buf = appendSteps(buf, m<<1&occ, 1)
		buf = appendSteps(buf, m<<(stride+1)&occ, stride+1)
		buf = appendSteps(buf, m<<stride&occ, stride)
		buf = appendSteps(buf, m>>1&occ, -1)
		buf = appendSteps(buf, m>>(stride+1)&occ, -stride-1)
		buf = appendSteps(buf, m>>stride&occ, -stride)
	}
	for b := mobile &^ p.singles; b != 0; b &= b - 1 {
		from := lowest(b)
		base := kindStacking | game.Move(from)
		for to := reach[p.height[from]&63][from] & occ; to != 0; to &= to - 1 {
			buf = append(buf, base|game.Move(lowest(to))<<toShift)
		}
	}
	if len(buf) == had && p.CanMove(game.Side(p.side^1)) {
		buf = append(buf, Pass) // Rule 2.4: only when no move exists.
	}
	return buf
}

// appendSteps appends the moves to the given spots from those delta below them.
func appendSteps(buf []game.Move, to uint64, delta int) []game.Move {
	for ; to != 0; to &= to - 1 {
		t := int(lowest(to))
		buf = append(buf, kindStacking|game.Move(t)<<toShift|game.Move(t-delta))
	}
	return buf
}

// Outcome reports whether the game is over: when neither player can move, the one
// whose stacks hold more pieces has won (rule 2.5).
func (p *Position) Outcome() game.Outcome {
	if p.placing || p.CanMove(game.First) || p.CanMove(game.Second) {
		return game.Ongoing
	}
	switch lead := p.Lead(game.First); {
	case lead > 0:
		return game.FirstWins
	case lead < 0:
		return game.SecondWins
	}
	return game.Draw
}
