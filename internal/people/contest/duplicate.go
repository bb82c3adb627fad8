package contest

import "cmp"

// In a duplicate round all boards have one layout, so that they can be compared. Where matchpoints count, points are per
// mille of those that could be had.

const (
	percent = 10 // per mille
	whole   = 1000
	unmet   = 600 // of a first bye, and of who came to the board alone
)

// worth are half points in the unit of the table: a draw is half of all.
func (s *State) worth(half int) int {
	if s.Options.Matchpoints {
		return half * whole / 2
	}
	return half
}

// boardPoints are what a board of a round counts for both of it: what came of it, or its matchpoints once the
// round is over.
func (s *State) boardPoints(r Round, board int) Points {
	result, over := r.Boards[board].Result()
	if !s.Options.Matchpoints || !over {
		return result.Points
	}
	if result.How == HowAbsent {
		var p Points
		for side, points := range result.Points {
			if points > 0 {
				p[side] = unmet
			}
		}
		return p
	}
	p, _ := r.Matchpoints(board)
	return p
}

// Matchpoints are those of a board, per mille for First and Second: 2 for each other board of the round whose margin was
// worse for them and 1 for each that was equal. False while the round has a board without a result, and
// for a board to which somebody did not come. A board that is the only one counts by who won.
func (r *Round) Matchpoints(board int) (p Points, ok bool) {
	own, played := r.margin(board)
	if !played || !r.complete() {
		return p, false
	}
	had, most := 0, 0
	for i := range r.Boards {
		if other, played := r.margin(i); played && i != board {
			had += 1 + compareMargins(own, other)
			most += 2
		}
	}
	if most == 0 {
		had, most = 1+cmp.Compare(own[0], 0), 2
	}
	p[0] = (had*whole + most/2) / most
	p[1] = whole - p[0]
	return p, true
}

func (r *Round) complete() bool {
	for _, b := range r.Boards {
		if len(b.Results) == 0 {
			return false
		}
	}
	return true
}

// margin is by how much First won a board; false without a game. That of a result without one, as a host says it, follows
// from who won.
func (r *Round) margin(board int) ([]int, bool) {
	result, over := r.Boards[board].Result()
	switch {
	case !over || result.How == HowAbsent:
		return nil, false
	case result.Margin != nil && len(result.Margin.Order) > 0:
		return result.Margin.Order, true
	}
	return []int{cmp.Compare(result.Points[0], result.Points[1])}, true
}

// compareMargins compares two margins from the front; what one of them lacks is 0.
func compareMargins(a, b []int) int {
	at := func(list []int, i int) int {
		if i < len(list) {
			return list[i]
		}
		return 0
	}
	for i := range max(len(a), len(b)) {
		if c := cmp.Compare(at(a, i), at(b, i)); c != 0 {
			return c
		}
	}
	return 0
}
