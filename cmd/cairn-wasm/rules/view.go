package rules

import (
	"strings"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
)

func viewOf(p game.Position) *message.View {
	g, l := p.Game(), p.Game().Layout()
	v := &message.View{
		Position: p.String(), Side: p.Side(), Outcome: message.OutcomeOf(p.Outcome()), Stacks: stacks(p),
		Owners: owners(p), Moves: []message.Move{},
	}
	if c, ok := p.(game.Claimer); ok {
		v.Claims = &[2][]string{letters(c.Claims(game.First)), letters(c.Claims(game.Second))}
		v.MayClaim = &[2][]string{letters(c.MayClaim(game.First)), letters(c.MayClaim(game.Second))}
		v.ClaimsLeft = &[2]int{c.ClaimsLeft(game.First), c.ClaimsLeft(game.Second)}
	}
	scorer, scores := p.(game.Scorer)
	if scores {
		v.Standing = &[2][]message.Count{counts(scorer.Standing(game.First)), counts(scorer.Standing(game.Second))}
	}
	if p.Outcome() != game.Ongoing {
		d := game.DecisionOf(p)
		v.Decision = &message.Decision{Key: d.Key, First: d.First, Second: d.Second, Equal: d.Equal, Height: d.Height}
	}
	if n, ok := p.(game.Placer); ok {
		v.Placing = n.Next().Letter()
		if supply, ok := g.(game.Supplier); ok && v.Placing != "" {
			v.Left = supply.Supply(n.Next())
			for _, stack := range v.Stacks {
				v.Left -= strings.Count(stack, v.Placing)
			}
		}
	}
	isolator, isolates := p.(game.Isolator)
	moves := p.Moves(nil)
	for _, m := range moves {
		parts := g.Parts(m)
		out := message.Move{
			Text: g.MoveText(m), Claim: parts.Claim.Letter(), From: name(l, parts.From), To: name(l, parts.To), Built: word(game.Built(p, m)),
		}
		if isolates {
			if cuts := isolator.Isolated(m); cuts != 0 {
				out.Cuts = namesOf(l, cuts)
				out.Leaves = leaves(p, m)
			}
		}
		v.Pass = v.Pass || parts.Pass()
		v.Moves = append(v.Moves, out)
	}
	v.Claimable = claimable(p)
	if h, ok := p.(game.LegLister); ok {
		v.Legs = legs(p, h, moves)
	}
	if h, ok := p.(game.Connectivity); ok && v.Placing == "" {
		v.Hinges, v.Blocked, v.Anchors = namesOf(l, h.Hinges()), namesOf(l, h.Blocked()), namesOf(l, h.Anchors())
	}
	return v
}

// owners tells whose every letter is when it lies on top: -1 for a color that
// nobody has claimed yet, nothing for pieces that never belong to anybody.
func owners(p game.Position) map[string]int {
	g, list := p.Game(), map[string]int{}
	claimer, claims := p.(game.Claimer)
	colored, _ := g.(game.Colored)
	for _, piece := range g.Pieces() {
		switch {
		case claims && claimer.IsColor(piece):
			list[piece.Letter()] = -1
		case colored != nil:
			if side, ok := colored.SideOf(piece); ok {
				list[piece.Letter()] = int(side)
			}
		}
	}
	if claims {
		for _, side := range []game.Side{game.First, game.Second} {
			for _, piece := range claimer.Claims(side) {
				list[piece.Letter()] = int(side)
			}
		}
	}
	return list
}

// leaves tells what the first count of the standing comes to by a move.
func leaves(p game.Position, m game.Move) *[2]int {
	after := p.Copy()
	after.PlayUnchecked(m)
	n, ok := game.FirstCounts(after)
	if !ok {
		return nil
	}
	return &n
}

// claimable tells what the side to move may claim with its move (rule 1.1), and
// what each claim would change.
func claimable(p game.Position) []message.Claimable {
	c, ok := p.(game.Claimer)
	if !ok || p.Outcome() != game.Ongoing {
		return nil
	}
	spots := func(set uint64) []string { return append([]string{}, namesOf(p.Game().Layout(), set)...) } // never null
	var list []message.Claimable
	for _, piece := range c.MayClaim(p.Side()) {
		e := game.EffectOfClaim(p, piece)
		list = append(list, message.Claimable{
			Letter: piece.Letter(), Possible: e.Possible, Opened: e.Opened,
			Bound: spots(e.Bound), Freed: spots(e.Freed), Goals: spots(e.Goals),
		})
	}
	return list
}

// legs spells out, for every move that may go by way of points (rule 1.6), what
// is reached in one leg from the origin and from each point. The key is claim
// and origin: a claim made with the move counts already.
func legs(p game.Position, h game.LegLister, moves []game.Move) map[string]map[string][]string {
	g, l := p.Game(), p.Game().Layout()
	var all map[string]map[string][]string
	for _, m := range moves {
		parts := g.Parts(m)
		key := parts.Claim.Letter() + "," + name(l, parts.From)
		if parts.From == game.NoSpot || all[key] != nil {
			continue
		}
		h.Legs(m, func(at game.Spot, reached uint64) {
			if all == nil {
				all = map[string]map[string][]string{}
			}
			if all[key] == nil {
				all[key] = map[string][]string{}
			}
			all[key][l.Names[at]] = namesOf(l, reached)
		})
	}
	return all
}

func counts(list []game.Count) []message.Count {
	out := make([]message.Count, len(list))
	for i, c := range list {
		out[i] = message.Count(c)
	}
	return out
}
