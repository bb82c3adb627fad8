package tui

import (
	"fmt"
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/local"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
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
func (v gameView) panel(c *column, stack, lined bool) {
	v.facts(c, c.end >= 26, lined)
	if stack {
		end := min(c.end-3, c.y+v.stackRoom()+3)
		v.stackPanel(&column{canvas: c.canvas, x: c.x, y: c.y, w: c.w, end: end}, false, true)
		c.y = max(end, c.y)
	}
	v.drawTalk(c)
	v.moveList(c)
}

// facts draws the game, who plays and how it stands; roomy with lines between,
// lined with the engine's lines.
func (v gameView) facts(c *column, roomy, lined bool) {
	v.heading(c)
	if roomy {
		c.gap()
	}
	v.drawPlayers(c)
	v.standing(c, roomy, lined)
}

// heading draws the game and whose turn it is.
func (v gameView) heading(c *column) {
	title := v.t("game." + v.game().ID())
	if v.traits().studies {
		title = fit(c.w, v.Catalog.Labeled(v.t("ui.analysis"), title), title)
	}
	moves := fit(c.w-width(title)-2, v.t("unit.moves", i18n.Args{"n": len(v.steps)}), strconv.Itoa(len(v.steps)), "")
	c.right(c.x+c.w, c.y, moves, dim)
	c.text(c.x, c.y, c.w, title, strong)
	c.y++
	text, s := v.notes.status.text, v.notes.status.style
	room := min(3, max(c.left()-v.playerLines(), 1))
	v.shown.result = v.over() && len(wrap(text, c.w)) <= room
	if v.over() && !v.shown.result { // the rest is among the news
		text = v.say.Winner(v.end().Outcome)
	}
	c.para(text, room, s)
}

// stackRoom is how many lines the highest stack takes, within reason.
func (v gameView) stackRoom() int {
	if v.style.Height > 0 {
		return v.style.Height
	}
	return 6
}

// drawPlayers draws who plays, what each has claimed and captured, and the counts.
func (v gameView) drawPlayers(c *column) {
	pos := v.pos()
	claimer, claims := pos.(game.Claimer)
	const sign, time = 2, 9 // columns, with the blanks
	roomy := true
	for s := range game.Side(2) {
		roomy = roomy && sign+width(v.nameOf(s))+1+width(v.countOf(pos, s))+time <= c.w
	}
	for side := range v.players {
		if c.left() < 1 {
			return
		}
		s := game.Side(side)
		mark, look := c.glyph("○", "o"), plain
		if !v.over() && pos.Side() == s {
			mark, look = c.glyph("●", "*"), strong
		}
		name, end := v.nameOf(s), c.x+c.w
		if v.traits().clocked {
			end = v.drawClock(c, end, s) - 2
		}
		count := ""
		if !claims {
			count = v.countOf(pos, s)
			if v.traits().clocked && !roomy { // the number alone where there is little room
				count = fit(end-c.x-3-width(name), strconv.Itoa(firstCount(pos, s)), "")
			}
		}
		if count != "" {
			end = c.right(end, c.y, count, strong) - 1
		}
		x := c.text(c.x, c.y, 2, mark+" ", look)
		x = c.trim(x, c.y, end-x, name, look)
		if here := v.notes.presence[s]; here != "" && end-x > 4 {
			c.trim(x+1, c.y, end-x-1, here, dim)
		}
		c.y++
		if !claims || c.left() < 1 {
			continue
		}
		x = c.x + 2
		for _, p := range claimer.Claims(s) {
			x = c.chip(x, c.y, v.style.Piece(p), false) + 1
		}
		for range claimer.ClaimsLeft(s) {
			x = c.draw(x, c.y, 4, c.glyph("╶╴╶╴", "----"), c.faint(), 0, 0) + 1
		}
		v.fives(c, x, s)
	}
}

// drawClock draws the time a side has left, ending at column end, and returns the
// column where it begins.
func (v gameView) drawClock(c *column, end int, side game.Side) int {
	left, st := v.timeLeft(side), plain
	if left < lowTime && !v.over() {
		st = bad
	} else if v.running(side) {
		st = strong
	}
	return c.right(end, c.y, say.Clock(left), st)
}

// moveList draws the moves of the line shown, those ahead too, with the
// present one picked.
func (v gameView) moveList(c *column) {
	if c.left() < 2 {
		return
	}
	all := v.wholeLine()
	alternatives := v.session.Alternatives()
	if len(alternatives) > 1 {
		names := make([]string, len(alternatives))
		for i, m := range alternatives {
			names[i] = v.game().MoveText(m)
		}
		c.end--
		c.text(c.x, c.end, c.w, v.t("tui.tried", i18n.Args{"moves": strings.Join(names, ", ")}), dim)
	}
	c.rule(c.x, c.y, c.w)
	c.y++
	if len(all) == 0 {
		return
	}
	room := c.left()
	rows := moveRows(all)
	at := 0 // the row with the present move
	for r, plies := range rows {
		for _, i := range plies {
			if i >= 0 && i == len(v.steps)-1 {
				at = r
			}
		}
	}
	from := min(max(at-room/2, 0), max(len(rows)-room, 0))
	number := len(strconv.Itoa(len(rows))) + 2
	half := (c.w - number) / 2
	for row := from; row < len(rows) && c.left() > 0; row++ {
		c.text(c.x, c.y, number, fmt.Sprintf("%*d.", number-2, row+1), dim)
		for k, i := range rows[row] {
			if i < 0 {
				continue
			}
			x := c.x + number + k*half
			st := plain
			switch {
			case i == len(v.steps)-1:
				st = picked
			case i >= len(v.steps):
				st = dim
			}
			text := v.game().MoveText(all[i].Move)
			if v.game().Parts(all[i].Move).Pass() {
				text = c.glyph("–", "pass")
			}
			end := c.text(x, c.y, half-2, text, st)
			end = c.text(end, c.y, 2, v.engine.mark(all[i]).Sign(), bad)
			if all[i].Tried > 1 {
				c.text(end, c.y, 1, "+", accent)
			}
			c.on(line(x, c.y, half-1), goToMsg(i+1))
		}
		c.y++
	}
}

// moveRows arranges plies for the move list: in each row the ply of First and
// that of Second, -1 for none. A side that moves twice in a row, as White does
// after DVONN's placing, begins another row, so the columns stay whose they are.
func moveRows(plies []local.Step) [][2]int {
	var rows [][2]int
	for i, ply := range plies {
		side := ply.Before.Side()
		last := len(rows) - 1
		if side == game.First || last < 0 || rows[last][game.Second] >= 0 {
			rows = append(rows, [2]int{-1, -1})
			last++
		}
		rows[last][side] = i
	}
	return rows
}
