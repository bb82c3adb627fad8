package think

import (
	"math/bits"
	"strconv"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Reasons returns what a person would play a move for. It implements
// [engine.Reasoner].
func (Knowledge) Reasons(p game.Position, move game.Move) []engine.Reason {
	pos := p.(*dvonn.Position)
	if move == dvonn.Pass {
		return []engine.Reason{{Key: "dvonn.must_pass", Kind: engine.OfResult, Text: "no move is possible"}}
	}
	e := explain(pos, move)
	if pos.Placing() {
		e.tellPlacing()
		return e.Reasons
	}
	e.hit, e.reply = attacked(pos, e.them), reach(e.after, e.them)
	e.tellCutOff()
	e.tellMobility()
	e.tellTaken()
	e.tellDvonn()
	e.tellSaved()
	e.tellGuarded()
	e.tellFrozen()
	e.tellFreed()
	e.tellAttack()
	return e.Reasons
}

// explanation is a move with what it changes, and the reasons found so far.
type explanation struct {
	pos, after *dvonn.Position
	us, them   game.Side
	from, to   game.Spot
	gone       uint64 // the stacks that the move cuts off
	hit        uint64 // the mover's stacks that the opponent could have moved onto
	reply      uint64 // what the opponent can move onto after the move

	engine.Facts
}

func explain(pos *dvonn.Position, move game.Move) *explanation {
	e := &explanation{
		Facts: engine.Facts{Layout: pos.Game().Layout()},
		pos:   pos, us: pos.Side(), them: pos.Side().Other(), from: dvonn.From(move), to: dvonn.To(move),
		after: pos.Copy().(*dvonn.Position), gone: pos.Isolated(move),
	}
	e.after.PlayUnchecked(move)
	return e
}

// safe reports whether the opponent cannot move onto s after the move.
func (e *explanation) safe(s game.Spot) bool { return e.reply&s.Bit() == 0 }

// tellPlacing tells what is good about where a piece is placed. All spots will be full, so
// pieces on the edge, and they alone, can move at once.
func (e *explanation) tellPlacing() {
	near := dvonn.Neighbors(e.to)
	onEdge := edge&e.to.Bit() != 0
	spots := []game.Spot{e.to}
	if e.pos.Next() == dvonn.Dvonn {
		switch n := distance(e.to, e.pos.Dvonn()); {
		case n > 2:
			e.Add(30, "dvonn.dvonn_apart", "keeps the DVONN pieces at least {n} steps apart", spots, "n", strconv.Itoa(n)).Rank = n
		case n > 0:
			e.Add(30, "dvonn.dvonn_close", "puts the DVONN piece within {n} steps of another", spots, "n", strconv.Itoa(n)).Rank = -n
		}
		if onEdge {
			e.Add(20, "dvonn.dvonn_edge", "puts the DVONN piece on the edge, where fewer pieces stand around it", spots)
		} else {
			e.Add(20, "dvonn.dvonn_inside", "puts the DVONN piece where six pieces can stand around it", spots)
		}
		return
	}
	dvonns := bits.OnesCount64(near & e.pos.Dvonn())
	switch {
	case dvonns > 1:
		e.Add(60, "dvonn.near_two", "lies next to {n} DVONN pieces", spots, "n", strconv.Itoa(dvonns)).Rank = dvonns
	case dvonns == 1 && onEdge:
		e.Add(55, "dvonn.near_edge", "lies next to a DVONN piece and can move from the start", spots)
	case dvonns == 1:
		e.Add(50, "dvonn.near", "lies next to a DVONN piece", spots)
	}
	foes, friends := bits.OnesCount64(near&e.pos.Owned(e.them)), bits.OnesCount64(near&e.pos.Owned(e.us))
	hitters, guards := near&edge&e.pos.Owned(e.them), bits.OnesCount64(near&edge&e.pos.Owned(e.us))
	if onEdge && foes > 1 {
		e.Add(45, "dvonn.aims", "attacks {n} of the opponent's pieces", spots, "n", strconv.Itoa(foes)).Rank = foes
	}
	if guards > 1 && hitters == 0 {
		e.Add(40, "dvonn.guarded", "lies next to {n} of one's own pieces that can move from the start, and to no such piece of the opponent's", spots, "n", strconv.Itoa(guards)).Rank = guards
	}
	if friends > 0 {
		e.Add(min(15*friends, 35), "dvonn.friends", "lies next to {n} of one's own pieces", spots, "n", strconv.Itoa(friends)).Rank = friends
	}
	if d := second(e.to, e.pos.Dvonn()); d > 1 && d <= 4 {
		r := e.Add(33, "dvonn.between", "has two DVONN pieces within {n} steps", spots, "n", strconv.Itoa(d))
		r.Rank, r.Plain = -d, d <= 3
	}
	if onEdge && dvonns != 1 && foes <= 1 { // else said already
		e.Add(30, "dvonn.edge", "can move from the start, for it is on the edge", spots)
	}
}

// distance returns how many steps s is from the nearest spot of set, -1 where that is empty; what is
// farther counts as the last of the distances.
func distance(s game.Spot, set uint64) int {
	for d, ring := range atDistance[s] {
		if ring&set != 0 {
			return d
		}
	}
	return -1
}

// second returns how many steps s is from the second nearest spot of set, likewise.
func second(s game.Spot, set uint64) int {
	seen := 0
	for d, ring := range atDistance[s] {
		if seen += bits.OnesCount64(ring & set); seen > 1 {
			return d
		}
	}
	return -1
}

// tellCutOff tells of the opponent's pieces that are cut off. Those in the stack that the
// move builds do not count: they are the mover's by then.
func (e *explanation) tellCutOff() {
	n := 0
	var spots []game.Spot
	for b := e.gone & e.pos.Owned(e.them) &^ e.to.Bit(); b != 0; b &= b - 1 {
		s := game.Spot(lowest(b))
		n += e.pos.Height(s)
		spots = append(spots, s)
	}
	if n > 0 {
		e.Add(100, "dvonn.cuts", "cuts off {n} of the opponent's pieces", spots, "n", strconv.Itoa(n)).Rank = n
	}
}

// tellMobility tells where the move leaves the opponent few stacks that can move, or none, or
// clearly fewer.
func (e *explanation) tellMobility() {
	had, has := bits.OnesCount64(mobile(e.pos, e.them)), bits.OnesCount64(mobile(e.after, e.them))
	switch {
	case e.after.Outcome() == game.Ongoing && has == 0 && had > 0:
		e.Add(95, "dvonn.strands", "leaves the opponent without a move", nil)
	case e.after.Outcome() == game.Ongoing && has == 0:
		e.Add(20, "dvonn.idles", "leaves the opponent without a move still", nil)
	case has > 0 && has <= engine.FewStacks && has < had && has < bits.OnesCount64(mobile(e.after, e.us)):
		e.Count(65, "dvonn.hampers", "leaves the opponent only {n} stacks that can move", nil, "n", strconv.Itoa(has)).Rank = -has
	case has > 0 && had-has >= 2:
		e.Count(35, "dvonn.cramps", "leaves the opponent {n} stacks that can move in place of {all}", nil,
			"n", strconv.Itoa(has), "all", strconv.Itoa(had)).Rank = had - has
	}
}

// tellTaken tells of an opponent's stack that the move builds upon, and whether it can be taken back, and
// then taken again each time that it is.
func (e *explanation) tellTaken() {
	n := e.pos.Height(e.to)
	spots, args := []game.Spot{e.to}, []string{"n", strconv.Itoa(n), "spot", e.Name(e.to)}
	weight := func(one, more int) int {
		if n > 1 {
			return more + n
		}
		return one
	}
	switch {
	case e.pos.Owned(e.them)&e.to.Bit() == 0 || e.gone&e.to.Bit() != 0:
	case !e.safe(e.to) && !regains(e.after, e.to):
		e.Add(weight(21, 57), "dvonn.retakes", "takes a stack of {n} on {spot}; if it is taken back, it can be taken again", spots, args...).Rank = n
	case !e.safe(e.to):
		e.Add(12, "dvonn.trades", "takes a stack of {n} on {spot}, which can be taken back", spots, args...).Rank = n
	case n == 1 && e.pos.Mobile(e.them)&e.to.Bit() != 0:
		e.Add(25, "dvonn.takes_mobile", "takes the piece on {spot}, which could have moved and cannot be taken back at once", spots, "spot", e.Name(e.to))
	default:
		e.Add(weight(23, 70), "dvonn.takes", "takes a stack of {n} on {spot}, which cannot be taken back at once", spots, args...).Rank = n
	}
}

// regains reports whether the side to move can take the stack on s so that the other side, who may
// take it again, does not keep it.
func regains(p *dvonn.Position, s game.Spot) bool {
	us := p.Side()
	for b := p.Mobile(us); b != 0; b &= b - 1 {
		from := game.Spot(lowest(b))
		if p.Targets(from)&s.Bit() == 0 {
			continue
		}
		after := p.Copy().(*dvonn.Position)
		after.PlayUnchecked(dvonn.Stacking(from, s))
		if after.Owned(us)&s.Bit() != 0 && !regains(after, s) {
			return true
		}
	}
	return false
}

// tellDvonn tells what the move does with DVONN pieces.
func (e *explanation) tellDvonn() {
	if e.pos.Dvonn()&e.to.Bit() != 0 && e.pos.Owned(e.us)&e.to.Bit() == 0 && e.safe(e.to) {
		e.Add(75, "dvonn.holds", "takes hold of a DVONN piece on {spot}", []game.Spot{e.to}, "spot", e.Name(e.to))
	}
	if e.pos.Dvonn()&e.from.Bit() != 0 {
		e.Add(30, "dvonn.carries", "carries a DVONN piece to {spot}", []game.Spot{e.to}, "spot", e.Name(e.to))
	}
	if near := dvonn.Neighbors(e.to) & e.after.Dvonn(); near != 0 && e.after.Dvonn()&e.to.Bit() == 0 && dvonn.Neighbors(e.from)&e.pos.Dvonn() == 0 {
		s := game.Spot(lowest(near))
		e.Add(18, "dvonn.nears", "moves next to the DVONN piece on {spot}", []game.Spot{e.to, s}, "spot", e.Name(s))
	}
}

// tellSaved tells of an attacked stack that moves to where it is not attacked.
func (e *explanation) tellSaved() {
	n := e.pos.Height(e.from)
	if n < 2 || e.hit&e.from.Bit() == 0 || e.after.Owned(e.us)&e.to.Bit() == 0 || !e.safe(e.to) {
		return
	}
	for b := e.pos.Mobile(e.them); b != 0; b &= b - 1 {
		if s := game.Spot(lowest(b)); e.pos.Targets(s)&e.from.Bit() != 0 {
			r := e.Add(60, "dvonn.saves", "brings the attacked stack on {spot} to safety", []game.Spot{s, e.from}, "spot", e.Name(e.from))
			r.Kind, r.Threat, r.Rank = engine.OfThreat, dvonn.Stacking(s, e.from), n
			return
		}
	}
}

// tellGuarded tells of the highest stack of the mover's own that the opponent could have taken for good, and
// that no move of the opponent reaches after the move, which is one of another stack.
func (e *explanation) tellGuarded() {
	var best engine.Reason
	for open := e.hit & e.after.Owned(e.us) &^ e.reply &^ e.to.Bit(); open != 0; open &= open - 1 {
		at := game.Spot(lowest(open))
		for b := e.pos.Mobile(e.them); b != 0 && e.pos.Height(at) > max(best.Rank, 1); b &= b - 1 {
			from := game.Spot(lowest(b))
			if e.pos.Targets(from)&at.Bit() == 0 {
				continue
			}
			then := e.pos.Copy().(*dvonn.Position)
			then.PlayUnchecked(dvonn.Pass)
			then.PlayUnchecked(dvonn.Stacking(from, at))
			if then.Owned(e.them)&at.Bit() != 0 && reach(then, e.us)&at.Bit() == 0 {
				best = taking(e.pos, dvonn.Stacking(from, at))
			}
		}
	}
	if best.Rank > 0 {
		best.Weight, best.Plain = 56, true
		e.Reasons = append(e.Reasons, best)
	}
}

// taking returns what is said of the opponent's move threat, with which a stack of the mover's own would be
// taken.
func taking(p *dvonn.Position, threat game.Move) engine.Reason {
	from, s, names := dvonn.From(threat), dvonn.To(threat), p.Game().Layout().Names
	why := engine.NewReason("dvonn.else_takes", "otherwise {from}-{spot} takes the stack of {n}", []game.Spot{from, s},
		"from", names[from], "spot", names[s], "n", strconv.Itoa(p.Height(s)))
	why.Kind, why.Threat, why.Rank, why.Weight = engine.OfThreat, threat, p.Height(s), 72
	return why
}

// tellFrozen tells of the highest one of the opponent's stacks that could move before the
// move and cannot after it.
func (e *explanation) tellFrozen() {
	frozen := mobile(e.pos, e.them) & e.after.Owned(e.them) &^ mobile(e.after, e.them)
	if s, ok := highest(e.after, frozen); ok && e.pos.Height(s) > 1 {
		e.Add(55, "dvonn.freezes", "leaves the opponent's stack on {spot} without a move", []game.Spot{s}, "spot", e.Name(s)).Rank = e.pos.Height(s)
	}
}

// tellFreed tells of the highest one of the mover's stacks that could not move before the
// move and can after it.
func (e *explanation) tellFreed() {
	freed := mobile(e.after, e.us) & e.pos.Owned(e.us) &^ mobile(e.pos, e.us) &^ e.to.Bit()
	if s, ok := highest(e.after, freed); ok && e.pos.Height(s) > 1 {
		e.Add(50, "dvonn.frees", "frees the stack on {spot}, which could not move", []game.Spot{s}, "spot", e.Name(s)).Rank = e.pos.Height(s)
	} else if had, has := bits.OnesCount64(mobile(e.pos, e.us)), bits.OnesCount64(mobile(e.after, e.us)); has > had {
		e.Count(14+10*min(has-had-1, 2), "dvonn.opens", "raises the mover's stacks that can move from {all} to {n}", nil,
			"n", strconv.Itoa(has), "all", strconv.Itoa(had)).Rank = has - had
	}
}

// tellAttack tells of the highest one of the opponent's stacks that could be taken next, which
// could not before, by a stack that is not taken first.
func (e *explanation) tellAttack() {
	attackers := e.after.Owned(e.us)
	if !e.safe(e.to) {
		attackers &^= e.to.Bit()
	}
	fresh := reachOf(e.after, attackers) & e.after.Owned(e.them) &^ attacked(e.pos, e.us)
	if s, ok := highest(e.after, fresh); ok && e.after.Height(s) > 1 {
		e.Add(45, "dvonn.attacks", "attacks the stack of {n} on {spot}", []game.Spot{s}, "n", strconv.Itoa(e.after.Height(s)), "spot", e.Name(s)).Rank = e.after.Height(s)
	}
}

// Turned returns p with the other side to move; nil while pieces are placed, whose order is fixed.
// It implements [engine.Reasoner].
func (Knowledge) Turned(p game.Position) game.Position {
	pos := p.(*dvonn.Position)
	if pos.Placing() || !pos.CanMove(pos.Side().Other()) {
		return nil
	}
	turned := pos.Copy()
	turned.PlayUnchecked(dvonn.Pass)
	return turned
}

// Averts returns what move keeps the opponent from: cutting off pieces, taking a stack, or
// taking hold of a DVONN piece. It implements [engine.Reasoner].
func (Knowledge) Averts(p game.Position, move, threat game.Move) (engine.Reason, bool) {
	pos := p.(*dvonn.Position)
	if move == dvonn.Pass || threat == dvonn.Pass {
		return engine.Reason{}, false
	}
	us, them := pos.Side(), pos.Side().Other()
	after := pos.Copy().(*dvonn.Position)
	after.PlayUnchecked(move)
	from, s := dvonn.From(threat), dvonn.To(threat)
	names := pos.Game().Layout().Names
	spots := []game.Spot{from, s}
	var why engine.Reason
	reply := reach(after, them)
	if n := cut(pos, threat, us); n > 1 {
		for _, mv := range after.Moves(nil) {
			if mv != dvonn.Pass && cut(after, mv, us) >= n {
				return why, false
			}
		}
		why = engine.NewReason("dvonn.else_cuts", "otherwise {from}-{spot} cuts off {n} pieces", spots, "from", names[from], "spot", names[s], "n", strconv.Itoa(n))
		why.Rank, why.Weight = n, 90
	} else {
		at := s
		if dvonn.From(move) == s {
			at = dvonn.To(move)
		}
		n := pos.Height(s)
		switch {
		case reply&at.Bit() != 0 || after.Height(at) == 0:
			return why, false
		case pos.Owned(us)&s.Bit() != 0 && n > 1 && after.Owned(us)&at.Bit() != 0:
			return taking(pos, threat), true
		case pos.Dvonn()&s.Bit() != 0 && pos.Owned(them)&s.Bit() == 0 && after.Owned(them)&at.Bit() == 0:
			why = engine.NewReason("dvonn.else_holds", "otherwise {from}-{spot} takes hold of a DVONN piece", spots, "from", names[from], "spot", names[s])
			why.Weight = 74
		default:
			return why, false
		}
	}
	why.Kind, why.Threat = engine.OfThreat, threat
	return why, true
}

// cut returns how many pieces of s the move cuts off, those in the stack aside that it builds.
func cut(p *dvonn.Position, move game.Move, s game.Side) (n int) {
	for b := p.Isolated(move) & p.Owned(s) &^ dvonn.To(move).Bit(); b != 0; b &= b - 1 {
		n += p.Height(game.Spot(lowest(b)))
	}
	return n
}

// Tempting returns no move: no move of DVONN scores. It implements [engine.Reasoner].
func (Knowledge) Tempting(game.Position, game.Move) []game.Move { return nil }

// Leads returns what is counted where lines end. It implements [engine.Reasoner].
func (Knowledge) Leads(p, a, b game.Position) []engine.Lead {
	lead := func(weight, enough int, key, text string, of func(*dvonn.Position, game.Side) int) engine.Lead {
		at := func(p game.Position, s game.Side) int { return of(p.(*dvonn.Position), s) }
		return engine.Lead{Key: "dvonn.leads_" + key, Text: text, Weight: weight, Enough: enough, Of: at}
	}
	for _, at := range []game.Position{p, a, b} {
		if at.(*dvonn.Position).Placing() {
			return []engine.Lead{
				lead(28, 1, "near", "pieces next to a DVONN piece", nextToDvonn),
				lead(27, 1, "edge", "pieces on the edge", func(p *dvonn.Position, s game.Side) int { return bits.OnesCount64(p.Owned(s) & edge) }),
			}
		}
	}
	end := a.(*dvonn.Position)
	return []engine.Lead{
		lead(48, 2, "pieces", "pieces", func(p *dvonn.Position, s game.Side) int { return p.Pieces(s) }),
		lead(32, 2, "movers", "stacks that can move", func(p *dvonn.Position, s game.Side) int { return bits.OnesCount64(mobile(p, s)) }),
		lead(30, max(3, (end.MovesOf(game.First)+end.MovesOf(game.Second))/12), "moves", "moves", (*dvonn.Position).MovesOf),
		lead(31, 1, "dvonn", "DVONN pieces", func(p *dvonn.Position, s game.Side) int { return bits.OnesCount64(p.Owned(s) & p.Dvonn()) }),
	}
}

// nextToDvonn returns how many stacks of s are next to a DVONN piece.
func nextToDvonn(p *dvonn.Position, s game.Side) (n int) {
	for b := p.Owned(s); b != 0; b &= b - 1 {
		if dvonn.Neighbors(game.Spot(lowest(b)))&p.Dvonn() != 0 {
			n++
		}
	}
	return n
}

// mobile returns the stacks that s could move if it were its turn.
func mobile(p *dvonn.Position, s game.Side) (stacks uint64) {
	for b := p.Owned(s); b != 0; b &= b - 1 {
		if from := game.Spot(lowest(b)); p.Targets(from) != 0 {
			stacks |= from.Bit()
		}
	}
	return stacks
}

// highest returns the highest of stacks; false where there is none.
func highest(p *dvonn.Position, stacks uint64) (best game.Spot, ok bool) {
	for b := stacks; b != 0; b &= b - 1 {
		if s := game.Spot(lowest(b)); !ok || p.Height(s) > p.Height(best) {
			best, ok = s, true
		}
	}
	return best, ok
}

// attacked returns the other side's stacks that s could move onto.
func attacked(p *dvonn.Position, s game.Side) uint64 { return reach(p, s) & p.Owned(s.Other()) }

// reach returns what s could move onto.
func reach(p *dvonn.Position, s game.Side) (spots uint64) { return reachOf(p, p.Owned(s)) }

// reachOf returns what stacks could move onto.
func reachOf(p *dvonn.Position, stacks uint64) (spots uint64) {
	for b := stacks; b != 0; b &= b - 1 {
		spots |= p.Targets(game.Spot(lowest(b)))
	}
	return spots
}
