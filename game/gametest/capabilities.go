package gametest

import (
	"slices"
	"strings"

	"cairn.example/game"
)

// checkClaims checks what m claims against what could be claimed before it and
// what has been claimed after it.
func (s *suite) checkClaims(p game.Position, before, after game.Claimer, m game.Move) {
	claim, mt := s.g.Parts(m).Claim, s.g.MoveText(m)
	for _, side := range []game.Side{game.First, game.Second} {
		had, may, left := before.Claims(side), before.MayClaim(side), before.ClaimsLeft(side)
		if left > len(may) || (left == 0) != (len(may) == 0) {
			s.Fatalf("side %s has %d claims left, and may claim %q\n%s", s.g.SideName(side), left, may, p)
		}
		claims := 0
		if side == p.Side() && claim != 0 {
			claims = 1
			if !slices.Contains(may, claim) || slices.Contains(had, claim) || !slices.Contains(after.Claims(side), claim) {
				s.Fatalf("%s: claimed before %q, after %q, could be claimed %q\n%s", mt, had, after.Claims(side), may, p)
			}
		}
		if n := len(after.Claims(side)); n != len(had)+claims {
			s.Fatalf("%s: side %s has claimed %d colors before it, %d after it\n%s", mt, s.g.SideName(side), len(had), n, p)
		}
		if n := after.ClaimsLeft(side); n > left-claims || side == p.Side() && n != left-claims {
			s.Fatalf("%s: side %s has %d claims left before it, %d after it\n%s", mt, s.g.SideName(side), left, n, p)
		}
	}
}

// checkRoute checks that the route of m spells m.
func (s *suite) checkRoute(p game.Position, r game.Router, m game.Move) {
	route, parts := r.Route(m), s.g.Parts(m)
	if parts.From == game.NoSpot {
		if route != nil {
			s.Fatalf("%s has a route\n%s", s.g.MoveText(m), p)
		}
		return
	}
	if len(route) < 2 || route[0] != parts.From || route[len(route)-1] != parts.To {
		s.Fatalf("%s has the route %v\n%s", s.g.MoveText(m), route, p)
	}
	text := game.WithClaim(parts.Claim.Letter(), s.g.Layout().WayText(route))
	if spelled := game.RouteText(text); (spelled != "") != (len(route) > 2) || !game.LooksLikeMove(text) {
		s.Fatalf("%s spells the way %q\n%s", text, spelled, p)
	}
	if got, err := p.ParseMove(text); err != nil || got != m {
		s.Fatalf("route %s is read as %d, %v; want %d\n%s", text, got, err, m, p)
	}
}

// checkIsolated checks a forecast of removed stacks against what was removed.
func (s *suite) checkIsolated(before, after game.Position, isolated uint64, m game.Move) {
	parts := s.g.Parts(m)
	var gone uint64
	for _, spot := range s.g.Layout().Spots {
		if len(before.Stack(spot, nil)) > 0 && len(after.Stack(spot, nil)) == 0 && spot != parts.From {
			gone |= spot.Bit()
		}
	}
	if gone != isolated {
		s.Fatalf("%s isolates %x, the forecast says %x\n%s", s.g.MoveText(m), gone, isolated, before)
	}
}

// checkSetup checks that a setup holds all that the text of p says, that less of a
// text is read as far as it goes, and that what is built on it is judged by the
// rules alone.
func (s *suite) checkSetup(p game.Position, e game.Editor) {
	text := p.String()
	for _, form := range []string{text, strings.ToLower(text), strings.ToUpper(text)} {
		setup := game.ReadSetup(e, form)
		if setup == nil {
			s.Fatalf("no setup of %s", form)
		}
		if setup.Side != p.Side() || game.SetupText(e, setup) != text {
			s.Fatalf("the setup of a position is written\n%s\nand its text is\n%s", game.SetupText(e, setup), text)
		}
		if e.Settle(setup); game.SetupText(e, setup) != text {
			s.Fatalf("settled, a position becomes\n%s\nand its text is\n%s", game.SetupText(e, setup), text)
		}
	}
	board, _, _ := strings.Cut(text, " ")
	setup := game.ReadSetup(e, board)
	if setup == nil {
		s.Fatalf("a board alone is no setup: %s", board)
	}
	for _, bad := range []string{"", " " + text[len(board):], board + "/.", board + ",.", "?" + board} {
		if game.ReadSetup(e, bad) != nil {
			s.Fatalf("%q is read as a setup", bad)
		}
	}
	// A random stack is put on another: a position or a refusal, and nothing else.
	l := s.g.Layout()
	from, to := l.Names[l.Spots[s.rng.IntN(len(l.Spots))]], l.Names[l.Spots[s.rng.IntN(len(l.Spots))]]
	setup = game.ReadSetup(e, text)
	if stack := setup.Stacks[from]; stack != "" && from != to {
		delete(setup.Stacks, from)
		setup.Stacks[to] += stack
	}
	e.Settle(setup)
	built := game.SetupText(e, setup)
	if again := game.ReadSetup(e, built); again == nil || game.SetupText(e, again) != built {
		s.Fatalf("the setup %s is not read as it was written", built)
	}
	q, err := s.g.Parse(built)
	if err != nil {
		checkError(s.T, err, built)
	} else if q.String() != built {
		s.Fatalf("the setup %s is read as %s", built, q)
	}
}
