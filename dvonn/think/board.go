package think

import (
	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/nn"
)

// PlacingBoard describes positions of the placing phase, and full boards, to a
// convolutional net: what lies on each spot. First's pieces come first with either
// side to move, because First begins to stack. It implements [nn.Board].
type PlacingBoard struct{}

// What is known of a spot.
const (
	onFirst   = iota // a piece of First
	onSecond         // a piece of Second
	onDvonn          // a DVONN piece
	onBoard          // 1: beyond the board it is 0
	onPlaced         // the share of the pieces that are placed
	onMover          // whether First moves
	onNumbers        // how many there are
)

// ID returns the name of this description.
func (PlacingBoard) ID() string { return "dvonn-placing-board-1" }

// spotNumber holds the number of each spot, counted in the board's text order.
var spotNumber = newSpotNumber()

func newSpotNumber() (t [64]uint16) {
	for i, s := range dvonn.Game.Layout().Spots {
		t[s] = uint16(i)
	}
	return t
}

// windows holds what each spot sees, by the numbers of spots.
var windows = newWindows()

// newWindows returns for each spot itself, its neighbors in its row, and those in the rows
// beside it. No symmetry of the board takes one of these views for another, so that the
// estimates of a position and its images are the same.
func newWindows() [][][]int {
	l := dvonn.Game.Layout()
	list := make([][][]int, len(l.Spots))
	for i, s := range l.Spots {
		views := [][]int{{i}, nil, nil}
		for d, near := range l.Neighbors[s] {
			if near == game.NoSpot {
				continue
			}
			view := 2
			if d%3 == 0 {
				view = 1
			}
			views[view] = append(views[view], int(spotNumber[near]))
		}
		list[i] = views
	}
	return list
}

// Windows returns what each spot sees, in the order of the board's text.
func (PlacingBoard) Windows() [][][]int { return windows }

// Planes returns how many numbers a spot has.
func (PlacingBoard) Planes() int { return onNumbers }

// Applies reports whether p is in the placing phase, or its full board.
func (PlacingBoard) Applies(p game.Position) bool {
	pos := p.(*dvonn.Position)
	return pos.Placing() || isFull(pos)
}

// isFull reports whether every spot is occupied.
func isFull(p *dvonn.Position) bool { return p.Occupied() == dvonn.Game.Layout().All }

// Viewer returns First.
func (PlacingBoard) Viewer(game.Position) game.Side { return game.First }

// Fill fills x with what lies on each spot.
func (PlacingBoard) Fill(p game.Position, x []int16) {
	pos := p.(*dvonn.Position)
	placed := dvonn.Spots
	if pos.Placing() {
		placed = pos.Placed()
	}
	share, mover := int16(placed*nn.ConvUnit/dvonn.Spots), int16(0)
	if pos.Side() == game.First {
		mover = nn.ConvUnit
	}
	x = x[:dvonn.Spots*onNumbers]
	clear(x)
	for at := onBoard; at < len(x); at += onNumbers {
		x[at], x[at-onBoard+onPlaced], x[at-onBoard+onMover] = nn.ConvUnit, share, mover
	}
	for k, set := range []uint64{onFirst: pos.Owned(game.First), onSecond: pos.Owned(game.Second), onDvonn: pos.Dvonn()} {
		for ; set != 0; set &= set - 1 {
			x[int(spotNumber[lowest(set)])*onNumbers+k] = nn.ConvUnit
		}
	}
}
