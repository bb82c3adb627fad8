package think

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/engine"
	"cairn.example/game"
)

// Reasons are true: what they say is found again by the rules alone.
func TestReasons(t *testing.T) {
	seen := map[string]int{}
	walk(t, 60, func(p *dvonn.Position, rng *rand.Rand) {
		k := Knowledge{}
		before := p.String()
		for _, mv := range p.Moves(nil) {
			for _, r := range k.Reasons(p, mv) {
				seen[r.Key]++
				if r.String() == "" || !reasonHolds(t, p, mv, r) {
					t.Fatalf("%s %s: %v", p, p.Game().MoveText(mv), r)
				}
			}
		}
		moves := p.Moves(nil)
		if len(moves) > 0 {
			checkLines(t, seen, p, moves, rng)
		}
		if p.String() != before {
			t.Fatal("the position was changed")
		}
	})
	for _, key := range []string{
		"dvonn.cuts", "dvonn.strands", "dvonn.hampers", "dvonn.cramps", "dvonn.takes", "dvonn.takes_mobile", "dvonn.retakes", "dvonn.trades", "dvonn.nears", "dvonn.idles", "dvonn.opens", "dvonn.dvonn_inside", "dvonn.holds", "dvonn.carries", "dvonn.saves",
		"dvonn.freezes", "dvonn.frees", "dvonn.attacks", "dvonn.must_pass", "dvonn.near", "dvonn.near_two", "dvonn.near_edge", "dvonn.aims", "dvonn.guarded",
		"dvonn.friends", "dvonn.between", "dvonn.edge", "dvonn.dvonn_apart", "dvonn.dvonn_close", "dvonn.dvonn_edge",
		"dvonn.else_cuts", "dvonn.else_takes", "dvonn.else_holds", "dvonn.leads_pieces", "dvonn.leads_movers", "dvonn.leads_moves",
		"dvonn.leads_dvonn", "dvonn.leads_near", "dvonn.leads_edge",
	} {
		if seen[key] == 0 {
			t.Errorf("never %s", key)
		}
	}
}

// reasonHolds reports whether what r says of the move is so.
func reasonHolds(t *testing.T, p *dvonn.Position, mv game.Move, r engine.Reason) bool {
	t.Helper()
	us, them := p.Side(), p.Side().Other()
	from, to := dvonn.From(mv), dvonn.To(mv)
	after := p.Copy().(*dvonn.Position)
	after.PlayUnchecked(mv)
	n, _ := strconv.Atoi(r.Args["n"])
	spot, ok := p.Game().Layout().Lookup(r.Args["spot"])
	if r.Args["spot"] != "" && !ok {
		return false
	}
	owned := func(p *dvonn.Position, side game.Side, s game.Spot) bool { return p.Owned(side)&s.Bit() != 0 }
	// The stacks of a side that have somewhere to go, and where to.
	targets := func(p *dvonn.Position, side game.Side) map[game.Spot]uint64 {
		list := map[game.Spot]uint64{}
		for s := range game.NoSpot {
			if to := p.Targets(s); owned(p, side, s) && to != 0 {
				list[s] = to
			}
		}
		return list
	}
	hit := func(p *dvonn.Position, side game.Side, s game.Spot) bool {
		for _, to := range targets(p, side) {
			if to&s.Bit() != 0 {
				return true
			}
		}
		return false
	}
	// On the edge of the board a piece has fewer than six neighbors, and so can always move.
	open := func(s game.Spot) bool { return beside(s, p.Game().Layout().All) < 6 }
	// Whether side keeps the stack on the spot of the move: each takes it wherever it then keeps it.
	var kept func(p *dvonn.Position, side game.Side) bool
	kept = func(p *dvonn.Position, side game.Side) bool {
		for _, m := range p.Moves(nil) {
			next := p.Copy().(*dvonn.Position)
			next.PlayUnchecked(m)
			if m != dvonn.Pass && dvonn.To(m) == to && owned(next, side.Other(), to) && kept(next, side.Other()) {
				return false
			}
		}
		return true
	}
	switch r.Key {
	case "dvonn.must_pass":
		return len(p.Moves(nil)) == 1 && mv == dvonn.Pass
	case "dvonn.near", "dvonn.near_two", "dvonn.near_edge":
		return p.Placing() && beside(to, p.Dvonn()) == max(n, 1) && (r.Key != "dvonn.near_edge" || open(to))
	case "dvonn.edge", "dvonn.dvonn_edge":
		return p.Placing() && open(to) && (r.Key == "dvonn.dvonn_edge") == (p.Next() == dvonn.Dvonn)
	case "dvonn.aims":
		return open(to) && beside(to, p.Owned(them)) == n && n > 0
	case "dvonn.friends":
		return beside(to, p.Owned(us)) == n && n > 0
	case "dvonn.guarded":
		return beside(to, p.Owned(us)&dvonn.Edge()) == n && n > 0 && beside(to, p.Owned(them)&dvonn.Edge()) == 0
	case "dvonn.between":
		steps := stepsTo(to, p.Dvonn())
		return len(steps) > 1 && steps[1] == n
	case "dvonn.dvonn_apart":
		return p.Next() == dvonn.Dvonn && stepsTo(to, p.Dvonn())[0] >= n
	case "dvonn.dvonn_close":
		return p.Next() == dvonn.Dvonn && stepsTo(to, p.Dvonn())[0] == n
	case "dvonn.cuts":
		lost := 0
		for s := range game.NoSpot {
			if s != to && owned(p, them, s) && after.Height(s) == 0 {
				lost += p.Height(s)
			}
		}
		return lost == n
	case "dvonn.strands":
		return len(targets(after, them)) == 0 && len(targets(p, them)) > 0 && after.Outcome() == game.Ongoing
	case "dvonn.hampers":
		origins := map[game.Spot]bool{}
		for _, m := range after.Moves(nil) {
			origins[dvonn.From(m)] = true
		}
		return n > 0 && n <= 4 && len(origins) == n && len(targets(p, them)) > n && len(targets(after, us)) > n
	case "dvonn.cramps":
		return n > 0 && len(targets(after, them)) == n && r.Args["all"] == strconv.Itoa(len(targets(p, them))) && len(targets(p, them)) >= n+2
	case "dvonn.takes", "dvonn.takes_mobile":
		return spot == to && owned(p, them, to) && owned(after, us, to) && p.Height(to) == max(n, 1) && !hit(after, them, to) &&
			(r.Key == "dvonn.takes" || beside(to, p.Occupied()) < 6)
	case "dvonn.retakes", "dvonn.trades":
		return spot == to && owned(p, them, to) && p.Height(to) == n && hit(after, them, to) && kept(after, us) == (r.Key == "dvonn.retakes")
	case "dvonn.else_takes":
		turned := p.Copy().(*dvonn.Position)
		turned.PlayUnchecked(dvonn.Pass)
		turned.PlayUnchecked(r.Threat)
		s := dvonn.To(r.Threat)
		return avertHolds(p, mv, r) && s != from && owned(turned, them, s) && !hit(turned, us, s)
	case "dvonn.nears":
		return after.Dvonn()&spot.Bit() != 0 && slices.Contains(p.Game().Layout().Neighbors[to][:], spot) && beside(from, p.Dvonn()) == 0
	case "dvonn.idles":
		return len(targets(after, them)) == 0 && len(targets(p, them)) == 0 && after.Outcome() == game.Ongoing
	case "dvonn.opens":
		return len(targets(after, us)) == n && r.Args["all"] == strconv.Itoa(len(targets(p, us))) && n > len(targets(p, us))
	case "dvonn.dvonn_inside":
		return !open(to) && p.Next() == dvonn.Dvonn
	case "dvonn.holds":
		return spot == to && p.Dvonn()&to.Bit() != 0 && !owned(p, us, to) && owned(after, us, to) && !hit(after, them, to)
	case "dvonn.attacks":
		return owned(after, them, spot) && after.Height(spot) == n && n > 1 && hit(after, us, spot) && !hit(p, us, spot)
	case "dvonn.carries":
		return spot == to && p.Dvonn()&from.Bit() != 0 && after.Dvonn()&to.Bit() != 0
	case "dvonn.saves":
		return spot == from && p.Height(from) > 1 && hit(p, them, from) && dvonn.To(r.Threat) == from && p.Targets(dvonn.From(r.Threat))&from.Bit() != 0 &&
			!hit(after, them, to) && owned(after, us, to)
	case "dvonn.freezes":
		return owned(p, them, spot) && owned(after, them, spot) && p.Targets(spot) != 0 && after.Targets(spot) == 0
	case "dvonn.frees":
		return spot != to && owned(p, us, spot) && owned(after, us, spot) && p.Targets(spot) == 0 && after.Targets(spot) != 0
	}
	t.Fatalf("nothing tests %s", r.Key)
	return false
}

// stepsTo returns how far the spots of set are from s, the nearest first, step by step over the board.
func stepsTo(s game.Spot, set uint64) (list []int) {
	near := dvonn.Game.Layout()
	seen := map[game.Spot]bool{s: true}
	for ring, d := []game.Spot{s}, 0; len(ring) > 0; d++ {
		var next []game.Spot
		for _, at := range ring {
			if set&at.Bit() != 0 {
				list = append(list, d)
			}
			for _, n := range near.Neighbors[at] {
				if n != game.NoSpot && !seen[n] {
					seen[n] = true
					next = append(next, n)
				}
			}
		}
		ring = next
	}
	return list
}

// beside returns how many neighbors of s are in set.
func beside(s game.Spot, set uint64) (n int) {
	for _, near := range dvonn.Game.Layout().Neighbors[s] {
		if near != game.NoSpot && set&near.Bit() != 0 {
			n++
		}
	}
	return n
}

// checkLines checks what reasons say of the opponent's moves and of lines.
func checkLines(t *testing.T, seen map[string]int, p *dvonn.Position, moves []game.Move, rng *rand.Rand) {
	t.Helper()
	k := Knowledge{}
	if turned := k.Turned(p); turned != nil {
		threats := turned.Moves(nil)
		threat := threats[rng.IntN(len(threats))]
		for _, mv := range moves {
			if r, ok := k.Averts(p, mv, threat); ok {
				seen[r.Key]++
				if r.Kind != engine.OfThreat || r.Threat != threat || !avertHolds(p, mv, r) {
					t.Fatalf("%s %s: %v", p, p.Game().MoveText(mv), r)
				}
			}
		}
	}
	line, a := randomLine(p, 4, rng)
	other, b := randomLine(p, 4, rng)
	if len(line) != len(other) {
		return
	}
	for _, r := range engine.Leads(k, p, line, other) {
		seen[r.Key]++
		for name, want := range map[string]int{
			"us": slowStanding(a, p.Side())[r.Key], "them": slowStanding(a, p.Side().Other())[r.Key],
			"less": slowStanding(b, p.Side())[r.Key], "more": slowStanding(b, p.Side().Other())[r.Key], "plies": len(line),
		} {
			if r.Args[name] != strconv.Itoa(want) {
				t.Fatalf("%s and %s: %v, %s is %d", a, b, r, name, want)
			}
		}
		if r.Kind != engine.OfLine || r.Args["move"] != p.Game().MoveText(other[0]) || r.Rank <= 0 {
			t.Fatalf("%v", r)
		}
	}
}

// randomLine plays at most n random moves.
func randomLine(p *dvonn.Position, n int, rng *rand.Rand) (line []game.Move, end *dvonn.Position) {
	end = p.Copy().(*dvonn.Position)
	for range n {
		if moves := end.Moves(nil); len(moves) > 0 {
			line = append(line, moves[rng.IntN(len(moves))])
			end.PlayUnchecked(line[len(line)-1])
		}
	}
	return line, end
}

// slowStanding counts for s what reasons of lines are about, by key, from the pieces alone.
func slowStanding(p *dvonn.Position, s game.Side) map[string]int {
	n := map[string]int{}
	holds := func(spot game.Spot) bool { return slices.Contains(p.Stack(spot, nil), dvonn.Dvonn) }
	var all uint64
	for spot := range game.NoSpot {
		if holds(spot) {
			all |= spot.Bit()
		}
	}
	for spot := range game.NoSpot {
		stack := p.Stack(spot, nil)
		if len(stack) == 0 {
			continue
		}
		if side, ok := dvonn.Game.SideOf(stack[len(stack)-1]); !ok || side != s {
			continue
		}
		n["dvonn.leads_pieces"] += len(stack)
		if holds(spot) {
			n["dvonn.leads_dvonn"]++
		}
		if beside(spot, all) > 0 {
			n["dvonn.leads_near"]++
		}
		if beside(spot, p.Game().Layout().All) < 6 {
			n["dvonn.leads_edge"]++
		}
		if to := bits.OnesCount64(p.Targets(spot)); to > 0 {
			n["dvonn.leads_movers"]++
			n["dvonn.leads_moves"] += to
		}
	}
	return n
}

// avertHolds reports whether what r says of the threat is so.
func avertHolds(p *dvonn.Position, mv game.Move, r engine.Reason) bool {
	us, them := p.Side(), p.Side().Other()
	after := p.Copy().(*dvonn.Position)
	after.PlayUnchecked(mv)
	from, s := dvonn.From(r.Threat), dvonn.To(r.Threat)
	if p.Targets(from)&s.Bit() == 0 || p.Owned(them)&from.Bit() == 0 {
		return false
	}
	n, _ := strconv.Atoi(r.Args["n"])
	lost := func(p *dvonn.Position, mv game.Move) (n int) {
		q := p.Copy()
		q.PlayUnchecked(mv)
		for spot := range game.NoSpot {
			if spot != dvonn.To(mv) && p.Owned(us)&spot.Bit() != 0 && len(q.Stack(spot, nil)) == 0 {
				n += p.Height(spot)
			}
		}
		return n
	}
	replies := after.Moves(nil)
	if r.Key == "dvonn.else_cuts" {
		turned := p.Copy().(*dvonn.Position)
		turned.PlayUnchecked(dvonn.Pass)
		return n > 0 && lost(turned, r.Threat) == n && !slices.ContainsFunc(replies, func(m game.Move) bool { return m != dvonn.Pass && lost(after, m) >= n })
	}
	at := s
	if dvonn.From(mv) == s {
		at = dvonn.To(mv)
	}
	if slices.ContainsFunc(replies, func(m game.Move) bool { return m != dvonn.Pass && dvonn.To(m) == at }) {
		return false
	}
	if r.Key == "dvonn.else_takes" {
		return p.Height(s) == n && n > 1 && p.Owned(us)&s.Bit() != 0 && after.Owned(us)&at.Bit() != 0
	}
	return r.Key == "dvonn.else_holds" && slices.Contains(p.Stack(s, nil), dvonn.Dvonn) && p.Owned(them)&s.Bit() == 0
}
