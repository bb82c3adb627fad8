package say

import (
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// Speaker speaks about one game. The zero value is not usable, see [New]. It is
// safe for concurrent use as long as its fields are not changed.
type Speaker struct {
	game    game.Game
	catalog *i18n.Catalog

	// Names are the players as they are to be called, First's in front.
	Names [2]string

	// Listener is the player spoken to, for whom a stack is "yours"; nil calls
	// both players by name.
	Listener *game.Side
}

// New returns a speaker for a game in the catalog's language that calls the
// players by their colors or numbers.
func New(g game.Game, c *i18n.Catalog) *Speaker {
	s := &Speaker{game: g, catalog: c}
	for side := range s.Names {
		s.Names[side] = c.T("side." + g.SideName(game.Side(side)))
	}
	return s
}

// Player returns the name of a side.
func (s *Speaker) Player(side game.Side) string { return s.Names[side] }

// Of says something about a player by the message of a key, or by that of the other key
// where the player is called "you", of whom a verb has another form.
func (s *Speaker) Of(side game.Side, key, you string) string {
	if s.Player(side) == s.catalog.T("player.you") {
		return s.catalog.T(you)
	}
	return s.catalog.T(key, i18n.Args{"player": s.Player(side)})
}

// isListener reports whether side is the one spoken to.
func (s *Speaker) isListener(side game.Side) bool { return s.Listener != nil && *s.Listener == side }

// Color returns the name of a piece's color in a list of layers.
func (s *Speaker) Color(p game.Piece) string {
	return s.catalog.T("color." + s.game.ColorName(p) + ".layer")
}

// Spot describes what lies on a spot: "e4: stack of 3, black on top, yours;
// below: red, joker".
func (s *Speaker) Spot(p game.Position, at game.Spot) string {
	return s.catalog.Labeled(s.game.Layout().Names[at], s.Stack(p, at))
}

// Stack describes a stack from the top down, or says that the spot is empty.
func (s *Speaker) Stack(p game.Position, at game.Spot) string {
	pieces := p.Stack(at, nil)
	if len(pieces) == 0 {
		return s.catalog.T("say.empty")
	}
	parts := []string{s.height(len(pieces)), s.top(pieces)}
	if owner := s.Owner(p, at); owner != "" {
		parts = append(parts, owner)
	}
	text := strings.Join(parts, ", ")
	if len(pieces) > 1 {
		below := make([]string, 0, len(pieces)-1)
		for i := len(pieces) - 2; i >= 0; i-- {
			below = append(below, s.Color(pieces[i]))
		}
		text += "; " + s.catalog.T("say.below", i18n.Args{"layers": strings.Join(below, ", ")})
	}
	return text
}

func (s *Speaker) height(n int) string { return s.catalog.T("say.stack", i18n.Args{"n": n}) }

func (s *Speaker) top(pieces []game.Piece) string {
	color := s.game.ColorName(pieces[len(pieces)-1])
	if len(pieces) == 1 {
		return s.catalog.T("color." + color + ".layer")
	}
	return s.catalog.T("say.top", i18n.Args{"color": color})
}

// Owner says whose the stack on a spot is, or why it is nobody's; "" where its
// color says so, and of a piece that belongs to nobody ever.
func (s *Speaker) Owner(p game.Position, at game.Spot) string {
	o, ok := p.(game.Owner)
	pieces := p.Stack(at, nil)
	if !ok || len(pieces) == 0 {
		return ""
	}
	claimer, claims := p.(game.Claimer)
	if claims && !claimer.IsColor(pieces[len(pieces)-1]) {
		return ""
	}
	if len(pieces) == s.game.MaxHeight() && !s.won(p, at) {
		return s.catalog.T("say.obstacle")
	}
	for _, side := range []game.Side{game.First, game.Second} {
		if o.Owned(side)&at.Bit() == 0 {
			continue
		}
		switch {
		case s.isListener(side):
			return s.catalog.T("say.owner.yours")
		case s.Listener != nil:
			return s.catalog.T("say.owner.theirs")
		case claims:
			return s.catalog.T("say.owner.side", i18n.Args{"player": s.Player(side)})
		}
		return "" // without claims the color of the top says it
	}
	if claims {
		return s.catalog.T("say.owner.neutral")
	}
	return ""
}

// won reports whether the full stack on a spot has ended the game for its owner,
// so that it is no obstacle.
func (s *Speaker) won(p game.Position, at game.Spot) bool {
	o, owns := p.(game.Owner)
	scorer, scores := p.(game.Scorer)
	if !owns || !scores {
		return false
	}
	for _, side := range []game.Side{game.First, game.Second} {
		if o.Owned(side)&at.Bit() == 0 {
			continue
		}
		for _, c := range scorer.Standing(side) {
			if c.Wins && c.N > 0 {
				return true
			}
		}
	}
	return false
}
