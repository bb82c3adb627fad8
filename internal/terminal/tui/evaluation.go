package tui

import (
	"math"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// judgement draws how the engine sees the position, and in analysis its lines too
// where they are not drawn elsewhere.
func (v gameView) judgement(c *column, roomy, lined bool) {
	if c.left() < 1 {
		return
	}
	if !v.engine.on {
		if v.traits().studies && lined {
			v.played(c)
		}
		return
	}
	lines := v.engine.best
	stale := len(lines) == 0
	if stale {
		lines = v.engine.shown
	}
	if v.over() {
		lines = nil
	}
	text, short := v.t("ui.hint.thinking"), ""
	share := 0.5
	score, known := v.engine.scores[v.pos().Key()] // by the record, or seen before
	if len(lines) > 0 && !(stale && known) {
		score, known = lines[0].Score, true
	}
	switch {
	case known && !v.over():
		text, short, share = v.scoreText(score), v.scoreShort(score), score.chance(v.pos())
	case v.over():
		text = ""
		if side, won := v.end().Outcome.Winner(); won {
			share = float64(1 - side)
		}
	}
	st := strong
	if stale {
		st = dim
	}
	v.bar(c, share, short, st)
	if len(wrap(text, c.w)) <= min(2, c.left()) { // else the number at the bar must do
		c.para(text, 2, st)
	}
	if v.traits().studies && lined {
		v.engineLines(c)
		v.played(c)
	}
	if roomy {
		c.gap()
	}
}

// withJudgement adds to a text how the engine sees the position, in as much of the rest of
// w columns as there is: the score, and the beginning of its best line. It is for terminals
// without room for a panel.
func (v gameView) withJudgement(text string, w int) string {
	if !v.engine.on || v.over() {
		return text
	}
	score, known := v.engine.scores[v.pos().Key()]
	var moves []game.Move
	if lines := v.engine.best; len(lines) > 0 {
		score, known, moves = lines[0].Score, true, lines[0].Moves
	}
	if !known {
		return text
	}
	apart := " · "
	if v.ASCII {
		apart = " | "
	}
	judged := text + apart + v.scoreShort(score)
	if width(judged) > w {
		return text
	}
	for _, m := range moves {
		longer := judged + " " + v.game().MoveText(m)
		if width(longer) > w {
			break
		}
		judged = longer
	}
	return judged
}

// engineLines draws the lines that the engine thinks best.
func (v gameView) engineLines(c *column) {
	lines := v.engine.best
	if len(lines) == 0 || v.over() {
		return
	}
	for _, l := range lines {
		if c.left() < 1 {
			break
		}
		x := c.text(c.x, c.y, c.w, v.scoreShort(l.Score)+" ", strong)
		c.trim(x, c.y, c.x+c.w-x, v.movesText(l.Moves), plain)
		c.on(line(c.x, c.y, c.w), playMsg{l.Moves[0], v.engine.generation})
		c.y++
	}
	text := v.t("ui.analysis.depth", i18n.Args{"n": lines[0].Depth})
	if lines[0].Speed > 0 {
		text = fit(c.w, text+", "+v.t("ui.analysis.speed", i18n.Args{"n": int(lines[0].Speed)}), text)
	}
	c.add(text, dim)
}

// playMsg plays a move that the view shows, while it is still that view's.
type playMsg struct {
	move       game.Move
	generation int
}

// bar draws how likely it is that First wins.
func (v gameView) bar(c *column, share float64, score string, s style) {
	names := [2]string{strings.ToUpper(v.game().SideName(game.First)), strings.ToUpper(v.game().SideName(game.Second))}
	w := c.w - width(names[0]) - width(names[1]) - 2 - 7
	full := min(max(int(math.Round(share*float64(w))), 0), w)
	x := c.text(c.x, c.y, c.w, names[0]+" ", dim)
	x = c.draw(x, c.y, full, strings.Repeat(c.glyph("█", "#"), full), c.theme.Cue, 0, 0)
	x = c.draw(x, c.y, w-full, strings.Repeat(c.glyph("░", "."), w-full), c.faint(), 0, 0)
	c.text(x, c.y, c.w, " "+names[1], dim)
	c.right(c.x+c.w, c.y, score, s)
	c.y++
}

// graph draws how the chances went along the line, a column a position, the
// present one picked; high is good for First.
func (v gameView) graph(c *column) {
	line := v.line()
	known := 0
	for _, p := range line {
		if _, ok := v.engine.scores[p.Key()]; ok {
			known++
		}
	}
	if known < 2 || c.left() < 5 {
		return
	}
	const rows = 2
	blocks := []rune(" ▁▂▃▄▅▆▇█")
	if c.ascii {
		blocks = []rune(" ._-=+*%#")
	}
	n := len(line)
	for x := range min(c.w, n) {
		i := x
		if n > c.w {
			i = x * (n - 1) / (c.w - 1)
		}
		score, ok := v.engine.scores[line[i].Key()]
		fill := int(score.chance(line[i])*float64(rows*8) + 0.5)
		st := plain
		if x == len(v.steps) || n > c.w && x == len(v.steps)*(c.w-1)/(n-1) {
			st = accent
		}
		for row := range rows {
			part := min(max(fill-8*(rows-1-row), 0), 8)
			text := string(blocks[part])
			if !ok {
				text = " "
				if row == rows-1 {
					text = c.glyph("·", ".")
				}
			}
			c.text(c.x+x, c.y+row, 1, text, st)
		}
		c.on(draw.Rect{X0: c.x + x, Y0: c.y, X1: c.x + x + 1, Y1: c.y + rows}, goToMsg(i))
	}
	c.y += rows
}

// value is the score as a side sees it, by the engine's curve.
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

// chance is how likely First wins at p, among people.
func (s Score) chance(p game.Position) float64 {
	v := s.value(game.First)
	v.Curve = judge.PeopleAt(p)
	return v.Chance()
}

// eval is the score as it stands in records.
func (s Score) eval() record.Eval {
	switch s.Outcome {
	case game.FirstWins:
		return record.Eval{Kind: record.ProvedWin}
	case game.SecondWins:
		return record.Eval{Kind: record.ProvedLoss}
	case game.Draw:
		return record.Eval{Kind: record.ProvedDraw}
	}
	return record.Eval{Kind: record.Scored, Score: float64(s.Points) / 100}
}

// scoreOf reads what a record says of a position.
func scoreOf(e record.Eval) (Score, bool) {
	switch e.Kind {
	case record.Scored:
		// Other programs may count in other units; a value out of all bounds is a
		// decided game too.
		return Score{Points: int(100 * min(max(e.Score, -1e6), 1e6))}, true
	case record.ProvedWin:
		return Score{Outcome: game.FirstWins}, true
	case record.ProvedLoss:
		return Score{Outcome: game.SecondWins}, true
	case record.ProvedDraw:
		return Score{Outcome: game.Draw}, true
	}
	return Score{}, false
}

// readScores takes over the evaluations in the record of the game.
func (e *enginePanel) readScores() {
	at := e.session.Ply()
	for ply := range at + len(e.session.Ahead()) + 1 {
		e.session.GoTo(ply)
		if score, ok := scoreOf(e.session.Note().Eval); ok {
			e.scores[e.pos().Key()] = score
		}
	}
	e.session.GoTo(at)
}

// mark is the judgement of a move; none where the value of either position is not
// known.
func (e *enginePanel) mark(s local.Step) judge.Mark {
	before, ok := e.scores[s.Before.Key()]
	after, ok2 := e.scores[s.After.Key()]
	if !ok || !ok2 {
		return judge.NoMark
	}
	mover := s.Before.Side()
	best := before.value(mover)
	best.Curve = judge.PeopleAt(s.Before)
	return judge.MarkIn(s.Before, judge.Loss(best, after.value(mover)))
}

func (e *enginePanel) mistakes() int {
	n := 0
	for _, s := range e.wholeLine() {
		if e.mark(s) != judge.NoMark {
			n++
		}
	}
	return n
}

// accuracyText says how well each player played the line shown; "" where too few
// moves of both were judged.
func (e *enginePanel) accuracyText() string {
	var judged []judge.JudgedMove
	for _, s := range e.wholeLine() {
		move := judge.JudgedMove{Second: s.Before.Side() == game.Second}
		if score, ok := e.scores[s.After.Key()]; ok {
			value := score.value(game.First)
			move.After = &value
		}
		judged = append(judged, move)
	}
	var parts []string
	for i, accuracy := range judge.Accuracy(judged) {
		if accuracy != judge.NoAccuracy {
			parts = append(parts, e.say.Player(game.Side(i))+" "+e.Catalog.Percent(float64(accuracy)/100))
		}
	}
	if parts == nil {
		return ""
	}
	return e.Catalog.Labeled(e.t("ui.analysis.accuracy"), strings.Join(parts, ", "))
}
