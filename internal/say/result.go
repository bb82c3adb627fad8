package say

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// Turn says who is to move.
func (s *Speaker) Turn(p game.Position) string {
	if s.hears(p.Side()) {
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
	who := i18n.Args{"player": s.Player(e.By)}
	switch e.Why {
	case record.Resignation:
		return s.catalog.T("result.by.resignation", who) + " " + s.Winner(e.Outcome)
	case record.Time:
		return s.catalog.T("result.by.time", who) + " " + s.Winner(e.Outcome)
	case record.Abandoned:
		if _, won := e.Outcome.Winner(); !won {
			return s.Winner(e.Outcome)
		}
		return s.catalog.T("result.by.abandoned", who) + " " + s.Winner(e.Outcome)
	case record.Agreement:
		return s.catalog.T("result.by.agreement")
	case record.Adjudication:
		return s.catalog.T("result.by.adjudication") + " " + s.Winner(e.Outcome)
	case record.Aborted:
		return s.catalog.T("result.by.aborted")
	case record.Unknown:
		return s.Winner(e.Outcome) // what a record says and does not explain
	}
	return s.Over(p)
}

// Winner says who has won.
func (s *Speaker) Winner(o game.Outcome) string {
	side, won := o.Winner()
	switch {
	case o == game.Ongoing:
		return s.catalog.T("result.ongoing")
	case !won:
		return s.catalog.T("result.draw")
	case s.hears(side):
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
	scorer, ok := p.(game.Scorer)
	if !ok {
		return ""
	}
	first, second := scorer.Standing(game.First), scorer.Standing(game.Second)
	equal := 0 // the stacks of 5 that both have
	for i := range first {
		if first[i].Key == "fives" {
			equal = first[i].N
		}
		last := i == len(first)-1
		if first[i].N == second[i].N && !(last && len(first) == 1) {
			continue
		}
		args := i18n.Args{"first": first[i].N, "second": second[i].N, "equal": equal}
		switch height, stacks := strings.CutPrefix(first[i].Key, "stacks"); {
		case first[i].Key == "sixes":
			return s.catalog.T("result.by.six")
		case first[i].Key == "fives":
			return s.catalog.T("result.by.fives", args)
		case first[i].Key == "pieces":
			return s.catalog.T("result.by.pieces", args)
		case stacks && height == "1":
			return s.catalog.T("result.by.singles", args)
		case stacks:
			if n, err := strconv.Atoi(height); err == nil {
				args["height"] = n
			}
			return s.catalog.T("result.by.stacks", args)
		}
	}
	return s.catalog.T("result.by.equal")
}
