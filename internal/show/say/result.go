package say

import (
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// Turn says who is to move.
func (s *Speaker) Turn(p game.Position) string {
	if s.isListener(p.Side()) {
		return s.catalog.T("say.your_turn")
	}
	return s.catalog.T("say.turn_of", i18n.Args{"player": s.Player(p.Side())})
}

// Over says who has won and by what count, for an outcome of the rules. It
// says that the game goes on where it does.
func (s *Speaker) Over(p game.Position) string {
	outcome := p.Outcome()
	text := s.Winner(outcome)
	if outcome == game.Ongoing {
		return text
	}
	if by := s.decided(p); by != "" {
		text += " " + by
	}
	return text
}

// End says how a game ended at a position: why, and who has won. For a game that
// goes on it says that.
func (s *Speaker) End(p game.Position, e play.End) string {
	winner := s.Winner(e.Outcome)
	_, won := e.Outcome.Winner()
	switch {
	case e.Why == record.Normal:
		return s.Over(p)
	case e.Why == record.Unknown, e.Why == record.Abandoned && !won:
		return winner // what a record says and does not explain
	}
	key := "result.by." + string(e.Why)
	text := s.catalog.T(key, i18n.Args{"player": s.Player(e.By)})
	if you := key + ".you"; s.catalog.Has(you) {
		text = s.Of(e.By, key, you)
	}
	if _, decided := e.Why.Result(); decided {
		return text
	}
	return text + " " + winner
}

// Winner says who has won.
func (s *Speaker) Winner(o game.Outcome) string {
	side, won := o.Winner()
	switch {
	case o == game.Ongoing:
		return s.catalog.T("result.ongoing")
	case !won:
		return s.catalog.T("result.draw")
	case s.isListener(side):
		return s.catalog.T("result.you_win")
	case s.Listener != nil:
		return s.catalog.T("result.you_lose")
	}
	if s.Names[side] == s.catalog.T("side."+s.game.SideName(side)) {
		switch s.game.SideName(side) {
		case "w":
			return s.catalog.T("result.white_wins")
		case "b":
			return s.catalog.T("result.black_wins")
		}
	}
	return s.catalog.T("result.wins", i18n.Args{"player": s.Player(side)})
}

// decided says which count has decided a finished game.
func (s *Speaker) decided(p game.Position) string {
	if _, ok := p.(game.Scorer); !ok {
		return ""
	}
	d := game.DecisionOf(p)
	return s.catalog.T("result.by."+d.Key, i18n.Args{"first": d.First, "second": d.Second, "equal": d.Equal, "height": d.Height})
}
