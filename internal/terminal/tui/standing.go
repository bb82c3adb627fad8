package tui

import (
	"math/bits"
	"slices"
	"strconv"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// standing draws how the game stands: the counts, the colors to claim, what the
// engine thinks.
func (v gameView) standing(c *column, roomy, lined bool) {
	if _, claims := v.pos().(game.Claimer); claims {
		v.counts(c)
	}
	if roomy {
		c.gap()
	}
	v.claimPanel(c)
	v.judgement(c, roomy, lined)
	if v.traits().studies {
		v.graph(c)
	}
}

// standingLines is how many lines of that there are at least.
func (v gameView) standingLines() int {
	n := 0
	if _, claims := v.pos().(game.Claimer); claims {
		n = 3
	}
	if v.engine.on {
		n += 2
	}
	return n
}

// fives draws the stacks a side has captured, behind its claims or on a line of
// their own, or their number where there is room for neither.
func (v gameView) fives(c *column, x int, side game.Side) {
	var mine []capture
	need := -1
	for _, k := range v.captured {
		if k.by == side {
			mine = append(mine, k)
			need += len(k.pieces) + 1
		}
	}
	n := firstCount(v.pos(), side)
	known := len(mine) == n // else the game began with some
	if known && x+need > c.x+c.w && c.x+2+need <= c.x+c.w && c.left() > 12 {
		c.y++
		x = c.x + 2
	}
	switch {
	case known && x+need <= c.x+c.w:
		for _, k := range mine {
			x = c.stripe(x, c.y, v.style, k.pieces) + 1
		}
	case n > 0:
		c.text(x, c.y, c.x+c.w-x, c.glyph("×", "x")+strconv.Itoa(n), strong)
	}
	c.y++
}

// countOf is the one count of a game that has one.
func (v gameView) countOf(p game.Position, side game.Side) string {
	s, ok := p.(game.Scorer)
	if !ok {
		return ""
	}
	list := s.Standing(side)
	if len(list) == 0 || v.choice.placing() {
		return ""
	}
	return v.t("unit.pieces", i18n.Args{"n": list[0].N})
}

// counts draws the numbers that decide the game when nobody can move, the most
// important first; the one that decides as it stands is marked.
func (v gameView) counts(c *column) {
	s, ok := v.pos().(game.Scorer)
	if !ok || c.left() < 3 {
		return
	}
	first, second := s.Standing(game.First), s.Standing(game.Second)
	decides := -1
	wide := make([]int, len(first)) // the columns, with the blank before each
	at := c.x + c.w
	for i := range first {
		if decides < 0 && first[i].N != second[i].N {
			decides = i
		}
		wide[i] = 1 + max(width(countHead(first[i])), width(strconv.Itoa(first[i].N)), width(strconv.Itoa(second[i].N)))
		at -= wide[i]
	}
	rows := [3]string{v.t("tui.counts"), v.say.Player(game.First), v.say.Player(game.Second)}
	need := max(width(rows[0]), width(rows[1]), width(rows[2]))
	if at-c.x-need > len(wide) { // airier where there is room
		at -= len(wide)
		for i := range wide {
			wide[i]++
		}
	}
	for y, name := range rows {
		st := dim
		if y > 0 {
			st = plain
		}
		c.trim(c.x, c.y+y, at-c.x, name, st)
	}
	x := at
	for i := range first {
		x += wide[i]
		st := plain
		if i == decides {
			st = accent
		}
		c.right(x, c.y, countHead(first[i]), dim)
		c.right(x, c.y+1, strconv.Itoa(first[i].N), st)
		c.right(x, c.y+2, strconv.Itoa(second[i].N), st)
	}
	c.y += 3
}

// countHead is the height of the stacks that are counted, "" of other things.
func countHead(n game.Count) string {
	if n.Height == 0 {
		return ""
	}
	return strconv.Itoa(n.Height)
}

// claimPanel draws the colors that can be claimed, and what a claim would do.
func (v gameView) claimPanel(c *column) {
	if !v.claiming() || c.left() < 3 {
		return
	}
	v.claimButtons(c, c.w >= 6*len(v.claimable())-1)
	c.y++
	if claim := v.shownClaim(); claim != 0 {
		e := game.EffectOfClaim(v.choice.pos, claim)
		color := v.game().ColorName(claim)
		c.para(v.t("ui.claim.lens", i18n.Args{"n": e.Opened, "color": color})+" "+v.t("ui.claim.deny", i18n.Args{"n": bits.OnesCount64(e.Bound)}), 5, plain)
	} else if v.choice.onlyByClaim() {
		c.para(v.t("ui.claim.must"), 2, plain)
	} else {
		c.para(v.t("ui.claim.title"), 2, dim)
	}
}

// claiming reports whether the person to move may still claim a color.
func (v gameView) claiming() bool {
	claimer, ok := v.pos().(game.Claimer)
	return ok && !v.over() && v.personToMove() && claimer.ClaimsLeft(v.pos().Side()) > 0
}

// claimButtons draws the colors to claim, in reach of the mouse, and returns the
// column after them.
func (v gameView) claimButtons(c *column, wide bool) int {
	claimer, _ := v.pos().(game.Claimer)
	can := v.choice.claims()
	x := c.x
	for i, p := range v.claimable() {
		taken := slices.Contains(claimer.Claims(game.First), p) || slices.Contains(claimer.Claims(game.Second), p)
		from := x
		st := accent
		if p == v.choice.claim {
			st = picked
		} else if taken {
			st = dim
		}
		x = c.text(x, c.y, 1, strconv.Itoa(i+1), st)
		if taken {
			x = c.text(x, c.y, 4, c.glyph(" ·  ", " -  "), dim)
		} else {
			x = c.chip(x, c.y, v.style.Piece(p), !slices.Contains(can, p))
		}
		c.on(line(from, c.y, x-from), pressMsg(strconv.Itoa(i+1)))
		if wide {
			x++
		}
	}
	return x
}

// stripPanel draws what must be seen of a game in the smallest terminals: who
// plays, what each has claimed and captured, the clocks, what can be claimed, and
// the counts.
func (v gameView) stripPanel(c *column) {
	if c.left() < 1 {
		return
	}
	half := c.w / 2
	for side := range v.players {
		v.stripPlayer(c, c.x+side*half, half-1+side*(c.w-2*half), game.Side(side))
	}
	c.y++
	if c.left() < 1 {
		return
	}
	if _, claims := v.pos().(game.Claimer); !claims {
		return
	}
	x := c.x
	if v.claiming() {
		x = v.claimButtons(c, false) + 1
	}
	v.stripCounts(c, x)
	c.y++
}

// stripPlayer draws a player with claims, captures and time left in w columns.
func (v gameView) stripPlayer(c *column, x, w int, side game.Side) {
	pos := v.pos()
	mark, look := c.glyph("○", "o"), plain
	if !v.over() && pos.Side() == side {
		mark, look = c.glyph("●", "*"), strong
	}
	end := x + w
	if v.traits().clocked {
		end = v.drawClock(c, end, side) - 1
	}
	claimer, claims := pos.(game.Claimer)
	if !claims {
		if count := fit(end-x-10, v.countOf(pos, side), strconv.Itoa(firstCount(pos, side))); count != "" && !v.choice.placing() {
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
			at = c.chip(at, c.y, v.style.Piece(p), false)
		}
	}
	x = c.text(x, c.y, 2, mark+" ", look)
	x = c.trim(x, c.y, end-x, v.say.Player(side), look)
	if here := v.notes.presence[side]; here != "" && end-x > 4 {
		c.trim(x+1, c.y, end-x-1, here, dim)
	}
}

// stripCounts draws the counts of both sides at the right of a line, the most
// important first, as many as there is room for from x on.
func (v gameView) stripCounts(c *column, x int) {
	s, ok := v.pos().(game.Scorer)
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
	if head := v.t("tui.counts"); at-x > width(head) {
		c.text(at-width(head)-1, c.y, width(head), head, dim)
	}
	for _, text := range texts {
		at = c.text(at, c.y, width(text), text, plain) + 1
	}
}
