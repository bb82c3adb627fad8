package think

import (
	"cairn.example/dvonn"
	"cairn.example/game"
)

// What is counted for each side while placing besides what [Linear] sees: who has more
// pieces around each DVONN piece, and how own pieces lie to one another.
const (
	inAhead     = 0                         // DVONN pieces with more own pieces than others within 1, 2 and 3 steps
	inAheadBy   = inAhead + circles         // how many more, added up
	inThird     = inAheadBy + circles       // pieces, by distance to the third nearest DVONN piece
	inTwoAway   = inThird + distances       // pairs of a piece and a DVONN piece two steps away on a line
	inThreeAway = inTwoAway + 1             // three steps
	inOpponents = inThreeAway + 1           // pieces with 0, 1, 2 and more neighbors of the other side
	inGroups    = inOpponents + mostCounted // groups of own pieces that hang together
	inLargest   = inGroups + 1              // pieces of the largest
	inLoners    = inLargest + 1             // groups of one
	aroundSide  = inLoners + 1
)

const (
	circles     = 3 // of steps around a DVONN piece that are looked at
	mostCounted = 4 // numbers of opponents that are told apart

	aroundInputs = 2*aroundSide + spotClasses
)

// countAround fills x: for First, then for Second, what is named above, then the DVONN
// pieces in each class of spots.
func countAround(p *dvonn.Position, x []int32) {
	x = x[:aroundInputs]
	clear(x)
	held := p.Dvonn()
	for i := range 2 {
		own, other := p.Owned(game.Side(i)), p.Owned(game.Side(1-i))
		y := (*[aroundSide]int32)(x[i*aroundSide:])
		for b := held; b != 0; b &= b - 1 {
			s := lowest(b)
			var near uint64
			for k := range circles {
				near |= atDistance[s][k+1]
				if ahead := count(own&near) - count(other&near); ahead > 0 {
					y[inAhead+k]++
					y[inAheadBy+k] += ahead
				}
			}
			y[inTwoAway] += count(own & dvonn.Reach(2, game.Spot(s)))
			y[inThreeAway] += count(own & dvonn.Reach(3, game.Spot(s)))
		}
		var first, second, third uint64 // spots with one, two, three DVONN pieces no further away
		for d := range distances {
			before := third
			for b := held; b != 0; b &= b - 1 {
				at := atDistance[lowest(b)][d]
				third |= second & at
				second |= first & at
				first |= at
			}
			y[inThird+d] = count(own & third &^ before)
		}
		for b := own; b != 0; b &= b - 1 {
			n := count(dvonn.Neighbors(game.Spot(lowest(b))) & other)
			y[inOpponents+min(n, mostCounted-1)]++
		}
		for rest := own; rest != 0; {
			group := dvonn.Flood(rest&-rest, rest)
			rest &^= group
			n := count(group)
			y[inGroups]++
			y[inLargest] = max(y[inLargest], n)
			if n == 1 {
				y[inLoners]++
			}
		}
	}
	for k, class := range &classes {
		x[2*aroundSide+k] = count(held & class)
	}
}
