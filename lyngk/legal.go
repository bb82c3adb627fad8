package lyngk

import (
	"math/bits"
	"strconv"

	"cairn.example/game"
)

// Legal returns nil when m may be played, else why not. Of several reasons it
// names the first one in the order of a move: claim, origin, way, building.
func (p *Position) Legal(m game.Move) error {
	if err := p.explain(m); err != nil {
		return err
	}
	return nil
}

func (p *Position) explain(m game.Move) *game.Error {
	after, err := p.explainStart(m)
	if err != nil || m == pass {
		return err
	}
	return after.explainEnd(p, From(m), To(m))
}

// explainStart checks the claim and the origin of m. It returns the position after
// the claim.
func (p *Position) explainStart(m game.Move) (*Position, *game.Error) {
	switch {
	case !wellFormed(m):
		return p, refuse("lyngk.bad_move", -1, nil)
	case p.Outcome() != game.Ongoing:
		if p.Finished() {
			winner, _ := p.Outcome().Winner()
			return p, refuse("lyngk.game_over_six", -1, nil, with("player", strconv.Itoa(int(winner)+1)))
		}
		return p, refuse("lyngk.game_over", -1, nil)
	case m == pass:
		return p, p.explainPass()
	}
	after := p
	if c, ok := Claim(m); ok {
		if err := p.explainClaim(c); err != nil {
			return p, err
		}
		after = p.withClaim(c)
		if after.allTargetsWithoutClaim(new(targets)) == 0 {
			return p, refuse("lyngk.claim_opens_nothing", -1, nil, withColor("color", c))
		}
	}
	return after, after.explainOrigin(p, From(m))
}

// explainEnd checks the way and the destination. p is the position after the claim,
// before is the position ahead of it.
func (p *Position) explainEnd(before *Position, from, to game.Spot) *game.Error {
	if err := p.explainTarget(before, from, to); err != nil {
		return err
	}
	if err := p.explainWay(from, to); err != nil {
		return err
	}
	return p.explainBuild(from, to)
}

// explainPass refuses a pass while another move exists (rule 1.9).
func (p *Position) explainPass() *game.Error {
	if !p.HasMove() {
		return nil
	}
	m := p.Moves(nil)[0] // moves without a claim come first
	from, to := From(m), To(m)
	if c, ok := Claim(m); ok {
		return refuse("lyngk.pass_must_claim", -1, []game.Spot{from, to},
			withColor("color", c), with("from", name(from)), with("to", name(to)))
	}
	return refuse("lyngk.pass_turn_exists", -1, []game.Spot{from, to}, with("from", name(from)), with("to", name(to)))
}

// explainClaim refuses a claim by rule 1.1.
func (p *Position) explainClaim(c Color) *game.Error {
	own := p.claims[p.side]
	switch {
	case own.Has(c):
		return refuse("lyngk.claim_own", -1, nil, withColor("color", c))
	case p.claims[p.side.Other()].Has(c):
		return refuse("lyngk.claim_taken", -1, nil, withColor("color", c))
	case !p.Claimable(p.side).Has(c):
		first := Color(bits.TrailingZeros8(uint8(own)))
		second := Color(bits.TrailingZeros8(uint8(own & (own - 1))))
		return refuse("lyngk.claim_third", -1, nil, withColor("first", first), withColor("second", second))
	}
	return nil
}

// explainOrigin refuses an origin whose stack may not move at all; before is
// the position before the claim.
func (p *Position) explainOrigin(before *Position, from game.Spot) *game.Error {
	at := []game.Spot{from}
	st := p.stacks[from]
	switch {
	case st == 0 && before.stacks[from] != 0:
		return refuse("lyngk.origin_captured", -1, at, with("from", name(from)), withColor("color", before.stacks[from].top()))
	case st == 0:
		return refuse("lyngk.origin_empty", -1, at, with("from", name(from)))
	case st.top() == Joker:
		return refuse("lyngk.origin_joker", -1, at, with("from", name(from)))
	case p.claims[p.side.Other()].Has(st.top()):
		return refuse("lyngk.origin_opponent", -1, at, with("from", name(from)), withColor("color", st.top()))
	case st.height() == p.game.full():
		if p.game == Six {
			return refuse("lyngk.origin_six", -1, at, with("from", name(from)))
		}
		return refuse("lyngk.origin_obstacle", -1, at, with("from", name(from)))
	}
	return nil
}

// explainTarget refuses a destination without a stack to land on.
func (p *Position) explainTarget(before *Position, from, to game.Spot) *game.Error {
	switch {
	case from == to:
		return refuse("lyngk.same_spot", -1, []game.Spot{from}, with("from", name(from)))
	case p.stacks[to] == 0 && before.stacks[to] != 0:
		return refuse("lyngk.target_captured", -1, []game.Spot{to, from},
			with("to", name(to)), withColor("color", before.stacks[to].top()))
	case p.stacks[to] == 0:
		return refuse("lyngk.target_empty", -1, []game.Spot{to, from}, with("to", name(to)))
	}
	return nil
}

// explainWay refuses a destination that the stack does not reach (rules 1.3,
// 1.6).
func (p *Position) explainWay(from, to game.Spot) *game.Error {
	if p.sight[from]>>to&1 != 0 {
		return nil
	}
	c := p.stacks[from].top()
	owned := p.claims[p.side].Has(c)
	if owned && p.reach(from)>>to&1 != 0 {
		return nil
	}
	d, _, straight := layout.Direction(from, to)
	switch {
	case straight && (!owned || p.sight[from]&p.top[c] == 0):
		between := firstOccupied(from, d, p.occupied)
		return refuse("lyngk.blocked", -1, []game.Spot{between, from, to},
			with("between", name(between)), with("from", name(from)), with("to", name(to)))
	case owned:
		return refuse("lyngk.unreachable", -1, []game.Spot{to, from},
			withColor("color", c), with("from", name(from)), with("to", name(to)))
	}
	return refuse("lyngk.not_in_line", -1, []game.Spot{to, from}, with("from", name(from)), with("to", name(to)))
}

// reach returns what the stack on s reaches if its top is claimed by the mover.
func (p *Position) reach(s game.Spot) uint64 {
	_, reach := p.Component(s.Bit(), p.top[p.stacks[s].top()])
	return reach
}

// explainBuild refuses what may not be built (rules 1.4, 1.5, 1.7, 1.8).
func (p *Position) explainBuild(from, to game.Spot) *game.Error {
	mover, below := p.stacks[from], p.stacks[to]
	where := []game.Spot{to, from}
	height, full := mover.height()+below.height(), p.game.full()
	switch {
	case below.height() == full && p.game == Six:
		return refuse("lyngk.target_six", -1, where, with("to", name(to)))
	case below.height() == full:
		return refuse("lyngk.target_obstacle", -1, where, with("to", name(to)))
	case p.Neutral().Has(mover.top()) && below.height() > mover.height():
		return refuse("lyngk.target_higher", -1, []game.Spot{from, to}, with("from", name(from)), with("to", name(to)))
	case height > full:
		return refuse("lyngk.too_high", -1, where, with("from", name(from)), with("to", name(to)),
			with("height", strconv.Itoa(height)), with("max", strconv.Itoa(full)))
	}
	var both []Color
	for c := range Color(Colors) {
		if (mover.colors() & below.colors()).Has(c) {
			both = append(both, c)
		}
	}
	switch len(both) {
	case 0:
		return nil
	case 1:
		return refuse("lyngk.duplicate", -1, where, with("from", name(from)), with("to", name(to)), withColor("color", both[0]))
	}
	return refuse("lyngk.duplicates", -1, where, with("from", name(from)), with("to", name(to)), withColor("color", both[0]), withColor("color2", both[1]))
}
