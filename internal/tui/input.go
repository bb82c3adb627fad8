package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
)

// update takes keys, the mouse, clicks on what the view shows, and results.
func (t *table) update(msg tea.Msg) tea.Cmd {
	t.still(msg)
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		if t.typed != nil {
			return t.typing(m)
		}
		return t.key(m)
	case tea.PasteMsg:
		if t.typed == nil {
			t.typed = &typing{}
		}
		t.typed.insert(m.Content)
		t.preview()
	case tea.MouseMsg:
		return t.mouse(m)
	case doMsg:
		return t.do(m.what, m.n)
	case answeredMsg:
		return t.answered(m)
	case linesMsg:
		return t.told(m)
	case judgedMsg:
		return t.judged(m)
	case savedMsg:
		return t.saved(m)
	case playMsg:
		if m.run == t.mind.run && t.mine() {
			return t.play(m.move)
		}
	case replayMsg:
		if m.run == t.mind.run && len(t.ahead) > 0 {
			return t.play(t.ahead[0].Move)
		}
	case passMsg:
		if m, pass := t.choice.mustPass(); pass && t.mine() && !t.held {
			return t.play(m)
		}
	case frameMsg:
		return t.nextFrame(m)
	case tickMsg:
		if m.run == t.mind.run {
			return t.ticked()
		}
	}
	return nil
}

// doMsg is what a click on the view means, or a key.
type doMsg struct {
	what command
	n    int
}

// command is what can be done at a table.
type command uint8

const (
	noCommand command = iota
	doLand
	doCancel
	doNext
	doPrevious
	doClaim // the nth color, 0 for none
	doUndo
	doRedo
	doBack // a ply, to look
	doForward
	doFirst
	doLast
	doGoTo
	doVariation // the next or previous one
	doHint
	doJudge
	doLines
	doBest
	doHinges
	doTurn
	doZen
	doMotion // show moves as they go, or at once
	doSave
	doOpen
	doMenu
	doHelp
	doType
	doLeave
	doNew
	doResign
	doStudy
	doJudgeAll
	doLapse // the next or previous mistake
)

// keys are what they do at a table, where no text is being typed.
var keys = map[string]doMsg{
	"enter": {doLand, 0}, "space": {doLand, 0}, "esc": {doCancel, 0},
	"tab": {doNext, 0}, "shift+tab": {doPrevious, 0},
	"0": {doClaim, 0}, "1": {doClaim, 1}, "2": {doClaim, 2}, "3": {doClaim, 3}, "4": {doClaim, 4}, "5": {doClaim, 5},
	"u": {doUndo, 0}, "y": {doRedo, 0}, "ctrl+y": {doRedo, 0}, "ctrl+r": {doRedo, 0},
	"pgup": {doBack, 1}, "pgdown": {doForward, 1}, "[": {doBack, 1}, "]": {doForward, 1},
	"home": {doFirst, 0}, "end": {doLast, 0},
	"<": {doVariation, -1}, ">": {doVariation, 1},
	"t": {doHint, 0}, "l": {doJudge, 0}, "+": {doLines, 1}, "-": {doLines, -1}, "=": {doLines, 1}, ".": {doBest, 0},
	"o": {doHinges, 0}, "v": {doTurn, 0}, "z": {doZen, 0},
	"s": {doSave, 0}, "m": {doMenu, 0}, "f10": {doMenu, 0}, "?": {doHelp, 0}, "f1": {doHelp, 0},
	":": {doType, 0}, "/": {doType, 0}, "n": {doNew, 0}, "q": {doLeave, 0}, "x": {doStudy, 0}, "w": {doJudgeAll, 0}, ";": {doLapse, 1}, ",": {doLapse, -1},
}

func (t *table) key(k tea.KeyPressMsg) tea.Cmd {
	name := k.String()
	t.held = t.held || name != "enter" && name != "space"
	if d, ok := arrows[strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "shift+"), "alt+"), "ctrl+")]; ok {
		t.walk(d, strings.Contains(name, "+"))
		return nil
	}
	if m, ok := keys[name]; ok {
		return t.do(m.what, m.n)
	}
	// The letters that a move can begin with begin one.
	if text := strings.ToLower(k.Text); len(text) == 1 && strings.Contains(moveLetters, text) {
		t.typed = &typing{}
		t.typed.insert(k.Text)
		t.preview()
	}
	return nil
}

// moveLetters are the columns of spots, the letters of colors, and that of a
// pass.
const moveLetters = "abcdefghijkrp"

func (t *table) do(what command, n int) tea.Cmd {
	switch what {
	case doLand:
		return t.act(t.focus)
	case doCancel:
		return t.cancel()
	case doNext:
		t.jump(1)
	case doPrevious:
		t.jump(-1)
	case doClaim:
		t.claim(n)
	case doUndo:
		return t.undo()
	case doRedo:
		return t.redo()
	case doBack:
		return t.goTo(len(t.steps) - n)
	case doForward:
		return t.goTo(len(t.steps) + n)
	case doFirst:
		return t.goTo(0)
	case doLast:
		return t.goTo(len(t.steps) + len(t.ahead))
	case doGoTo:
		return t.goTo(n)
	case doVariation:
		return t.sibling(n)
	case doHint:
		return t.hint()
	case doJudge:
		return t.judgeMore()
	case doLines:
		return t.moreLines(n)
	case doBest:
		return t.best()
	case doHinges:
		t.hinges = !t.hinges
	case doTurn:
		t.turned = !t.turned
	case doZen:
		t.zen = !t.zen
	case doMotion:
		t.Animate = !t.Animate
	case doSave:
		return t.push(newSaving(t))
	case doOpen:
		return t.openFile()
	case doMenu:
		return t.push(t.menu())
	case doHelp:
		return t.push(newHelp(t.app, t.game()))
	case doType:
		t.typed = &typing{}
	case doLeave:
		return t.home()
	case doNew:
		return t.push(t.ask(t.t("ui.sure.new"), t.again))
	case doResign:
		return t.resign()
	case doStudy:
		return t.studyThis()
	case doJudgeAll:
		return t.judgeAll()
	case doLapse:
		return t.nextLapse(n)
	}
	return nil
}

// arrows are directions on the screen: columns and rows, downwards.
var arrows = map[string][2]int{"up": {0, -1}, "down": {0, 1}, "left": {-1, 0}, "right": {1, 0}}

// walk moves the focus to a neighbor. Of the six directions of a board four are
// slanted: an arrow across the board's straight lines goes along one slant,
// with shift along the other, and where there is nothing along the one it goes
// along the other.
func (t *table) walk(arrow [2]int, shift bool) {
	g := t.seen.grid
	if g == nil {
		return
	}
	t.why, t.asked = nil, game.NoSpot
	if t.focus == game.NoSpot {
		t.focus = t.firstFocus()
		return
	}
	x, y := g.Center(t.focus)
	var straight, slant, other game.Spot = game.NoSpot, game.NoSpot, game.NoSpot
	for _, n := range t.game().Layout().Neighbors[t.focus] {
		if n == game.NoSpot {
			continue
		}
		nx, ny := g.Center(n)
		dx, dy := sign(nx-x), sign(ny-y)
		along, across := dx*arrow[0]+dy*arrow[1], dx*arrow[1]+dy*arrow[0]
		switch {
		case along <= 0:
		case across == 0:
			straight = n
		// Left and right slant up; up slants right and down slants left.
		case arrow[1] == 0 && dy < 0, arrow[0] == 0 && dx == -arrow[1]:
			slant = n
		default:
			other = n
		}
	}
	if shift {
		slant, other = other, slant
	}
	for _, s := range []game.Spot{straight, slant, other} {
		if s != game.NoSpot {
			t.focus = s
			return
		}
	}
}

func sign(n int) int {
	switch {
	case n > 0:
		return 1
	case n < 0:
		return -1
	}
	return 0
}

// jump moves the focus to the next stack that can move, or the next target.
func (t *table) jump(step int) {
	set := t.choice.targets() | t.choice.points()
	if set == 0 {
		set = t.choice.origins(t.choice.claim)
	}
	spots := t.game().Layout().Spots
	at := 0
	for i, s := range spots {
		if s == t.focus {
			at = i
		}
	}
	for range spots {
		at = (at + step + len(spots)) % len(spots)
		if set&spots[at].Bit() != 0 {
			t.focus = spots[at]
			t.why, t.asked = nil, game.NoSpot
			return
		}
	}
}

// claim picks the nth color that can be claimed, or none; the same again takes
// it back.
func (t *table) claim(n int) {
	if !t.mine() {
		return
	}
	t.hush()
	t.why, t.asked = nil, game.NoSpot
	color := game.Piece(0)
	if n > 0 {
		c, ok := t.pos().(game.Claimer)
		if !ok {
			return
		}
		list := t.claimable()
		if n > len(list) {
			return
		}
		color = list[n-1]
		if color == t.choice.claim {
			color = 0
		} else if !contains(t.choice.claims(), color) {
			t.complain(t.noClaim(c, color))
			return
		}
	}
	t.choice.claim = color
	if len(t.choice.path) > 0 && t.choice.origins(color)&t.choice.path[0].Bit() == 0 {
		t.choice.path = nil
	} else if len(t.choice.path) > 1 {
		t.choice.path = t.choice.path[:1]
	}
}

// noClaim says why a color cannot be claimed now, in the words of the rules.
func (t *table) noClaim(c game.Claimer, color game.Piece) string {
	l := t.game().Layout()
	for _, from := range l.Spots {
		for _, to := range l.Spots {
			if from != to && t.choice.top(from) != 0 && t.choice.top(to) != 0 {
				if e := t.choice.refused(t.choice.spelled(color, []game.Spot{from}, to)); e != nil && e.Args["from"] == "" {
					return i18n.Sentence(t.reason(e))
				}
			}
		}
	}
	return t.t("ui.claim.nothing")
}

// claimable returns the colors that are claimed in this game, by anybody or
// nobody: those of the pieces that can lie on top.
func (t *table) claimable() []game.Piece {
	if _, ok := t.pos().(game.Claimer); !ok {
		return nil
	}
	var list []game.Piece
	for _, p := range t.game().Pieces() {
		if t.Catalog.Has("color." + t.game().ColorName(p) + ".claim") {
			list = append(list, p)
		}
	}
	return list
}

func contains(list []game.Piece, p game.Piece) bool {
	for _, q := range list {
		if p == q {
			return true
		}
	}
	return false
}

// cancel goes a step back in the choice; with nothing chosen it opens the menu.
func (t *table) cancel() tea.Cmd {
	switch {
	case t.why != nil || t.mind.hint != nil:
		t.why, t.asked, t.mind.hint = nil, game.NoSpot, nil
		t.hush()
	case len(t.choice.path) > 0:
		t.choice.path = t.choice.path[:len(t.choice.path)-1]
	case t.choice.claim != 0:
		t.choice.claim = 0
	default:
		return t.push(t.menu())
	}
	return nil
}

// act takes up the stack on a spot, goes on from it, or lands there.
func (t *table) act(s game.Spot) tea.Cmd {
	if s == game.NoSpot {
		return nil
	}
	if !t.mine() {
		t.hush()
		switch {
		case t.over():
			t.note(strong, t.result())
		case t.back():
			t.complain(t.t("tui.back.computer"))
		default:
			t.note(dim, t.t("ui.thinking", i18n.Args{"player": t.say.Player(t.pos().Side())}))
		}
		return nil
	}
	if m, pass := t.choice.mustPass(); pass {
		return t.play(m)
	}
	again := t.asked == s
	t.why, t.asked, t.mind.hint = nil, game.NoSpot, nil
	t.hush()
	if m, ok := t.choice.move(s); ok {
		return t.play(m)
	}
	path := t.choice.path
	switch {
	case t.choice.placing():
		t.refuse(s)
	case len(path) == 0:
		t.take(s)
	case s == path[0]:
		t.choice.path = nil
	case t.choice.points()&s.Bit() != 0:
		t.choice.path = append(path[:len(path):len(path)], s)
	case s == path[len(path)-1]:
		t.choice.path = path[:len(path)-1]
	case len(t.pos().Stack(s, nil)) == 0:
		t.choice.path = nil
	case again:
		t.choice.path = nil
		t.take(s)
	default:
		t.refuse(s)
	}
	return nil
}

// take takes up a stack, or says why it stays.
func (t *table) take(s game.Spot) {
	if t.choice.origins(t.choice.claim)&s.Bit() != 0 {
		t.choice.path = []game.Spot{s}
		return
	}
	spot := t.game().Layout().Names[s]
	title := t.t("ui.why.stack", i18n.Args{"spot": spot})
	if e := t.choice.stays(s); e != nil {
		t.why, t.asked = e, s
		t.complain(title + ": " + t.reason(e))
	} else {
		t.asked = s
		t.complain(title + ": " + t.t("ui.why.no_target", i18n.Args{"spot": spot}))
	}
	t.sayClaims(t.choice.claimsThatAllow(s, game.NoSpot))
}

// refuse says why the stack taken up cannot land on a spot.
func (t *table) refuse(s game.Spot) {
	e := t.choice.refusal(s)
	if e == nil {
		return
	}
	t.why, t.asked = e, s
	move := t.choice.spelled(t.choice.claim, t.choice.path, s)
	t.complain(t.t("ui.why.title", i18n.Args{"move": move}) + ": " + t.reason(e))
	if len(t.choice.path) == 1 {
		t.sayClaims(t.choice.claimsThatAllow(t.choice.path[0], s))
	}
}

// sayClaims names the colors after whose claim a refused thing could be done.
func (t *table) sayClaims(colors []game.Piece) {
	if len(colors) == 0 || t.choice.claim != 0 {
		return
	}
	names := make([]string, len(colors))
	for i, c := range colors {
		names[i] = t.t("color." + t.game().ColorName(c) + ".name")
	}
	t.note(dim, t.t("ui.why.claim_first", i18n.Args{"n": len(colors), "colors": t.Catalog.List(names)}))
}

// result says how the game ended.
func (t *table) result() string {
	if e := t.session.Ended(); e != (local.Ending{}) {
		key := "result.by.resignation"
		if _, resigned := t.session.Resigned(); !resigned {
			key = "result.by.time"
		}
		return t.t(key, i18n.Args{"player": t.say.Player(e.Loser)}) + " " + t.say.Winner(game.Win(e.Loser.Other()))
	}
	return t.say.Over(t.pos())
}

// mouse takes what the mouse does on the board and the list of moves.
func (t *table) mouse(m tea.MouseMsg) tea.Cmd {
	at := m.Mouse()
	spot := t.spotAt(at.X, at.Y)
	switch e := m.(type) {
	case tea.MouseWheelMsg:
		switch e.Button {
		case tea.MouseWheelUp:
			return t.do(doBack, 1)
		case tea.MouseWheelDown:
			return t.do(doForward, 1)
		}
	case tea.MouseMotionMsg:
		t.lensOn = 0
		if d, ok := t.frame.under(at.X, at.Y).(doMsg); ok && d.what == doClaim && d.n > 0 {
			if list := t.claimable(); d.n <= len(list) {
				t.lensOn = list[d.n-1]
			}
		}
		if spot != game.NoSpot && t.typed == nil {
			t.focus = spot
		}
	case tea.MouseClickMsg:
		t.held = true
		switch e.Button {
		case tea.MouseLeft:
			t.pressed = spot
			if spot != game.NoSpot {
				t.focus = spot
			}
		case tea.MouseRight:
			if len(t.choice.path) > 0 || t.choice.claim != 0 || t.why != nil {
				return t.cancel()
			}
		}
	case tea.MouseReleaseMsg:
		// What is done is done on release, so that a slip can be taken back by
		// leaving the spot; from one stack to another it is a drag.
		pressed := t.pressed
		t.pressed = game.NoSpot
		if spot == game.NoSpot || pressed == game.NoSpot {
			return nil
		}
		t.typed = nil
		t.focus = spot
		if pressed != spot && t.mine() && !t.choice.placing() {
			if len(t.choice.path) == 0 || t.choice.path[0] != pressed {
				t.choice.path = nil
				t.hush()
				t.take(pressed)
			}
			if len(t.choice.path) == 0 {
				return nil
			}
		} else if pressed != spot {
			return nil
		}
		return t.act(spot)
	}
	return nil
}

// spotAt returns the spot drawn at a place of the screen.
func (t *table) spotAt(x, y int) game.Spot {
	g := t.seen.grid
	if g == nil {
		return game.NoSpot
	}
	x, y = x-t.seen.x, y-t.seen.y
	if x < 0 || y < 0 || x >= g.Width || y >= g.Height {
		return game.NoSpot
	}
	return g.Spot(x, y)
}
