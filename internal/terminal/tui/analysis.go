package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/internal/local"
	"cairn.example/internal/play"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// analysisGame is a game that is looked through and tried out.
type analysisGame struct{ homeGame }

func (a analysisGame) branches() bool       { return true }
func (a analysisGame) clocked() bool        { return false }
func (a analysisGame) timed() bool          { return false }
func (a analysisGame) contested() bool      { return false }
func (a analysisGame) answers() bool        { return false }
func (a analysisGame) studies() bool        { return true }
func (a analysisGame) analyzable() bool     { return false }
func (a analysisGame) another() tea.Cmd     { return a.gs.home() }
func (a analysisGame) heading() string      { return a.gs.t("ui.analysis") }
func (a analysisGame) playersText() string  { return storedAnalysis }
func (a analysisGame) flags() bool          { return false }
func (a analysisGame) listener() *game.Side { return nil }

func (a analysisGame) start() tea.Cmd {
	a.gs.tell(dim, a.gs.t("tui.welcome.analysis"))
	return nil
}

func (a analysisGame) nextTick(time.Duration, time.Duration, bool) (time.Duration, bool) {
	return 0, false
}

// end is what the rules say: where a game was resigned or agreed, moves can be tried out
// all the same.
func (a analysisGame) end() play.End {
	if o := a.gs.pos().Outcome(); o != game.Ongoing {
		return play.End{Over: true, Outcome: o, Why: record.Normal}
	}
	return play.End{}
}

// status says how the game ended where the line played ends, else whose turn it is.
func (a analysisGame) status() (string, style, bool) {
	gs := a.gs
	if end := gs.session.End(); end.Over && gs.session.Live() {
		return gs.say.End(gs.pos(), end), accent, true
	}
	return gs.say.Turn(gs.pos()), plain, !gs.over()
}

func (a analysisGame) play(m game.Move, e play.Event, now time.Time) tea.Cmd {
	if err := a.gs.session.ReopenFor(m); err != nil {
		a.gs.warn(a.gs.reason(err))
		return nil
	}
	return a.gs.played(m, e, now, a.gs.chosenRoute(m))
}

// toggleAnalysis shows the game for analysis, or goes back from there to the game.
func (gs *gameScreen) toggleAnalysis() tea.Cmd {
	if gs.source.analyzable() {
		return gs.analyze()
	}
	return gs.backToGame()
}

// backToGame shows the game that was opened for analysis, as it was left.
func (gs *gameScreen) backToGame() tea.Cmd {
	if gs.origin == nil {
		return nil
	}
	game := gs.origin
	gs.show(game)
	if game.pausedToAnalyze {
		game.pausedToAnalyze = false
		_ = game.apply(play.Event{Kind: play.Resume}, gs.Now()) // refused where it goes on already
	}
	return game.start()
}

// analyze shows the game for analysis. The clocks are paused meanwhile, and run on where it
// cannot be shown.
func (gs *gameScreen) analyze() tea.Cmd {
	gs.checkFlag(gs.Now()) // the analysis has the result
	analysis, err := gs.analysisOf()
	if err != nil {
		gs.warn(gs.errorText(err))
		return nil
	}
	gs.pausedToAnalyze = gs.apply(play.Event{Kind: play.Pause}, gs.Now()) == nil // refused where no clock runs
	gs.show(analysis)
	return analysis.start()
}

// analysisOf returns the screen that analyzes the game, at the position shown.
func (gs *gameScreen) analysisOf() (*gameScreen, error) {
	session, err := local.Open(gs.session.Record())
	if err != nil {
		return nil, err
	}
	session.GoTo(len(gs.steps))
	analysis, err := newGameScreen(gs.app, Setup{Session: session, Analysis: true})
	if err != nil {
		return nil, err
	}
	analysis.origin = gs
	analysis.turned = gs.turned
	return analysis, nil
}

// newGame begins a new game like this one, with a board of its own.
func (gs *gameScreen) newGame() tea.Cmd {
	setup, err := gs.app.NewGame.Setup(gs.Seed, gs.Now())
	if err != nil || setup.Session.Game().ID() != gs.game().ID() {
		return gs.home()
	}
	return gs.open(setup)
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
func (gs *gameScreen) judgeAll() tea.Cmd {
	if !gs.source.studies() {
		return nil
	}
	if len(gs.steps)+len(gs.ahead) == 0 {
		gs.clearMessages()
		gs.warn(gs.t("ui.analysis.empty"))
		return nil
	}
	gs.engine.renew()
	gs.engine.on = false
	gs.engine.judging++
	return gs.judgePly(0)
}

// line returns the positions of the line one is on, the first one in front.
func (gs *gameScreen) line() []game.Position {
	list := []game.Position{gs.session.Start()}
	for _, s := range gs.steps {
		list = append(list, s.After)
	}
	for _, s := range gs.ahead {
		list = append(list, s.After)
	}
	return list
}

func (gs *gameScreen) judgePly(ply int) tea.Cmd {
	line := gs.line()
	gs.clearMessages()
	if ply >= len(line) {
		gs.engine.on = true
		n := gs.mistakes()
		if n == 0 {
			gs.tell(plain, gs.t("ui.analysis.no_mistakes"))
		} else {
			gs.tell(plain, gs.t("ui.analysis.mistakes", i18n.Args{"n": n}))
		}
		if text := gs.accuracyText(); text != "" {
			gs.tell(plain, text)
		}
		gs.engine.renew()
		return gs.judge()
	}
	gs.tell(dim, gs.t("ui.analysis.progress", i18n.Args{"n": ply, "total": len(line) - 1}))
	pos, all, number := line[ply].Copy(), gs.engine.judging, gs.number
	if o := pos.Outcome(); o != game.Ongoing {
		return func() tea.Msg { return gameMsg{number, judgedMsg{ply, all, Score{Outcome: o}, nil, true}} }
	}
	ctx := gs.engine.context()
	return func() tea.Msg {
		m := judgedMsg{ply: ply, all: all}
		engine, err := gs.analyst()
		if err == nil {
			err = engine.Analyze(ctx, pos, 1, Budget{Time: judgeTime}, func(lines []Line) {
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
func (gs *gameScreen) positionJudged(m judgedMsg) tea.Cmd {
	line := gs.line()
	if m.all != gs.engine.judging || m.ply >= len(line) {
		return nil
	}
	if m.err != nil && !m.ok {
		gs.clearMessages()
		gs.warn(gs.errorText(m.err))
		return nil
	}
	if m.ok {
		gs.scores[line[m.ply].Key()] = m.score
		at := len(gs.steps)
		gs.session.GoTo(m.ply)
		gs.session.Annotate(func(n *record.Note) { n.Eval = m.score.eval() })
		gs.session.GoTo(at)
		gs.dirty = true
	}
	return gs.judgePly(m.ply + 1)
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
func (gs *gameScreen) readScores() {
	at := gs.session.Ply()
	for ply := range at + len(gs.session.Ahead()) + 1 {
		gs.session.GoTo(ply)
		if score, ok := scoreOf(gs.session.Note().Eval); ok {
			gs.scores[gs.pos().Key()] = score
		}
	}
	gs.session.GoTo(at)
}

// mark is the judgement of a move; none where the value of either position is not
// known.
func (gs *gameScreen) mark(s local.Step) judge.Mark {
	before, ok := gs.scores[s.Before.Key()]
	after, ok2 := gs.scores[s.After.Key()]
	if !ok || !ok2 {
		return judge.NoMark
	}
	mover := s.Before.Side()
	_, mark := judge.Move(before.value(mover), after.value(mover))
	return mark
}

func (gs *gameScreen) mistakes() int {
	n := 0
	for _, s := range append(append([]local.Step(nil), gs.steps...), gs.ahead...) {
		if gs.mark(s) != judge.NoMark {
			n++
		}
	}
	return n
}

// accuracyText says how well each player played the line one is on; "" where too few
// moves of both were judged.
func (gs *gameScreen) accuracyText() string {
	var judged []judge.JudgedMove
	for _, s := range append(append([]local.Step(nil), gs.steps...), gs.ahead...) {
		move := judge.JudgedMove{Second: s.Before.Side() == game.Second}
		if score, ok := gs.scores[s.After.Key()]; ok {
			value := score.value(game.First)
			move.After = &value
		}
		judged = append(judged, move)
	}
	var parts []string
	for i, accuracy := range judge.Accuracy(judged) {
		if accuracy != judge.NoAccuracy {
			parts = append(parts, gs.say.Player(game.Side(i))+" "+gs.Catalog.Percent(float64(accuracy)/100))
		}
	}
	if parts == nil {
		return ""
	}
	return gs.Catalog.Labeled(gs.t("ui.analysis.accuracy"), strings.Join(parts, ", "))
}

// graph draws how the chances went along the line, a column a position, the
// present one picked; high is good for First.
func (gs *gameScreen) graph(c *column) {
	line := gs.line()
	known := 0
	for _, p := range line {
		if _, ok := gs.scores[p.Key()]; ok {
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
		score, ok := gs.scores[line[i].Key()]
		fill := int(score.chance()*float64(rows*8) + 0.5)
		st := plain
		if x == len(gs.steps) || n > c.w && x == len(gs.steps)*(c.w-1)/(n-1) {
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
func (gs *gameScreen) nextMistake(step int) tea.Cmd {
	all := append(append([]local.Step(nil), gs.steps...), gs.ahead...)
	for i := len(gs.steps) - 1 + step; i >= 0 && i < len(all); i += step {
		if gs.mark(all[i]) != judge.NoMark {
			return gs.goTo(i + 1)
		}
	}
	gs.clearMessages()
	gs.warn(strings.TrimSpace(gs.t("ui.analysis.no_mistakes")))
	return nil
}
