package dvonn

import (
	"math/bits"

	"cairn.example/game"
)

// Play plays m if it is legal; otherwise it returns what [Position.Legal] returns
// and changes nothing.
func (p *Position) Play(m game.Move) error {
	if err := p.Legal(m); err != nil {
		return err
	}
	p.PlayUnchecked(m)
	return nil
}

// PlayUnchecked plays m, which must be legal here; of any other move the
// resulting position is unspecified, and it may panic.
func (p *Position) PlayUnchecked(m game.Move) {
	if p.placing {
		p.place(uint(moveTo(m)))
		return
	}
	if m == Pass {
		p.side ^= 1
		p.key ^= sideKey
		return
	}
	// One stack goes onto another.
	from, to := uint(m)&spotMask, uint(m>>toShift)&spotMask
	fromBit, toBit := uint64(1)<<from, uint64(1)<<to
	side := uint(p.side & 1)
	mine, theirs, dvonn := p.tops[side], p.tops[side^1], p.dvonn
	near := (mine | theirs | dvonn) & neighbors[from]

	h, g := p.height[from]&63, p.height[to]&63
	carried, held := uint(dvonn>>from&1), uint(dvonn>>to&1)
	p.key ^= sideKey ^
		keys[h][from][side|carried<<1] ^
		keys[g][to][uint(p.tops[1]>>to&1)|held<<1] ^
		keys[(h+g)&63][to][side|(carried|held)<<1]

	p.height[from] = 0
	p.height[to] = h + g
	p.tops[side] = mine&^fromBit | toBit
	p.tops[side^1] = theirs &^ toBit
	p.dvonn = dvonn&^fromBit | uint64(carried)<<to
	p.singles &^= fromBit | toBit
	p.merges[p.merged] = link(m & (1<<kindShift - 1))
	p.merged++
	p.side ^= 1

	// Rule 2.3. Where everything was connected and no DVONN piece left, nothing
	// can be cut off as long as the neighbors of the empty spot hang together.
	if carried != 0 || p.unconnected || !Linked(near, game.Spot(from)) {
		p.isolate(near, carried != 0)
	}
}

// place puts the next piece on spot t.
func (p *Position) place(t uint) {
	bit := uint64(1) << t
	switch p.Next() {
	case Dvonn:
		p.dvonn |= bit
		p.isDvonn |= bit
	case White:
		p.tops[0] |= bit
		p.isWhite |= bit
	default:
		p.tops[1] |= bit
	}
	p.singles |= bit
	p.height[t&63] = 1
	p.key ^= keys[1][t&63][p.kind(t)&3] ^ sideKey
	p.side ^= 1
	if p.Occupied() == all {
		// Rule 2.1: White's last piece is turn 49; rule 2.2: White starts again.
		p.placing = false
		p.side = 0
		p.key ^= placingKey ^ sideKey
	}
}

// isolate removes the stacks that are no longer connected to a DVONN piece, near
// being the stacks around the spot just left.
func (p *Position) isolate(near uint64, carried bool) {
	var gone uint64
	if p.unconnected {
		p.unconnected = false
		occ := p.Occupied()
		gone = occ &^ Flood(p.dvonn, occ)
	} else {
		gone = cutOff(near, p.Occupied(), p.dvonn, carried)
	}
	if gone != 0 {
		p.remove(gone)
	}
}

// cutOff returns the stacks of occ that lost their connection when the spot
// between the stacks near was emptied; carried says whether a DVONN piece left
// with the stack. Before that, everything was connected.
//
// Only what hangs on one of the stacks near can have lost it: each part is grown
// until it touches a DVONN piece, or a part that did.
func cutOff(near, occ, dvonn uint64, carried bool) (gone uint64) {
	safe := dvonn
	for todo := near; todo != 0; {
		part := todo & -todo
		for {
			next := Grow(part) & occ
			if next&safe != 0 {
				safe |= next
				part = next
				break
			}
			if next == part {
				gone |= part
				break
			}
			part = next
			// All parts have met. The DVONN piece that held them together
			// is still among them, if it did not leave.
			if !carried && near&^part == 0 {
				return 0
			}
		}
		todo &^= part
	}
	return gone
}

// remove takes the stacks of gone off the board.
func (p *Position) remove(gone uint64) {
	for b := gone; b != 0; b &= b - 1 {
		s := lowest(b)
		p.key ^= keys[p.height[s]&63][s][p.kind(s)&3]
		p.height[s] = 0
	}
	p.tops[0] &^= gone
	p.tops[1] &^= gone
	p.singles &^= gone
	// Without a chain to a DVONN piece they hold none: p.dvonn stays.
}

// Isolated returns the spots whose stacks the legal move m would remove from the
// board (rule 2.3): its target among them if all goes with it, its origin never.
// It implements [game.Isolator].
func (p *Position) Isolated(m game.Move) uint64 {
	if p.placing || m&kindMask != kindStacking {
		return 0
	}
	fromBit := moveFrom(m).Bit()
	occ := p.Occupied() &^ fromBit
	dvonn := p.dvonn
	if dvonn&fromBit != 0 {
		dvonn = dvonn&^fromBit | moveTo(m).Bit()
	}
	return occ &^ Flood(dvonn, occ)
}

// Blocked returns the surrounded stacks of both players, which may not move (rule
// 2.2); none while pieces are placed. It implements [game.Connectivity].
func (p *Position) Blocked() uint64 {
	if p.placing {
		return 0
	}
	return (p.tops[0] | p.tops[1]) & Surrounded(p.Occupied())
}

// Hinges returns the stacks whose leaving would cut off at least one other stack,
// unless a DVONN piece inside the mover arrives where it keeps the others connected. [Position.Isolated] tells exactly what one move does. It implements
// [game.Connectivity].
func (p *Position) Hinges() uint64 {
	if p.placing {
		return 0
	}
	occ := p.Occupied()
	kept := Flood(p.dvonn, occ)
	var hinges uint64
	for b := occ; b != 0; b &= b - 1 {
		bit := b & -b
		rest := kept &^ bit
		if Flood(p.dvonn&^bit, rest) != rest {
			hinges |= bit
		}
	}
	return hinges
}

// Anchors returns the stacks that hold a DVONN piece, to which all others must
// stay connected (rule 2.3).
func (p *Position) Anchors() uint64 { return p.dvonn }

// Lead returns how many more pieces than the other side s has in its stacks, which
// decides the game at its end (rule 2.5); negative where it has fewer.
func (p *Position) Lead(s game.Side) int { return p.Pieces(s) - p.Pieces(s.Other()) }

// Placed returns how many pieces have been placed: all 49 in the stacking phase.
func (p *Position) Placed() int {
	if !p.placing {
		return Spots
	}
	return bits.OnesCount64(p.Occupied())
}
