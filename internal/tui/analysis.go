package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/say"
	"cairn.example/record"
)

// toggleAnalysis shows the game for analysis, or goes back from there to the game. The
// clocks are paused meanwhile.
func (t *gameScreen) toggleAnalysis() tea.Cmd {
	if t.analysis {
		if t.origin == nil {
			return nil
		}
		game := t.origin
		t.show(game)
		if game.pausedToAnalyze {
			game.pausedToAnalyze = false
			_ = game.apply(play.Event{Kind: play.Resume}, t.Now()) // refused where it goes on already
		}
		return game.start()
	}
	t.pausedToAnalyze = t.apply(play.Event{Kind: play.Pause}, t.Now()) == nil // refused where no clock runs
	session, err := local.Open(t.session.Record())
	if err != nil {
		t.warn(say.Error(t.Catalog, err))
		return nil
	}
	session.GoTo(len(t.steps))
	analysis, err := newGameScreen(t.app, Setup{Session: session, Analysis: true})
	if err != nil {
		t.warn(say.Error(t.Catalog, err))
		return nil
	}
	analysis.origin = t
	analysis.turned = t.turned
	t.show(analysis)
	return analysis.start()
}

// newGame begins a new game like this one, with a board of its own.
func (t *gameScreen) newGame() tea.Cmd {
	if t.analysis {
		return t.home()
	}
	setup, err := t.app.NewGame.Setup(t.Seed)
	if err != nil || setup.Session.Game().ID() != t.game().ID() {
		return t.home()
	}
	return t.open(setup)
}

// judgeTime is how long each position is looked at when a whole game is judged.
const judgeTime = 400 * time.Millisecond

// judgedMsg is what a position of the line is worth.
type judgedMsg struct {
	ply   int
	all   int // which judgement of a whole game this belongs to
	score Score
	err   error
	ok    bool
}

// judgeAll judges every position of the line one is on.
func (t *gameScreen) judgeAll() tea.Cmd {
	if !t.analysis {
		return nil
	}
	if len(t.steps)+len(t.ahead) == 0 {
		t.clearMessages()
		t.warn(t.t("ui.analysis.empty"))
		return nil
	}
	t.engine.renew()
	t.engine.on = false
	t.engine.judging++
	return t.judgePly(0)
}

// line returns the positions of the line one is on, the first one in front.
func (t *gameScreen) line() []game.Position {
	list := []game.Position{t.session.Start()}
	for _, s := range t.steps {
		list = append(list, s.After)
	}
	for _, s := range t.ahead {
		list = append(list, s.After)
	}
	return list
}

func (t *gameScreen) judgePly(ply int) tea.Cmd {
	line := t.line()
	t.clearMessages()
	if ply >= len(line) {
		t.engine.on = true
		n := t.mistakes()
		if n == 0 {
			t.tell(plain, t.t("ui.analysis.no_mistakes"))
		} else {
			t.tell(plain, t.t("ui.analysis.mistakes", i18n.Args{"n": n}))
		}
		t.engine.renew()
		return t.judge()
	}
	t.tell(dim, t.t("ui.analysis.progress", i18n.Args{"n": ply, "total": len(line) - 1}))
	pos, all, number := line[ply].Copy(), t.engine.judging, t.number
	if o := pos.Outcome(); o != game.Ongoing {
		return func() tea.Msg { return gameMsg{number, judgedMsg{ply, all, Score{Outcome: o}, nil, true}} }
	}
	ctx := t.engine.context()
	return func() tea.Msg {
		m := judgedMsg{ply: ply, all: all}
		engine, err := t.analyst()
		if err == nil {
			err = engine.Analyze(ctx, pos, 1, judgeTime, func(lines []Line) {
				if len(lines) > 0 {
					m.score, m.ok = lines[0].Score, true
				}
			})
		}
		if ctx.Err() != nil {
			m.all = -1 // whoever has stopped it wants no more
		}
		m.err = err
		return gameMsg{number, m}
	}
}

// positionJudged keeps what a position is worth and goes on to the next.
func (t *gameScreen) positionJudged(m judgedMsg) tea.Cmd {
	line := t.line()
	if m.all != t.engine.judging || m.ply >= len(line) {
		return nil
	}
	if m.err != nil && !m.ok {
		t.clearMessages()
		t.warn(say.Error(t.Catalog, m.err))
		return nil
	}
	if m.ok {
		t.scores[line[m.ply].Key()] = m.score
		at := len(t.steps)
		t.session.GoTo(m.ply)
		t.session.Annotate(func(n *record.Note) { n.Eval = m.score.eval() })
		t.session.GoTo(at)
		t.dirty = true
	}
	return t.judgePly(m.ply + 1)
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
func (t *gameScreen) readScores() {
	at := t.session.Ply()
	for ply := range at + len(t.session.Ahead()) + 1 {
		t.session.GoTo(ply)
		if score, ok := scoreOf(t.session.Note().Eval); ok {
			t.scores[t.pos().Key()] = score
		}
	}
	t.session.GoTo(at)
}

// mark is the judgement of a move; none where the value of either position is not
// known.
func (t *gameScreen) mark(s local.Step) judge.Mark {
	before, ok := t.scores[s.Before.Key()]
	after, ok2 := t.scores[s.After.Key()]
	if !ok || !ok2 {
		return judge.NoMark
	}
	mover := s.Before.Side()
	_, mark := judge.Move(before.value(mover), after.value(mover))
	return mark
}

func (t *gameScreen) mistakes() int {
	n := 0
	for _, s := range append(append([]local.Step(nil), t.steps...), t.ahead...) {
		if t.mark(s) != judge.NoMark {
			n++
		}
	}
	return n
}

// graph draws how the chances went along the line, a column a position, the
// present one picked; high is good for First.
func (t *gameScreen) graph(c *column) {
	line := t.line()
	known := 0
	for _, p := range line {
		if _, ok := t.scores[p.Key()]; ok {
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
		score, ok := t.scores[line[i].Key()]
		fill := int(score.chance()*float64(rows*8) + 0.5)
		st := plain
		if x == len(t.steps) || n > c.w && x == len(t.steps)*(c.w-1)/(n-1) {
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
		c.on(draw.Rect{X0: c.x + x, Y0: c.y, X1: c.x + x + 1, Y1: c.y + rows}, doMsg{doGoTo, i})
	}
	c.y += rows
}

// nextMistake shows the next position after which a move was worse than others.
func (t *gameScreen) nextMistake(step int) tea.Cmd {
	all := append(append([]local.Step(nil), t.steps...), t.ahead...)
	for i := len(t.steps) - 1 + step; i >= 0 && i < len(all); i += step {
		if t.mark(all[i]) != judge.NoMark {
			return t.goTo(i + 1)
		}
	}
	t.clearMessages()
	t.warn(strings.TrimSpace(t.t("ui.analysis.no_mistakes")))
	return nil
}
