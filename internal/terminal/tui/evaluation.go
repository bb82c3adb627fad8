package tui

import (
	"fmt"
	"math"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/show/i18n"
)

// judgement draws how the engine sees the position, and in analysis its lines too
// where they are not drawn elsewhere.
func (gs *gameScreen) judgement(c *column, roomy, lined bool) {
	if !gs.engine.on || c.left() < 1 {
		return
	}
	lines := gs.engine.best
	stale := len(lines) == 0
	if stale {
		lines = gs.engine.shown
	}
	if gs.over() {
		lines = nil
	}
	text, short := gs.t("ui.hint.thinking"), ""
	share := 0.5
	score, known := gs.scores[gs.pos().Key()] // by the record, or seen before
	if len(lines) > 0 && !(stale && known) {
		score, known = lines[0].Score, true
	}
	switch {
	case known && !gs.over():
		text, short, share = gs.scoreText(score), gs.scoreShort(score), score.chance()
	case gs.over():
		text = ""
		if side, won := gs.source.end().Outcome.Winner(); won {
			share = float64(1 - side)
		}
	}
	st := strong
	if stale {
		st = dim
	}
	gs.bar(c, share, short, st)
	if len(wrap(text, c.w)) <= min(2, c.left()) { // else the number at the bar must do
		c.para(text, 2, st)
	}
	if gs.source.studies() && lined {
		gs.engineLines(c)
	}
	if roomy {
		c.gap()
	}
}

// withJudgement adds to a text how the engine sees the position, in as much of the rest of
// w columns as there is: the score, and the beginning of its best line. It is for terminals
// without room for a panel.
func (gs *gameScreen) withJudgement(text string, w int) string {
	if !gs.engine.on || gs.over() {
		return text
	}
	score, known := gs.scores[gs.pos().Key()]
	var moves []game.Move
	if lines := gs.engine.best; len(lines) > 0 {
		score, known, moves = lines[0].Score, true, lines[0].Moves
	}
	if !known {
		return text
	}
	apart := " · "
	if gs.ASCII {
		apart = " | "
	}
	judged := text + apart + gs.scoreShort(score)
	if width(judged) > w {
		return text
	}
	for _, m := range moves {
		longer := judged + " " + gs.game().MoveText(m)
		if width(longer) > w {
			break
		}
		judged = longer
	}
	return judged
}

// engineLines draws the lines that the engine thinks best.
func (gs *gameScreen) engineLines(c *column) {
	lines := gs.engine.best
	if len(lines) == 0 || gs.over() {
		return
	}
	for _, l := range lines {
		if c.left() < 1 {
			break
		}
		x := c.text(c.x, c.y, c.w, gs.scoreShort(l.Score)+" ", strong)
		c.trim(x, c.y, c.x+c.w-x, gs.movesText(l.Moves), plain)
		c.on(line(c.x, c.y, c.w), playMsg{l.Moves[0], gs.engine.generation})
		c.y++
	}
	text := gs.t("ui.analysis.depth", i18n.Args{"n": lines[0].Depth})
	if lines[0].Speed > 0 {
		text = fit(c.w, text+", "+gs.t("ui.analysis.speed", i18n.Args{"n": int(lines[0].Speed)}), text)
	}
	c.add(text, dim)
}

// playMsg plays a move that the view shows, while it is still that view's.
type playMsg struct {
	move       game.Move
	generation int
}

// bar draws how likely it is that First wins.
func (gs *gameScreen) bar(c *column, share float64, score string, s style) {
	names := [2]string{strings.ToUpper(gs.game().SideName(game.First)), strings.ToUpper(gs.game().SideName(game.Second))}
	w := c.w - width(names[0]) - width(names[1]) - 2 - 7
	full := min(max(int(math.Round(share*float64(w))), 0), w)
	x := c.text(c.x, c.y, c.w, names[0]+" ", dim)
	x = c.draw(x, c.y, full, strings.Repeat(c.glyph("█", "#"), full), c.theme.Cue, 0, 0)
	x = c.draw(x, c.y, w-full, strings.Repeat(c.glyph("░", "."), w-full), c.faint(), 0, 0)
	c.text(x, c.y, c.w, " "+names[1], dim)
	c.right(c.x+c.w, c.y, score, s)
	c.y++
}

// value is the score as a side sees it.
func (s Score) value(side game.Side) judge.Value {
	v := judge.Value{Estimate: s.Points}
	switch s.Outcome {
	case game.FirstWins:
		v.Proof = judge.Won
	case game.SecondWins:
		v.Proof = judge.Lost
	case game.Draw:
		v.Proof = judge.Drawn
	}
	if side == game.Second {
		return v.Other()
	}
	return v
}

// chance is how likely First wins.
func (s Score) chance() float64 { return s.value(game.First).Chance() }

// scoreText says a score in words.
func (gs *gameScreen) scoreText(s Score) string {
	side, won := s.Outcome.Winner()
	switch {
	case s.Outcome == game.Draw:
		return gs.t("ui.analysis.proved_draw")
	case won && s.Margin > 0:
		return gs.t("ui.analysis.proved_margin", i18n.Args{"player": gs.say.Player(side), "margin": s.Margin})
	case won:
		return gs.t("ui.analysis.proved_win", i18n.Args{"player": gs.say.Player(side)})
	}
	share, name := s.chance(), gs.say.Player(game.First)
	if share < 0.5 {
		share, name = 1-share, gs.say.Player(game.Second)
	}
	return gs.t("ui.analysis.chance", i18n.Args{"player": name, "percent": gs.Catalog.Percent(share)})
}

// scoreShort writes a score in a few characters: +1.25, or who wins for certain.
func (gs *gameScreen) scoreShort(s Score) string {
	side, won := s.Outcome.Winner()
	switch {
	case s.Outcome == game.Draw:
		return "=="
	case won:
		return "#" + strings.ToUpper(gs.game().SideName(side))
	}
	return gs.Catalog.Figure(fmt.Sprintf("%+.2f", float64(s.Points)/100))
}

func (gs *gameScreen) movesText(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = gs.game().MoveText(m)
	}
	return strings.Join(words, " ")
}
