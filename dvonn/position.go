package dvonn

import (
	"math/bits"

	"cairn.example/game"
)

// Position is a DVONN position: a flat value of 224 bytes without pointers, to
// be copied freely. The zero value is not a position; take one from [Game].
//
// Two positions are equal for [Position.Key] when they have the same side to
// move and phase, and on every spot a stack of the same height, with the same
// owner, with or without a DVONN piece. The order and colors of the pieces below
// the top, and how many DVONN pieces a stack holds, decide nothing in future play
// and are not part of it, though the text form shows them.
type Position struct {
	key     uint64
	tops    [2]uint64 // stacks by the owner of their top
	dvonn   uint64    // stacks that hold a DVONN piece
	singles uint64    // stacks of one piece, lone DVONN pieces included

	height [64]uint8 // of the stack on each spot, 0 where there is none

	// What only text and drawing need: a piece is named by the spot it lay on
	// when the position was set up, and every merge of two stacks is one entry.
	// Nothing ever lands on an empty spot, so the bottom piece of a stack is
	// always the one named by its spot, and on it lie, in the order of the
	// entries, the stacks that moved there.
	isWhite, isDvonn uint64          // kinds of pieces, by name; the others are black
	merges           [Spots - 1]link // the first merged ones count
	merged           uint8

	side    uint8
	placing bool

	// unconnected says that some stack is connected to no DVONN piece, which only
	// a position that was set up can have; the next move removes it.
	unconnected bool
}

// link is a merge, in the bits of a move: from is bits 0-5, to bits 6-11.
type link uint16

// lowest returns the lowest spot of a bitboard that has one, in a form that
// needs no bounds check as an index below 64.
func lowest(b uint64) uint { return uint(bits.TrailingZeros64(b)) & 63 }

// Game returns the rule set.
func (p *Position) Game() game.Game { return Game }

// Side returns the player to move: First is White.
func (p *Position) Side() game.Side { return game.Side(p.side) }

// Key returns the key of what decides future play; see [Position] for what
// counts as equal.
func (p *Position) Key() uint64 { return p.key }

// CopyTo makes dst, a *Position, equal to p.
func (p *Position) CopyTo(dst game.Position) { *dst.(*Position) = *p }

// Copy returns an independent copy.
func (p *Position) Copy() game.Position {
	c := *p
	return &c
}

// Placing reports whether pieces are still being placed (rule 2.1).
func (p *Position) Placing() bool { return p.placing }

// Occupied returns the spots that hold a stack.
func (p *Position) Occupied() uint64 { return p.tops[0] | p.tops[1] | p.dvonn }

// Owned returns the stacks that s owns: those with its color on top. It
// implements [game.Owner].
func (p *Position) Owned(s game.Side) uint64 { return p.tops[s&1] }

// Dvonn returns the stacks that hold a DVONN piece, lone ones included.
func (p *Position) Dvonn() uint64 { return p.dvonn }

// Singles returns the stacks of height 1, lone DVONN pieces included.
func (p *Position) Singles() uint64 { return p.singles }

// Height returns the height of the stack on s, 0 where there is none.
func (p *Position) Height(s game.Spot) int {
	if s >= game.NoSpot {
		return 0
	}
	return int(p.height[s])
}

// Next returns the piece that is placed next, 0 in the stacking phase.
func (p *Position) Next() game.Piece {
	switch {
	case !p.placing:
		return 0
	case bits.OnesCount64(p.isDvonn) < reds: // Rule 2.1: turns 1-3 place the DVONN pieces.
		return Dvonn
	case p.side == 0:
		return White
	default:
		return Black
	}
}

// Pieces returns how many pieces lie in the stacks that s owns.
func (p *Position) Pieces(s game.Side) int {
	n := 0
	for b := p.tops[s&1]; b != 0; b &= b - 1 {
		n += int(p.height[lowest(b)])
	}
	return n
}

// Standing returns the one number that decides the game: the pieces in the
// stacks of s (rule 2.5). It implements [game.Scorer].
func (p *Position) Standing(s game.Side) []game.Count {
	return []game.Count{{Key: "pieces", N: p.Pieces(s)}}
}

// Stack appends the pieces on s to buf, bottom first.
func (p *Position) Stack(s game.Spot, buf []game.Piece) []game.Piece {
	if s >= game.NoSpot || p.height[s] == 0 {
		return buf
	}
	return p.appendPieces(s, buf)
}

// appendPieces appends the piece named s and all that came onto it. A spot that a stack
// has left stays empty, so what came to s came before its stack went on.
func (p *Position) appendPieces(s game.Spot, buf []game.Piece) []game.Piece {
	buf = append(buf, p.piece(s))
	for _, l := range p.merges[:p.merged] {
		if m := game.Move(l); moveTo(m) == s {
			buf = p.appendPieces(moveFrom(m), buf)
		}
	}
	return buf
}

func (p *Position) piece(name game.Spot) game.Piece {
	switch {
	case p.isDvonn&name.Bit() != 0:
		return Dvonn
	case p.isWhite&name.Bit() != 0:
		return White
	}
	return Black
}
