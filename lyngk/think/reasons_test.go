package think

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

// Reasons are true: what they say is found again by the rules alone.
func TestReasons(t *testing.T) {
	seen := map[string]int{}
	check := func(p game.Position, mv game.Move) {
		for _, r := range new(Knowledge).Reasons(p, mv) {
			seen[r.Key]++
			if r.String() == "" || !reasonHolds(t, p.(*lyngk.Position), mv, r) {
				t.Fatalf("%s %s: %v", p, p.Game().MoveText(mv), r)
			}
		}
	}
	walk(t, 30, func(p game.Position, rng *rand.Rand) {
		before := p.String()
		moves := p.Moves(nil)
		for range min(len(moves), 5) {
			mv := moves[rng.IntN(len(moves))]
			check(p, mv)
			checkLines(t, seen, p.(*lyngk.Position), mv, rng)
		}
		if p.String() != before {
			t.Fatal("the position was changed")
		}
	})
	for _, key := range []string{
		"lyngk.completes", "lyngk.stops", "lyngk.stops_one", "lyngk.threatens", "lyngk.takes", "lyngk.retakes", "lyngk.trades", "lyngk.idles", "lyngk.rests", "lyngk.reserves", "lyngk.opens", "lyngk.blocks", "lyngk.keeps", "lyngk.lacks_one",
		"lyngk.lacks_two", "lyngk.lacks_color", "lyngk.lacks_colors", "lyngk.hampers", "lyngk.must_pass", "lyngk.saves", "lyngk.cramps", "lyngk.cramps_plain", "lyngk.frees", "lyngk.frees_plain", "lyngk.spoils",
		"lyngk.joker", "lyngk.else_claims", "lyngk.else_takes", "lyngk.else_completes", "lyngk.leads_fives", "lyngk.leads_fours", "lyngk.leads_threes",
		"lyngk.leads_movers", "lyngk.leads_moves", "lyngk.leads_stacks",
	} {
		if seen[key] == 0 {
			t.Errorf("never %s", key)
		}
	}
}

// checkLines checks what reasons say of the opponent's moves and of lines.
func checkLines(t *testing.T, seen map[string]int, p *lyngk.Position, mv game.Move, rng *rand.Rand) {
	t.Helper()
	k := new(Knowledge)
	if turned := k.Turned(p); turned != nil {
		moves := turned.Moves(nil)
		threat := moves[rng.IntN(len(moves))]
		if c, ok := lyngk.Claim(mv); ok && rng.IntN(2) == 0 {
			threat = lyngk.WithClaim(c, lyngk.MoveOf(lyngk.From(threat), lyngk.To(threat)))
			if turned.Legal(threat) != nil {
				return
			}
		}
		if r, ok := k.Averts(p, mv, threat); ok {
			seen[r.Key]++
			if r.Kind != engine.OfThreat || r.Threat != threat || !avertHolds(p, turned.(*lyngk.Position), mv, r) {
				t.Fatalf("%s %s: %v", p, p.Game().MoveText(mv), r)
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
func randomLine(p *lyngk.Position, n int, rng *rand.Rand) (line []game.Move, end *lyngk.Position) {
	end = p.Copy().(*lyngk.Position)
	for range n {
		if moves := end.Moves(nil); len(moves) > 0 {
			line = append(line, moves[rng.IntN(len(moves))])
			end.PlayUnchecked(line[len(line)-1])
		}
	}
	return line, end
}

// slowStanding counts for s what reasons of lines are about, by key, from the pieces alone.
func slowStanding(p *lyngk.Position, s game.Side) map[string]int {
	n := map[string]int{"lyngk.leads_fives": p.Tally(s)}
	g, full := p.Game(), p.Game().MaxHeight()
	single := map[game.Piece]bool{}
	for spot := range game.NoSpot {
		if stack := p.Stack(spot, nil); len(stack) == 1 {
			single[stack[0]] = true
		}
	}
	for spot := range game.NoSpot {
		stack := p.Stack(spot, nil)
		if len(stack) == 0 || len(stack) == full || !slices.Contains(p.Claims(s), stack[len(stack)-1]) {
			continue
		}
		n["lyngk.leads_stacks"]++
		switch len(stack) {
		case full - 2:
			n["lyngk.leads_threes"]++
		case full - 1:
			if slices.ContainsFunc(g.Pieces(), func(x game.Piece) bool {
				return single[x] && (!p.IsColor(x) || !slices.Contains(stack, x))
			}) {
				n["lyngk.leads_fours"]++
			}
		}
	}
	origins := map[game.Spot]bool{}
	for _, mv := range p.WithSide(s).Moves(nil) {
		if parts := g.Parts(mv); !parts.Pass() {
			origins[parts.From] = true
			if parts.Claim == 0 {
				n["lyngk.leads_moves"]++
			}
		}
	}
	n["lyngk.leads_movers"] = len(origins)
	return n
}

// slowOpens returns how many more moves of its color a claim opens, and how many the other side has
// with that color now.
func slowOpens(p *lyngk.Position, s game.Side, color string) (more, theirs int) {
	g := p.Game().(lyngk.Game)
	count := func(s game.Side, claimed bool) (n int) {
		for _, mv := range p.WithSide(s).Moves(nil) {
			parts := g.Parts(mv)
			if parts.Pass() || (parts.Claim != 0) != claimed || claimed && g.ColorName(parts.Claim) != color {
				continue
			}
			if stack := p.Stack(parts.From, nil); g.ColorName(stack[len(stack)-1]) == color {
				n++
			}
		}
		return n
	}
	return count(s, true) - count(s, false), count(s.Other(), false)
}

// avertHolds reports whether what r says of the threat is so, which is legal in turned.
func avertHolds(p, turned *lyngk.Position, mv game.Move, r engine.Reason) bool {
	us, them := p.Side(), p.Side().Other()
	after := p.Copy().(*lyngk.Position)
	after.PlayUnchecked(mv)
	if turned.Legal(r.Threat) != nil {
		return false
	}
	n, _ := strconv.Atoi(r.Args["n"])
	switch r.Key {
	case "lyngk.else_claims":
		c, _ := lyngk.Claim(r.Threat)
		more, _ := slowOpens(p, them, r.Args["color"])
		return c.String() == r.Args["color"] && after.Claimed(us).Has(c) && !after.Claimable(them).Has(c) && more == n
	case "lyngk.else_takes", "lyngk.else_completes":
		s := lyngk.To(r.Threat)
		then := turned.Copy().(*lyngk.Position)
		then.PlayUnchecked(r.Threat)
		if (r.Key == "lyngk.else_completes") != (then.Tally(them) > p.Tally(them)) || r.Args["full"] != strconv.Itoa(p.Game().MaxHeight()) {
			return false
		}
		stack := p.Stack(s, nil)
		at := s
		if lyngk.From(mv) == s {
			at = lyngk.To(mv)
		}
		return len(stack) == n && n > 1 && slices.Contains(p.Claims(us), stack[n-1]) && after.Claimed(us).Has(after.Top(at)) &&
			!slices.ContainsFunc(after.WithSide(them).Moves(nil), func(m game.Move) bool { return m != lyngk.Pass() && lyngk.To(m) == at })
	}
	return false
}

// reasonHolds reports whether what r says of the move is so.
func reasonHolds(t *testing.T, p *lyngk.Position, mv game.Move, r engine.Reason) bool {
	t.Helper()
	us, them := p.Side(), p.Side().Other()
	to := lyngk.To(mv)
	after := p.Copy().(*lyngk.Position)
	after.PlayUnchecked(mv)
	full := p.Game().MaxHeight()
	n, _ := strconv.Atoi(r.Args["n"])
	names := p.Game().Layout().Names[:]
	spot, from := game.Spot(slices.Index(names, r.Args["spot"])), game.Spot(slices.Index(names, r.Args["from"][strings.Index(r.Args["from"], ",")+1:]))
	scores := func(p *lyngk.Position, side game.Side, mv game.Move) bool {
		q := p.Copy().(*lyngk.Position)
		q.PlayUnchecked(mv)
		return q.Tally(side) > p.Tally(side)
	}
	// Whether side, to move, completes a stack on spot, from any spot or from one.
	completes := func(p *lyngk.Position, side game.Side, from game.Spot, any bool) bool {
		p = p.WithSide(side)
		return slices.ContainsFunc(p.Moves(nil), func(mv game.Move) bool {
			return mv != lyngk.Pass() && lyngk.To(mv) == spot && (any || lyngk.From(mv) == from) && scores(p, side, mv)
		})
	}
	origins := func(p *lyngk.Position) int {
		list := map[game.Spot]bool{}
		for _, mv := range p.Moves(nil) {
			if mv != lyngk.Pass() {
				list[lyngk.From(mv)] = true
			}
		}
		return len(list)
	}
	// Which single pieces that are left could go on the stack.
	fitting := func() (colors []string) {
		stack := after.Stack(to, nil)
		for s := range game.NoSpot {
			lone := after.Stack(s, nil)
			if len(lone) != 1 || s == to {
				continue
			}
			name := "joker"
			if after.IsColor(lone[0]) {
				name = p.Game().(lyngk.Game).ColorName(lone[0])
			}
			if (name == "joker" || !slices.Contains(stack, lone[0])) && !slices.Contains(colors, name) {
				colors = append(colors, name)
			}
		}
		slices.Sort(colors)
		return colors
	}
	named := func(joker bool) (colors []string) {
		for _, key := range []string{"color", "other"} {
			if c := r.Args[key]; c != "" {
				colors = append(colors, c)
			}
		}
		if joker {
			colors = append(colors, "joker")
		}
		slices.Sort(colors)
		return colors
	}
	// Whether the opponent can build on a spot after the move.
	lands := func(s game.Spot) bool {
		return slices.ContainsFunc(after.WithSide(them).Moves(nil), func(mv game.Move) bool { return mv != lyngk.Pass() && lyngk.To(mv) == s })
	}
	plain := func(p *lyngk.Position, s game.Side) (n int) {
		for _, mv := range p.WithSide(s).Moves(nil) {
			if p.Game().Parts(mv).Claim == 0 && mv != lyngk.Pass() {
				n++
			}
		}
		return n
	}
	gained := after.Tally(us) - p.Tally(us)
	// Whether side keeps the stack on the spot of the move, which the other may take, and it again.
	var kept func(p *lyngk.Position, side game.Side) bool
	kept = func(p *lyngk.Position, side game.Side) bool {
		for _, m := range p.Moves(nil) {
			next := p.Copy().(*lyngk.Position)
			next.PlayUnchecked(m)
			foe := side.Other()
			if m == lyngk.Pass() || lyngk.To(m) != to {
				continue
			}
			if scores(p, foe, m) || next.Claimed(foe).Has(next.Top(to)) && kept(next, foe) {
				return false
			}
		}
		return true
	}
	// Whether side, to move elsewhere, takes it again whatever is built there.
	var holds func(p *lyngk.Position, side game.Side) bool
	holds = func(p *lyngk.Position, side game.Side) bool {
		for _, m := range p.Moves(nil) {
			if m == lyngk.Pass() || lyngk.To(m) != to {
				continue
			}
			next := p.Copy().(*lyngk.Position)
			next.PlayUnchecked(m)
			again := slices.ContainsFunc(next.Moves(nil), func(m game.Move) bool {
				then := next.Copy().(*lyngk.Position)
				then.PlayUnchecked(m)
				return m != lyngk.Pass() && lyngk.To(m) == to && (scores(next, side, m) || then.Claimed(side).Has(then.Top(to)) && holds(then, side))
			})
			if !again {
				return false
			}
		}
		return true
	}
	switch r.Key {
	case "lyngk.must_pass":
		return mv == lyngk.Pass() && len(p.Moves(nil)) == 1
	case "lyngk.completes", "lyngk.wins_six":
		return gained == 1
	case "lyngk.captures":
		return gained == n
	case "lyngk.stops":
		return n == full && completes(p, them, from, false) && !slices.ContainsFunc(after.WithSide(them).Moves(nil), func(mv game.Move) bool {
			return mv != lyngk.Pass() && scores(after.WithSide(them), them, mv)
		})
	case "lyngk.stops_one":
		left := func(m game.Move) bool { return m != lyngk.Pass() && scores(after, them, m) }
		return n == full && completes(p, them, from, false) && !completes(after, them, 0, true) && slices.ContainsFunc(after.Moves(nil), left)
	case "lyngk.threatens":
		return n == full && completes(after, us, from, false) && !completes(p, us, 0, true) && !completes(after, them, 0, true)
	case "lyngk.lacks_joker", "lyngk.lacks_one", "lyngk.lacks_two", "lyngk.lacks_color", "lyngk.lacks_colors":
		joker := !strings.HasPrefix(r.Key, "lyngk.lacks_color")
		return spot == to && after.Height(to) == n && n == full-1 && after.Claimed(us).Has(after.Top(to)) && slices.Equal(named(joker), fitting())
	case "lyngk.takes", "lyngk.retakes", "lyngk.trades":
		return spot == to && p.Height(to) == n && p.Claimed(them).Has(p.Top(to)) && !after.Claimed(them).Has(after.Top(to)) &&
			lands(to) == (r.Key != "lyngk.takes") && holds(after, us) == (r.Key != "lyngk.trades") && (r.Key != "lyngk.trades" || !kept(after, us))
	case "lyngk.else_takes", "lyngk.else_completes":
		turned := p.WithSide(them)
		then := turned.Copy().(*lyngk.Position)
		then.PlayUnchecked(r.Threat)
		s := lyngk.To(r.Threat)
		back := slices.ContainsFunc(then.Moves(nil), func(m game.Move) bool { return m != lyngk.Pass() && lyngk.To(m) == s })
		return avertHolds(p, turned, mv, r) && s != lyngk.From(mv) && (r.Key == "lyngk.else_completes" || then.Claimed(them).Has(then.Top(s)) && !back)
	case "lyngk.rests":
		moves := slices.ContainsFunc(after.Moves(nil), func(m game.Move) bool { return m != lyngk.Pass() && lyngk.From(m) == to })
		return spot == to && after.Height(to) == n && after.Neutral().Has(after.Top(to)) && !lands(to) && !moves
	case "lyngk.reserves":
		_, claims := lyngk.Claim(mv)
		taken := slices.ContainsFunc(slices.Concat(p.Claims(us), p.Claims(them)), func(c game.Piece) bool { return p.Game().(lyngk.Game).ColorName(c) == r.Args["color"] })
		return !claims && len(after.MayClaim(us)) > 0 && spot == to && after.Height(to) == n && after.Top(to).String() == r.Args["color"] && !taken
	case "lyngk.idles":
		return !after.HasMove() && !p.WithSide(them).HasMove() && after.Outcome() == game.Ongoing
	case "lyngk.saves":
		return spot == lyngk.From(mv) && p.Height(spot) > 1 && p.Claimed(us).Has(p.Top(spot)) && lyngk.To(r.Threat) == spot &&
			p.WithSide(them).Legal(r.Threat) == nil && !lands(to)
	case "lyngk.opens":
		more, less := slowOpens(p, us, r.Args["color"])
		return n == more && r.Args["less"] == strconv.Itoa(less) && slices.ContainsFunc(after.Claims(us), func(c game.Piece) bool {
			return !slices.Contains(p.Claims(us), c) && p.Game().(lyngk.Game).ColorName(c) == r.Args["color"]
		})
	case "lyngk.spoils":
		best := func(p *lyngk.Position) (n int) {
			for _, c := range p.MayClaim(them) {
				more, _ := slowOpens(p, them, p.Game().(lyngk.Game).ColorName(c))
				n = max(n, more)
			}
			return n
		}
		all, _ := slowOpens(p, them, r.Args["color"])
		return best(p) == all && r.Args["all"] == strconv.Itoa(all) && best(after) == n && n < all
	case "lyngk.cramps", "lyngk.cramps_plain":
		return (len(after.MayClaim(them)) > 0) == (r.Key != "lyngk.cramps") && plain(after, them) == n && r.Args["all"] == strconv.Itoa(plain(p, them)) && 8*(plain(p, them)-n) >= plain(p, them)
	case "lyngk.frees", "lyngk.frees_plain":
		return (len(after.MayClaim(us)) > 0) == (r.Key != "lyngk.frees") && plain(after, us) == n && r.Args["all"] == strconv.Itoa(plain(p, us)) && 8*(n-plain(p, us)) >= plain(p, us)
	case "lyngk.joker":
		return spot == to && !p.IsColor(p.Stack(to, nil)[0]) && p.Height(to) == 1 && slices.ContainsFunc(p.WithSide(them).Moves(nil), func(mv game.Move) bool {
			return mv != lyngk.Pass() && lyngk.To(mv) == to
		})
	case "lyngk.blocks":
		return spot == to && after.Height(to) == full && gained == 0
	case "lyngk.strands":
		return !after.HasMove() && p.WithSide(them).HasMove()
	case "lyngk.hampers":
		return n > 0 && n <= 4 && origins(after) == n && origins(p.WithSide(them)) > n && origins(after.WithSide(us)) > n
	case "lyngk.keeps":
		return spot == to && after.Height(to) == n && after.Top(to).String() == r.Args["color"] && after.Claimed(us).Has(after.Top(to)) && !lands(to)
	}
	t.Fatalf("nothing tests %s", r.Key)
	return false
}
