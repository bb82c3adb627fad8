package lyngk

import (
	"math/bits"
	"slices"
	"strconv"

	"cairn.example/game"
)

// Route returns a shortest way of the legal move m: its origin, the LYNGK
// points it goes on from, its destination; nil for a pass.
func (p *Position) Route(m game.Move) []game.Spot {
	if m == pass || !wellFormed(m) {
		return nil
	}
	q := p
	if c, ok := Claim(m); ok {
		q = p.withClaim(c)
	}
	from, to := From(m), To(m)
	if q.sight[from]>>to&1 != 0 {
		return []game.Spot{from, to}
	}
	// Breadth first from the destination, so that the way can be read off from
	// the origin. What sees the destination is what the destination sees.
	points := q.top[q.stacks[from].top()]
	var next [Spots]game.Spot
	seen := to.Bit()
	for front := []game.Spot{to}; len(front) > 0; {
		var following []game.Spot
		for _, s := range front {
			for fresh := q.sight[s] & points &^ seen; fresh != 0; fresh &= fresh - 1 {
				n := game.Spot(bits.TrailingZeros64(fresh))
				next[n] = s
				seen |= n.Bit()
				following = append(following, n)
			}
		}
		front = following
	}
	if seen&from.Bit() == 0 {
		return nil
	}
	route := []game.Spot{from}
	for s := from; s != to; {
		s = next[s]
		route = append(route, s)
	}
	return route
}

// Legs lists the legs of moves that have the origin and the claim of m: what is seen
// from the origin and from every LYNGK point that can be reached; see
// [game.LegLister]. A stack of a neutral color cannot go on (rule 1.6).
func (p *Position) Legs(m game.Move, leg func(at game.Spot, reached uint64)) {
	if m == pass || !wellFormed(m) {
		return
	}
	q := p
	if c, ok := Claim(m); ok {
		q = p.withClaim(c) // it may capture fives, and lines open
	}
	from := From(m)
	mover := q.stacks[from].top()
	points := q.top[mover] &^ from.Bit()
	if q.stacks[from] == 0 || !q.claims[q.side].Has(mover) || q.sight[from]&points == 0 {
		return
	}
	// Ruling of 1.6: the origin counts as empty while its stack travels.
	occupied := q.occupied &^ from.Bit()
	todo := []game.Spot{from}
	for seen := from.Bit(); len(todo) > 0; todo = todo[1:] {
		reached := visibleFrom(todo[0], occupied)
		leg(todo[0], reached)
		for fresh := reached & points &^ seen; fresh != 0; fresh &= fresh - 1 {
			s := game.Spot(bits.TrailingZeros64(fresh))
			seen |= s.Bit()
			todo = append(todo, s)
		}
	}
}

// checkRoute refuses a spelled route of three or more spots whose legs rule 1.6 does
// not allow. It checks neither the origin nor what is built on the last spot. The
// claim of the move has been made.
func (p *Position) checkRoute(route []game.Spot) *game.Error {
	from := route[0]
	mover := p.stacks[from].top()
	if !p.claims[p.side].Has(mover) {
		return refuse("lyngk.leg_neutral", -1, route[1:2], withColor("color", mover))
	}
	// Ruling of 1.6: the origin counts as empty while its stack travels.
	occupied := p.occupied &^ from.Bit()
	for i := 1; i < len(route); i++ {
		if err := p.checkLeg(route, i, mover, occupied); err != nil {
			return err
		}
	}
	return nil
}

// checkLeg refuses leg i of a route, the one that ends on route[i].
func (p *Position) checkLeg(route []game.Spot, i int, mover Color, occupied uint64) *game.Error {
	a, b := route[i-1], route[i]
	leg := strconv.Itoa(i)
	where := []game.Spot{b, a}
	d, _, straight := layout.Direction(a, b)
	switch {
	case b == route[0]:
		return refuse("lyngk.leg_origin", -1, where, with("leg", leg), with("spot", name(b)))
	case slices.Contains(route[1:i], b):
		return refuse("lyngk.leg_repeat", -1, where, with("leg", leg), with("spot", name(b)))
	case !straight:
		return refuse("lyngk.leg_not_in_line", -1, where, with("leg", leg), with("spot", name(b)), with("from", name(a)))
	case occupied&b.Bit() == 0:
		return refuse("lyngk.leg_empty", -1, where, with("leg", leg), with("spot", name(b)))
	}
	if between := firstOccupied(a, d, occupied); between != b {
		return refuse("lyngk.leg_blocked", -1, []game.Spot{b, a, between},
			with("leg", leg), with("spot", name(b)), with("from", name(a)), with("between", name(between)))
	}
	if i == len(route)-1 {
		return nil
	}
	switch top := p.stacks[b].top(); top {
	case mover:
		return nil
	case Joker:
		return refuse("lyngk.leg_joker", -1, where, with("leg", leg), with("spot", name(b)))
	default:
		return refuse("lyngk.leg_color", -1, where, with("leg", leg), with("spot", name(b)), withColor("other", top), withColor("color", mover))
	}
}
