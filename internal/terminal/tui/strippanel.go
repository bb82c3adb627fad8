package tui

import (
	"strconv"

	"cairn.example/game"
)

// stripLines is how many lines the strip below a board takes, where there is no
// room for a panel: one for the players, and one for what can be claimed and the
// counts where colors are claimed.
func (gs *gameScreen) stripLines() int {
	if _, claims := gs.pos().(game.Claimer); claims {
		return 2
	}
	return 1
}

// stripPanel draws what must be seen of a game in the smallest terminals: who
// plays, what each has claimed and captured, the clocks, what can be claimed, and
// the counts.
func (gs *gameScreen) stripPanel(c *column) {
	if c.left() < 1 {
		return
	}
	half := c.w / 2
	for side := range gs.players {
		gs.stripPlayer(c, c.x+side*half, half-1+side*(c.w-2*half), game.Side(side))
	}
	c.y++
	if c.left() < 1 {
		return
	}
	if _, claims := gs.pos().(game.Claimer); !claims {
		return
	}
	x := c.x
	if gs.claiming() {
		x = gs.claimButtons(c, false) + 1
	}
	gs.stripCounts(c, x)
	c.y++
}

// stripPlayer draws a player with claims, captures and time left in w columns.
func (gs *gameScreen) stripPlayer(c *column, x, w int, side game.Side) {
	pos := gs.pos()
	mark, look := c.glyph("○", "o"), plain
	if !gs.over() && pos.Side() == side {
		mark, look = c.glyph("●", "*"), strong
	}
	end := x + w
	if gs.source.clocked() {
		end = gs.drawClock(c, end, side) - 1
	}
	claimer, claims := pos.(game.Claimer)
	if !claims {
		if count := fit(end-x-10, gs.countOf(pos, side), strconv.Itoa(firstCount(pos, side))); count != "" && !gs.choice.placing() {
			end = c.right(end, c.y, count, strong) - 1
		}
	} else {
		if n := firstCount(pos, side); n > 0 {
			end = c.right(end, c.y, c.glyph("×", "x")+strconv.Itoa(n), strong) - 1
		}
		colors := claimer.Claims(side)
		at := end - 4*len(colors)
		end = at - min(len(colors), 1)
		for _, p := range colors {
			at = c.chip(at, c.y, gs.style.Piece(p), false)
		}
	}
	x = c.text(x, c.y, 2, mark+" ", look)
	x = c.trim(x, c.y, end-x, gs.say.Player(side), look)
	if here := gs.source.presence(side); here != "" && end-x > 4 {
		c.trim(x+1, c.y, end-x-1, here, dim)
	}
}

// stripCounts draws the counts of both sides at the right of a line, the most
// important first, as many as there is room for from x on.
func (gs *gameScreen) stripCounts(c *column, x int) {
	s, ok := gs.pos().(game.Scorer)
	if !ok {
		return
	}
	first, second := s.Standing(game.First), s.Standing(game.Second)
	var texts []string
	room := c.x + c.w - x
	for i := range first {
		text := countHead(first[i]) + c.glyph("▸", ":") + strconv.Itoa(first[i].N) + c.glyph("–", "-") + strconv.Itoa(second[i].N)
		if room -= width(text) + 1; room < 0 {
			break
		}
		texts = append(texts, text)
	}
	at := c.x + c.w + 1
	for _, text := range texts {
		at -= width(text) + 1
	}
	if head := gs.t("tui.counts"); at-x > width(head) {
		c.text(at-width(head)-1, c.y, width(head), head, dim)
	}
	for _, text := range texts {
		at = c.text(at, c.y, width(text), text, plain) + 1
	}
}
