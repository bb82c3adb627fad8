package say

import (
	"strings"

	"cairn.example/game"
	"cairn.example/internal/i18n"
)

// Move describes a move that was played: the claim, the way, what lies there
// now, what left the board, and how the tally stands where it changed.
func (s *Speaker) Move(before game.Position, m game.Move, after game.Position) string {
	parts := s.game.Parts(m)
	mover := before.Side()
	switch {
	case parts.Pass():
		return s.catalog.T("say.passes", i18n.Args{"player": s.Player(mover)})
	case parts.From == game.NoSpot:
		return s.placed(mover, parts.To, after)
	}
	var said []string
	if parts.Claim != 0 {
		said = append(said, s.claim(mover, parts.Claim))
	}
	said = append(said, s.way(before, parts, after))
	if via := s.via(before, m); via != "" {
		said = append(said, via)
	}
	if cut := s.cut(before, m); cut != "" {
		said = append(said, cut)
	}
	if tally := s.tally(before, after); tally != "" {
		said = append(said, tally)
	}
	text := strings.Join(said, " ")
	if parts.Claim != 0 {
		return text // the claim has named the player
	}
	return s.catalog.T("say.player_move", i18n.Args{"player": s.Player(mover), "text": text})
}

func (s *Speaker) claim(mover game.Side, color game.Piece) string {
	name := s.game.ColorName(color)
	if s.hears(mover) {
		return s.catalog.T("say.you_claim", i18n.Args{"color": name})
	}
	return s.catalog.T("say.claims", i18n.Args{"player": s.Player(mover), "color": name})
}

func (s *Speaker) placed(mover game.Side, at game.Spot, after game.Position) string {
	stack := after.Stack(at, nil)
	if len(stack) == 0 {
		return s.game.Layout().Names[at]
	}
	text := s.catalog.T("say.places", i18n.Args{
		"player": s.Player(mover),
		"piece":  s.catalog.T("say.piece." + s.game.ColorName(stack[len(stack)-1])),
		"spot":   s.game.Layout().Names[at],
	})
	if n := len(s.game.Layout().Spots); n == occupied(s.game, after) {
		text += " " + s.catalog.T("say.stacking_begins")
	}
	return text
}

func occupied(g game.Game, p game.Position) int {
	n := 0
	for _, at := range g.Layout().Spots {
		if len(p.Stack(at, nil)) > 0 {
			n++
		}
	}
	return n
}

// way says from where to where, and what came of it.
func (s *Speaker) way(before game.Position, parts game.Parts, after game.Position) string {
	names := &s.game.Layout().Names
	height := len(before.Stack(parts.From, nil)) + len(before.Stack(parts.To, nil))
	args := i18n.Args{"from": names[parts.From], "to": names[parts.To], "stack": s.height(height)}
	left := len(after.Stack(parts.To, nil)) == 0
	switch _, isolates := before.(game.Isolator); {
	case left && !isolates:
		return s.catalog.T("say.move_captured", args)
	case !left && height == s.game.MaxHeight() && !owned(after, parts.To):
		return s.catalog.T("say.move_obstacle", args)
	}
	return s.catalog.T("say.move", args)
}

func owned(p game.Position, at game.Spot) bool {
	o, ok := p.(game.Owner)
	return ok && (o.Owned(game.First)|o.Owned(game.Second))&at.Bit() != 0
}

// via names the points a move went by way of.
func (s *Speaker) via(before game.Position, m game.Move) string {
	r, ok := before.(game.Router)
	if !ok {
		return ""
	}
	route := r.Route(m)
	if len(route) <= 2 {
		return ""
	}
	return s.catalog.T("say.via", i18n.Args{"spots": s.spots(route[1 : len(route)-1])})
}

func (s *Speaker) spots(list []game.Spot) string {
	names := make([]string, len(list))
	for i, at := range list {
		names[i] = s.game.Layout().Names[at]
	}
	return s.catalog.List(names)
}

// cut names the stacks that a move cuts off.
func (s *Speaker) cut(before game.Position, m game.Move) string {
	spots := Isolated(before, m)
	if len(spots) == 0 {
		return ""
	}
	return s.catalog.T("say.cut_off", i18n.Args{"n": len(spots), "spots": s.spots(spots)})
}

// Isolated returns the spots that a legal move would cut off, in text order.
func Isolated(p game.Position, m game.Move) []game.Spot {
	i, ok := p.(game.Isolator)
	if !ok {
		return nil
	}
	mask := i.Isolated(m)
	var spots []game.Spot
	for _, at := range p.Game().Layout().Spots {
		if mask&at.Bit() != 0 {
			spots = append(spots, at)
		}
	}
	return spots
}

// tally says how the scored stacks stand when a move has changed that.
func (s *Speaker) tally(before, after game.Position) string {
	b, ok := before.(game.Scorer)
	a, ok2 := after.(game.Scorer)
	if _, claims := before.(game.Claimer); !ok || !ok2 || !claims {
		return ""
	}
	first, second := a.Standing(game.First)[0].N, a.Standing(game.Second)[0].N
	if first == b.Standing(game.First)[0].N && second == b.Standing(game.Second)[0].N {
		return ""
	}
	return s.catalog.T("say.tally", i18n.Args{"first": first, "second": second})
}
