package say

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/training"
)

// Refutation is what a wrong move of a puzzle leads to.
type Refutation struct {
	Move    game.Move
	Line    []game.Move // the best line of the opponent, empty where the game is over
	Outcome game.Outcome
	Proved  bool // there was time to prove it
}

// Puzzle says which puzzle this is, in one sentence or two.
func (s *Speaker) Puzzle(t *training.Task) string {
	z := t.Puzzle
	args := i18n.Args{"game": s.catalog.T("game." + s.game.ID()), "n": strconv.Itoa(z.ID), "rating": strconv.Itoa(z.Rating)}
	text := s.sentence("cli.train.puzzle", args)
	if t.Daily {
		args["date"] = puzzle.Date(t.Day)
		text = s.sentence("cli.train.daily", args)
	}
	if t.Repeated {
		text += " " + s.sentence("cli.train.again", nil)
	}
	return text
}

// Asked says what a puzzle asks for.
func (s *Speaker) Asked(t *training.Task) string {
	key := "cli.train.draw"
	if t.Result == puzzle.Win {
		key = "cli.train.win"
	}
	return s.sentence(key, i18n.Args{"player": s.Player(t.Position().Side())})
}

// Replied says that a move was right and what the opponent of side answers.
func (s *Speaker) Replied(side game.Side, reply string) string {
	return s.sentence("cli.train.right", i18n.Args{"player": s.Player(side.Other()), "move": reply})
}

// Refuted says what is wrong with a move.
func (s *Speaker) Refuted(r Refutation) string {
	args := i18n.Args{"move": s.game.MoveText(r.Move)}
	if !r.Proved {
		return s.sentence("cli.train.unproved", args)
	}
	args["result"] = s.catalog.T("cli.score.draw")
	if winner, won := r.Outcome.Winner(); won {
		args["result"] = s.catalog.T("cli.solve.wins", i18n.Args{"player": s.Player(winner)})
	}
	if len(r.Line) == 0 {
		return s.sentence("cli.train.wrong.end", args)
	}
	moves := make([]string, len(r.Line))
	for i, m := range r.Line {
		moves[i] = s.game.MoveText(m)
	}
	args["line"] = strings.Join(moves, " ")
	return s.sentence("cli.train.wrong", args)
}

// Solution says the rest of the line of a puzzle.
func (s *Speaker) Solution(t *training.Task) string {
	var moves []string
	for _, step := range t.Puzzle.Line[t.Step():] {
		moves = append(moves, step[0])
	}
	return s.sentence("cli.train.answer", i18n.Args{"move": strings.Join(moves, " ")})
}

// Because says what speaks for the answer, "" where the list is empty.
func (s *Speaker) Because(list []Reason) string {
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, m := range list[:min(len(list), mostReasons)] {
		parts = append(parts, m.In(s.catalog))
	}
	return s.sentence("cli.analyze.why", i18n.Args{"reason": s.catalog.List("list.and", parts)})
}

// Themes says what a puzzle is about.
func (s *Speaker) Themes(t *training.Task) string {
	names := make([]string, len(t.Puzzle.Themes))
	for i, key := range t.Puzzle.Themes {
		names[i] = s.catalog.T("puzzle.theme." + key)
	}
	return s.sentence("cli.train.themes", i18n.Args{"themes": s.catalog.List("list.and", names)})
}

// Rating says how one stands in the game.
func (s *Speaker) Rating(p *training.Progress) string {
	id := s.game.ID()
	r := p.Rating(id)
	return s.sentence("cli.train.rating", i18n.Args{
		"game": s.catalog.T("game." + id), "rating": strconv.Itoa(int(r.Rating + 0.5)), "deviation": strconv.Itoa(int(r.Deviation + 0.5)),
		"run": strconv.Itoa(p.Run), "best": strconv.Itoa(p.Best),
	})
}

// DayResult is what can be passed on of the puzzle of a day; it gives nothing away.
func (s *Speaker) DayResult(t *training.Task, right bool) string {
	sign := "✗"
	if right {
		sign = "✓"
	}
	return s.catalog.Labeled(s.catalog.T("app.name"), s.catalog.T("game."+s.game.ID())+" "+puzzle.Date(t.Day)+" "+sign)
}

func (s *Speaker) sentence(key string, args i18n.Args) string {
	return i18n.Sentence(s.catalog.T(key, args))
}
