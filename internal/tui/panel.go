package tui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/draw"
	"cairn.example/internal/i18n"
	"cairn.example/internal/local"
)

// column is a part of the screen that is filled from above.
type column struct {
	*canvas
	x, y, w, end int
}

// left returns how many lines are free.
func (c *column) left() int { return c.end - c.y }

// add draws a line.
func (c *column) add(text string, s style) {
	if c.y < c.end {
		c.text(c.x, c.y, c.w, text, s)
		c.y++
	}
}

// para draws a text in at most n lines.
func (c *column) para(text string, n int, s style) {
	lines := wrap(text, c.w)
	if len(lines) > n && n > 0 {
		rest := strings.Join(lines[n-1:], " ")
		lines = append(lines[:n-1:n-1], rest)
	}
	for _, l := range lines[:min(len(lines), n)] {
		c.add(l, s)
	}
}

// gap leaves a line free where there is room.
func (c *column) gap() {
	if c.left() > 0 {
		c.y++
	}
}

// chip draws a piece as its sign and letter on its color and returns the column
// after it.
func (c *canvas) chip(x, y int, q *draw.PieceStyle, faded bool) int {
	text := c.glyph(string(q.Glyph), string(q.Ascii)) + string(rune(q.Letter))
	if q.Glyph == ' ' {
		text = string(rune(q.Letter)) + " "
	}
	if c.depth == draw.NoColor {
		return c.draw(x, y, 4, " "+text+" ", 0, 0, draw.Bold)
	}
	left, right := " ", " "
	if q.Sign == draw.Rim && !c.ascii {
		left, right = "▏", "▕"
	}
	if faded {
		return c.draw(x, y, 4, " "+text+" ", c.theme.Ink2, 0, 0)
	}
	return c.draw(x, y, 4, left+text+right, q.Mark, q.Face, draw.Bold)
}

// stripe draws a stack as letters on their colors, the top first.
func (c *canvas) stripe(x, y int, s *draw.Style, stack []game.Piece) int {
	for i := len(stack) - 1; i >= 0; i-- {
		q := s.Piece(stack[i])
		text := strings.ToLower(string(rune(q.Letter)))
		if i == len(stack)-1 {
			text = string(rune(q.Letter))
		}
		if c.depth == draw.NoColor {
			x = c.text(x, y, 1, text, plain)
			continue
		}
		x = c.draw(x, y, 1, text, q.Mark, q.Face, 0)
	}
	return x
}

// panel draws what stands beside the board: with stack the pieces under the
// cursor, lined the engine's lines.
func (t *table) panel(c *column, stack, lined bool) {
	t.facts(c, c.end >= 26, lined)
	if stack {
		end := min(c.end-3, c.y+t.stackRoom()+3)
		t.stackPanel(&column{canvas: c.canvas, x: c.x, y: c.y, w: c.w, end: end}, false, true)
		c.y = max(end, c.y)
	}
	t.moveList(c)
}

// facts draws the game, who plays and how it stands; roomy with lines between,
// lined with the engine's lines.
func (t *table) facts(c *column, roomy, lined bool) {
	title := t.t("game." + t.game().ID())
	if t.study {
		title = t.t("ui.analysis") + ": " + title
	}
	end := c.right(c.x+c.w, c.y, t.t("unit.moves", i18n.Args{"n": len(t.steps)}), dim)
	c.text(c.x, c.y, end-c.x-1, title, strong)
	c.y++
	text, s := t.status()
	c.para(text, min(3, max(c.left()-2, 1)), s)
	if roomy {
		c.gap()
	}
	t.players(c)
	if roomy {
		c.gap()
	}
	t.claimPanel(c)
	t.judgement(c, roomy, lined)
	if t.study {
		t.graph(c)
	}
}

// stackRoom is how many lines the highest stack takes, within reason.
func (t *table) stackRoom() int {
	if t.style.Height > 0 {
		return t.style.Height
	}
	return 6
}

// players draws who plays, what each has claimed and captured, and the counts.
func (t *table) players(c *column) {
	pos := t.pos()
	claimer, claims := pos.(game.Claimer)
	for side := range t.seats {
		s := game.Side(side)
		mark, look := c.glyph("○", "o"), plain
		if !t.over() && pos.Side() == s {
			mark, look = c.glyph("●", "*"), strong
		}
		end := c.x + c.w
		if t.clock.On() {
			left := t.clock.now(s, t.Now())
			st := plain
			if left < lowTime && !t.over() {
				st = bad
			} else if t.clock.running == s && !t.clock.since.IsZero() {
				st = strong
			}
			end = c.right(end, c.y, clockText(left), st) - 1
		} else if !claims {
			end = c.right(end, c.y, t.countOf(pos, s), strong) - 1
		}
		x := c.text(c.x, c.y, 2, mark+" ", look)
		c.text(x, c.y, end-x, t.say.Player(s), look)
		c.y++
		if !claims {
			if t.clock.On() {
				c.text(c.x+2, c.y, c.w-2, t.countOf(pos, s), plain)
				c.y++
			}
			continue
		}
		x = c.x + 2
		colors := claimer.Claims(s)
		for _, p := range colors {
			x = c.chip(x, c.y, t.style.Piece(p), false) + 1
		}
		if free := t.claimsFree(claimer); free > 0 {
			for range min(2-len(colors), free) {
				x = c.draw(x, c.y, 4, c.glyph("╶╴╶╴", "----"), c.faint(), 0, 0) + 1
			}
		}
		t.fives(c, x, s)
	}
	if claims {
		t.counts(c)
	}
}

// claimsFree is how many colors nobody has claimed.
func (t *table) claimsFree(c game.Claimer) int {
	return len(t.claimable()) - len(c.Claims(game.First)) - len(c.Claims(game.Second))
}

// fives draws the stacks a side has captured, behind its claims or on a line of
// their own, or their number where there is room for neither.
func (t *table) fives(c *column, x int, side game.Side) {
	var mine []taken
	need := -1
	for _, k := range t.captured {
		if k.by == side {
			mine = append(mine, k)
			need += len(k.pieces) + 1
		}
	}
	n := firstCount(t.pos(), side)
	known := len(mine) == n // else the game began with some
	if known && x+need > c.x+c.w && c.x+2+need <= c.x+c.w && c.end >= 26 {
		c.y++
		x = c.x + 2
	}
	switch {
	case known && x+need <= c.x+c.w:
		for _, k := range mine {
			x = c.stripe(x, c.y, t.style, k.pieces) + 1
		}
	case n > 0:
		c.text(x, c.y, c.x+c.w-x, c.glyph("×", "x")+strconv.Itoa(n), strong)
	}
	c.y++
}

// countOf is the one count of a game that has one.
func (t *table) countOf(p game.Position, side game.Side) string {
	s, ok := p.(game.Scorer)
	if !ok {
		return ""
	}
	list := s.Standing(side)
	if len(list) == 0 || t.choice.placing() {
		return ""
	}
	return t.t("unit.pieces", i18n.Args{"n": list[0].N})
}

// counts draws the numbers that decide the game when nobody can move, the most
// important first; the one that decides as it stands is marked.
func (t *table) counts(c *column) {
	s, ok := t.pos().(game.Scorer)
	if !ok || c.left() < 3 {
		return
	}
	first, second := s.Standing(game.First), s.Standing(game.Second)
	const cell = 3
	at := c.x + c.w - cell*len(first)
	decides := -1
	for i := range first {
		if first[i].N != second[i].N {
			decides = i
			break
		}
	}
	rows := [3]string{t.t("tui.counts"), t.say.Player(game.First), t.say.Player(game.Second)}
	for y, name := range rows {
		st := dim
		if y > 0 {
			st = plain
		}
		c.text(c.x, c.y+y, at-c.x, name, st)
	}
	for i := range first {
		x := at + cell*i
		head := strings.TrimPrefix(first[i].Key, "stacks")
		switch head {
		case "fives":
			head = "5"
		case "sixes":
			head = "6"
		}
		st := plain
		if i == decides {
			st = accent
		}
		c.right(x+cell, c.y, head, dim)
		c.right(x+cell, c.y+1, strconv.Itoa(first[i].N), st)
		c.right(x+cell, c.y+2, strconv.Itoa(second[i].N), st)
	}
	c.y += 3
}

// claimPanel draws the colors that can be claimed, and what a claim would do.
func (t *table) claimPanel(c *column) {
	claimer, ok := t.pos().(game.Claimer)
	if !ok || t.over() || c.left() < 3 {
		return
	}
	if t.claimsFree(claimer) == 0 || !t.mine() || len(claimer.Claims(t.pos().Side())) > 1 {
		return
	}
	can := t.choice.claims()
	x, wide := c.x, c.w >= 6*len(t.claimable())-1
	for i, p := range t.claimable() {
		taken := contains(claimer.Claims(game.First), p) || contains(claimer.Claims(game.Second), p)
		from := x
		st := accent
		if p == t.choice.claim {
			st = picked
		} else if taken {
			st = dim
		}
		x = c.text(x, c.y, 1, strconv.Itoa(i+1), st)
		if taken {
			x = c.text(x, c.y, 4, c.glyph(" ·  ", " -  "), dim)
		} else {
			x = c.chip(x, c.y, t.style.Piece(p), !contains(can, p))
		}
		c.on(line(from, c.y, x-from), doMsg{doClaim, i + 1})
		if wide {
			x++
		}
	}
	c.y++
	if claim := t.lensColor(); claim != 0 {
		l := t.choice.lens(claim)
		color := t.game().ColorName(claim)
		c.para(t.t("ui.claim.lens", i18n.Args{"n": l.opened, "color": color})+" "+t.t("ui.claim.deny", i18n.Args{"n": l.kept}), 3, plain)
	} else {
		c.para(t.t("ui.claim.title"), 1, dim)
	}
}

// judgement draws how the engine sees the position, and in analysis its lines too
// where they are not drawn elsewhere.
func (t *table) judgement(c *column, roomy, lined bool) {
	if !t.mind.on || c.left() < 1 {
		return
	}
	lines := t.mind.best
	stale := len(lines) == 0
	if stale {
		lines = t.mind.shown
	}
	if t.over() {
		lines = nil
	}
	text, short := t.t("ui.hint.thinking"), ""
	share := 0.5
	switch {
	case len(lines) > 0:
		text, short, share = t.scoreText(lines[0].Score), t.scoreShort(lines[0].Score), lines[0].Score.chance()
	case t.over():
		text = ""
		if side, won := t.session.Outcome().Winner(); won {
			share = float64(1 - side)
		}
	}
	st := strong
	if stale {
		st = dim
	}
	t.bar(c, share, short, st)
	c.para(text, min(2, c.left()), st)
	if t.study && lined {
		t.engineLines(c)
	}
	if roomy {
		c.gap()
	}
}

// engineLines draws the lines that the engine thinks best.
func (t *table) engineLines(c *column) {
	lines := t.mind.best
	if len(lines) == 0 || t.over() {
		return
	}
	for _, l := range lines {
		if c.left() < 1 {
			break
		}
		x := c.text(c.x, c.y, c.w, t.scoreShort(l.Score)+" ", strong)
		c.text(x, c.y, c.x+c.w-x, t.movesText(l.Moves), plain)
		c.on(line(c.x, c.y, c.w), playMsg{l.Moves[0], t.mind.run})
		c.y++
	}
	text := t.t("ui.analysis.depth", i18n.Args{"n": lines[0].Depth})
	if lines[0].Speed > 0 {
		text += ", " + t.t("ui.analysis.speed", i18n.Args{"n": int(lines[0].Speed)})
	}
	c.add(text, dim)
}

// playMsg plays a move that the view shows, while it is still that view's.
type playMsg struct {
	move game.Move
	run  int
}

// bar draws how likely it is that First wins.
func (t *table) bar(c *column, share float64, score string, s style) {
	names := [2]string{strings.ToUpper(t.game().SideName(game.First)), strings.ToUpper(t.game().SideName(game.Second))}
	w := c.w - width(names[0]) - width(names[1]) - 2 - 7
	full := min(max(int(math.Round(share*float64(w))), 0), w)
	x := c.text(c.x, c.y, c.w, names[0]+" ", dim)
	x = c.draw(x, c.y, full, strings.Repeat(c.glyph("█", "#"), full), c.theme.Cue, 0, 0)
	x = c.draw(x, c.y, w-full, strings.Repeat(c.glyph("░", "."), w-full), c.faint(), 0, 0)
	c.text(x, c.y, c.w, " "+names[1], dim)
	c.right(c.x+c.w, c.y, score, s)
	c.y++
}

// chance is how likely First wins, as far as an estimate tells.
func (s Score) chance() float64 {
	switch s.Outcome {
	case game.FirstWins:
		return 1
	case game.SecondWins:
		return 0
	case game.Draw:
		return 0.5
	}
	return 1 / (1 + math.Exp(-float64(s.Points)/200))
}

// scoreText says a score in words.
func (t *table) scoreText(s Score) string {
	side, won := s.Outcome.Winner()
	switch {
	case s.Outcome == game.Draw:
		return t.t("ui.analysis.proved_draw")
	case won && s.Margin > 0:
		return t.t("ui.analysis.proved_margin", i18n.Args{"player": t.say.Player(side), "margin": s.Margin})
	case won:
		return t.t("ui.analysis.proved_win", i18n.Args{"player": t.say.Player(side)})
	}
	share, name := s.chance(), t.say.Player(game.First)
	if share < 0.5 {
		share, name = 1-share, t.say.Player(game.Second)
	}
	return t.t("ui.analysis.chance", i18n.Args{"player": name, "percent": t.Catalog.Percent(share)})
}

// scoreShort writes a score in a few characters: +1.25, or who wins for certain.
func (t *table) scoreShort(s Score) string {
	side, won := s.Outcome.Winner()
	switch {
	case s.Outcome == game.Draw:
		return "=="
	case won:
		return "#" + strings.ToUpper(t.game().SideName(side))
	}
	sign := "+"
	if s.Points < 0 {
		sign = "-"
	}
	n := t.Catalog.Number(float64(max(s.Points, -s.Points)) / 100)
	return sign + n
}

func (t *table) movesText(moves []game.Move) string {
	words := make([]string, len(moves))
	for i, m := range moves {
		words[i] = t.game().MoveText(m)
	}
	return strings.Join(words, " ")
}

// stackPanel draws the stack under the cursor layer by layer, whose it is, and
// with words what the move in hand would do: beside the layers where it is wide.
func (t *table) stackPanel(c *column, wide, words bool) {
	s := t.focus
	if s == game.NoSpot || c.left() < 2 {
		return
	}
	stack := t.pos().Stack(s, nil)
	name := t.game().Layout().Names[s]
	x := c.text(c.x, c.y, c.w, name+" ", accent)
	c.text(x, c.y, c.x+c.w-x, t.stackWords(s, stack, c.w >= 36), plain)
	c.y++
	var hand []string
	if words {
		hand = t.handWords()
	}
	layers := c.w
	if wide && len(hand) > 0 && c.w >= 44 {
		layers = c.w / 2
		y := c.y
		side := &column{canvas: c.canvas, x: c.x + layers + 1, y: y, w: c.w - layers - 1, end: c.end}
		for _, text := range hand {
			side.para(text, side.left(), plain)
		}
		hand = nil
	}
	room := c.left()
	if len(hand) > 0 {
		room = max(room-2, 1)
	}
	t.layers(&column{canvas: c.canvas, x: c.x, y: c.y, w: layers, end: c.y + room}, stack)
	c.y += min(room, len(runs(stack, room)))
	for _, text := range hand {
		c.para(text, max(c.left(), 0), plain)
	}
}

// stackWords says how high a stack is and whose.
func (t *table) stackWords(s game.Spot, stack []game.Piece, long bool) string {
	if len(stack) == 0 {
		return t.t("say.empty")
	}
	words := []string{t.t("say.stack", i18n.Args{"n": len(stack)})}
	if o, ok := t.pos().(game.Owner); ok {
		_, claims := t.pos().(game.Claimer)
		owner := ""
		for _, side := range []game.Side{game.First, game.Second} {
			switch {
			case o.Owned(side)&s.Bit() == 0:
			case t.say.Listener == nil && claims:
				owner = t.t("say.owner.side", i18n.Args{"player": t.say.Player(side)})
			case t.say.Listener == nil:
			case *t.say.Listener == side:
				owner = t.t("say.owner.yours")
			default:
				owner = t.t("say.owner.theirs")
			}
		}
		if owner == "" && claims {
			owner = t.t("say.owner.neutral")
			if len(stack) >= t.game().MaxHeight() {
				owner = t.t("say.obstacle")
			}
		}
		if owner != "" {
			words = append(words, owner)
		}
	}
	if h, ok := t.pos().(hinged); ok && !t.choice.placing() && h.Hinges()&s.Bit() != 0 {
		words = append(words, t.t("draw.mark.hinge"))
	}
	if long && t.mine() && len(t.choice.path) == 0 && !t.choice.placing() {
		n := 0
		for _, o := range t.choice.options {
			if o.From == s && o.Claim == t.choice.claim {
				n++
			}
		}
		if n > 0 {
			words = append(words, t.t("say.targets", i18n.Args{"n": n}))
		}
	}
	return strings.Join(words, ", ")
}

// run is equal pieces in a row.
type run struct {
	piece game.Piece
	n     int
	at    int // the lowest of them, counted from 1
}

// runs lists a stack from the top down, equal neighbors as one where there are
// more than room layers.
func runs(stack []game.Piece, room int) []run {
	var list []run
	for i := len(stack) - 1; i >= 0; i-- {
		if n := len(list); n > 0 && len(stack) > room && list[n-1].piece == stack[i] {
			list[n-1].n++
			list[n-1].at = i + 1
			continue
		}
		list = append(list, run{stack[i], 1, i + 1})
	}
	return list
}

// layers draws a stack as it stands, a line a layer.
func (t *table) layers(c *column, stack []game.Piece) {
	const band = 9
	list := runs(stack, c.left())
	for i, r := range list {
		if c.left() == 1 && i < len(list)-1 {
			c.text(c.x, c.y, c.w, c.glyph("…", "..."), dim)
			c.y++
			return
		}
		q := t.style.Piece(r.piece)
		glyph := c.glyph(string(q.Glyph), string(q.Ascii))
		body := glyph + " " + string(rune(q.Letter)) + " " + glyph
		left, right := " ", " "
		switch {
		case c.depth == draw.NoColor:
			left, right = "|", "|"
		case q.Sign == draw.Rim && !c.ascii:
			left, right = "▏", "▕"
		}
		blank := band - width(body) - 2
		text := left + strings.Repeat(" ", blank/2) + body + strings.Repeat(" ", blank-blank/2) + right
		attr := draw.Attr(0)
		if i == 0 {
			attr = draw.Bold
		}
		if c.depth == draw.NoColor {
			c.draw(c.x, c.y, band, text, 0, 0, attr)
		} else {
			c.draw(c.x, c.y, band, text, q.Mark, q.Face, attr)
		}
		words := t.t("color." + t.game().ColorName(r.piece) + ".layer")
		if r.n > 1 {
			words = strconv.Itoa(r.n) + c.glyph(" × ", " x ") + words
		}
		c.text(c.x+band+1, c.y, c.w-band-1, words, plain)
		c.y++
	}
}

// handWords says what the move in hand would do: what it cuts off and how the
// count would change.
func (t *table) handWords() []string {
	if len(t.choice.path) == 0 {
		return nil
	}
	m, ok := t.choice.move(t.focus)
	if !ok {
		n := 0
		for set := t.choice.targets(); set != 0; set &= set - 1 {
			n++
		}
		return []string{t.t("say.targets", i18n.Args{"n": n})}
	}
	if f, isolates := foresee(t.pos(), m); isolates {
		parts := t.game().Parts(m)
		names := &t.game().Layout().Names
		var list []string
		if len(f.spots) > 0 {
			spots := make([]string, len(f.spots))
			for i, s := range f.spots {
				spots[i] = names[s]
			}
			list = append(list, t.t("ui.forecast.cuts", i18n.Args{
				"n": len(spots), "from": names[parts.From], "to": names[parts.To], "spots": t.Catalog.List(spots),
			}))
		} else {
			list = append(list, i18n.Sentence(t.t("cli.isolation.none", i18n.Args{"move": t.game().MoveText(m)})))
		}
		return append(list, t.t("ui.forecast.score", i18n.Args{
			"first": t.say.Player(game.First), "a": f.before[0], "b": f.after[0],
			"second": t.say.Player(game.Second), "c": f.before[1], "d": f.after[1],
		}))
	}
	after := t.pos().Copy()
	after.PlayUnchecked(m)
	return []string{t.say.Move(t.pos(), m, after)}
}

// moveList draws the moves of the line one is on, those ahead too, with the
// present one picked.
func (t *table) moveList(c *column) {
	if c.left() < 2 {
		return
	}
	all := append(append([]local.Step(nil), t.steps...), t.ahead...)
	alternatives := t.session.Alternatives()
	if len(alternatives) > 1 {
		names := make([]string, len(alternatives))
		for i, m := range alternatives {
			names[i] = t.game().MoveText(m)
		}
		c.end--
		c.text(c.x, c.end, c.w, t.t("tui.tried", i18n.Args{"moves": strings.Join(names, ", ")}), dim)
	}
	c.rule(c.x, c.y, c.w)
	c.y++
	if len(all) == 0 {
		return
	}
	room := c.left()
	rows := (len(all) + 1) / 2
	at := max(len(t.steps)-1, 0) / 2
	from := min(max(at-room/2, 0), max(rows-room, 0))
	number := len(strconv.Itoa(rows)) + 2
	half := (c.w - number) / 2
	for row := from; row < rows && c.left() > 0; row++ {
		c.text(c.x, c.y, number, fmt.Sprintf("%*d.", number-2, row+1), dim)
		for k := range 2 {
			i := 2*row + k
			if i >= len(all) {
				break
			}
			x := c.x + number + k*half
			st := plain
			switch {
			case i == len(t.steps)-1:
				st = picked
			case i >= len(t.steps):
				st = dim
			}
			text := t.game().MoveText(all[i].Move)
			if t.game().Parts(all[i].Move).Pass() {
				text = c.glyph("–", "pass")
			}
			end := c.text(x, c.y, half-2, text, st)
			end = c.text(end, c.y, 2, t.lapse(all[i]), bad)
			if all[i].Tried > 1 {
				c.text(end, c.y, 1, "+", accent)
			}
			c.on(line(x, c.y, half-1), doMsg{doGoTo, i + 1})
		}
		c.y++
	}
}
