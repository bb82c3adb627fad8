package say

import (
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// Move describes a move that was played: the claim, the way, what lies there
// now, what left the board, and how the tally stands where it changed.
func (s *Speaker) Move(before game.Position, m game.Move, after game.Position) string {
	mover := before.Side()
	effect := game.EffectOf(before, m, after)
	switch {
	case effect.Pass():
		return s.catalog.T("say.passes", i18n.Args{"player": s.Player(mover)})
	case effect.From == game.NoSpot:
		return s.placed(mover, effect.To, after)
	}
	var parts []string
	if effect.Claim != 0 {
		parts = append(parts, s.claim(mover, effect.Claim))
	}
	way := s.way(effect)
	if len(parts) > 0 {
		way = i18n.Sentence(way)
	}
	parts = append(parts, way)
	if len(effect.Route) > 2 {
		via := effect.Route[1 : len(effect.Route)-1]
		parts = append(parts, s.catalog.T("say.via", i18n.Args{"spots": s.spots(via)}))
	}
	if cut := s.cut(before, m); cut != "" {
		parts = append(parts, cut)
	}
	if tally := s.tally(before, after); tally != "" {
		parts = append(parts, tally)
	}
	text := strings.Join(parts, " ")
	if effect.Claim != 0 {
		return text // the claim has named the player
	}
	return s.catalog.T("say.player_move", i18n.Args{"player": s.Player(mover), "text": text})
}

func (s *Speaker) claim(mover game.Side, color game.Piece) string {
	name := s.game.ColorName(color)
	if s.isListener(mover) {
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
func (s *Speaker) way(e game.Effect) string {
	names := &s.game.Layout().Names
	args := i18n.Args{"from": names[e.From], "to": names[e.To], "stack": s.height(len(e.Built))}
	switch {
	case e.Captured:
		return s.catalog.T("say.move_captured", args)
	case e.Obstacle:
		return s.catalog.T("say.move_obstacle", args)
	}
	return s.catalog.T("say.move", args)
}

func (s *Speaker) spots(list []game.Spot) string {
	names := make([]string, len(list))
	for i, at := range list {
		names[i] = s.game.Layout().Names[at]
	}
	return s.catalog.List("list.and", names)
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
