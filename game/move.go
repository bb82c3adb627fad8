package game

import "sync"

// Move is one ply, a claim or a forced pass included, in 32 bits that only its
// game interprets. The zero value means no move; no game uses it.
type Move uint32

// Parts is a move taken apart, for drawing and for input by hand. A forced pass
// has neither From nor To; a placing has no From.
type Parts struct {
	Claim Piece // the color claimed before the move, 0 for none
	From  Spot  // origin, NoSpot for none
	To    Spot  // destination, NoSpot for none
}

// Pass reports whether the move was a pass.
func (p Parts) Pass() bool { return p.From == NoSpot && p.To == NoSpot }

// moveLists are lists that were filled before: a position of LYNGK has hundreds of moves,
// and a server asks after every one that is played.
var moveLists = sync.Pool{New: func() any { return new([]Move) }}

// ForcedPass returns the pass of a position whose only move it is.
func ForcedPass(p Position) (m Move, ok bool) {
	buf := moveLists.Get().(*[]Move)
	defer moveLists.Put(buf)
	moves := p.Moves((*buf)[:0])
	*buf = moves
	if len(moves) != 1 || !p.Game().Parts(moves[0]).Pass() {
		return 0, false
	}
	return moves[0], true
}
