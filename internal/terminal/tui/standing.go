package tui

import (
	"math/bits"
	"strconv"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// standing draws how the game stands: the counts, the colors to claim, what the
// engine thinks.
func (gs *gameScreen) standing(c *column, roomy, lined bool) {
	if _, claims := gs.pos().(game.Claimer); claims {
		gs.counts(c)
	}
	if roomy {
		c.gap()
	}
	gs.claimPanel(c)
	gs.judgement(c, roomy, lined)
	if gs.source.studies() {
		gs.graph(c)
	}
}

// standingLines is how many lines of that there are at least.
func (gs *gameScreen) standingLines() int {
	n := 0
	if _, claims := gs.pos().(game.Claimer); claims {
		n = 3
	}
	if gs.engine.on {
		n += 2
	}
	return n
}

// fives draws the stacks a side has captured, behind its claims or on a line of
// their own, or their number where there is room for neither.
func (gs *gameScreen) fives(c *column, x int, side game.Side) {
	var mine []capture
	need := -1
	for _, k := range gs.captured {
		if k.by == side {
			mine = append(mine, k)
			need += len(k.pieces) + 1
		}
	}
	n := firstCount(gs.pos(), side)
	known := len(mine) == n // else the game began with some
	if known && x+need > c.x+c.w && c.x+2+need <= c.x+c.w && c.left() > 12 {
		c.y++
		x = c.x + 2
	}
	switch {
	case known && x+need <= c.x+c.w:
		for _, k := range mine {
			x = c.stripe(x, c.y, gs.style, k.pieces) + 1
		}
	case n > 0:
		c.text(x, c.y, c.x+c.w-x, c.glyph("×", "x")+strconv.Itoa(n), strong)
	}
	c.y++
}

// countOf is the one count of a game that has one.
func (gs *gameScreen) countOf(p game.Position, side game.Side) string {
	s, ok := p.(game.Scorer)
	if !ok {
		return ""
	}
	list := s.Standing(side)
	if len(list) == 0 || gs.choice.placing() {
		return ""
	}
	return gs.t("unit.pieces", i18n.Args{"n": list[0].N})
}

// counts draws the numbers that decide the game when nobody can move, the most
// important first; the one that decides as it stands is marked.
func (gs *gameScreen) counts(c *column) {
	s, ok := gs.pos().(game.Scorer)
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
	rows := [3]string{gs.t("tui.counts"), gs.say.Player(game.First), gs.say.Player(game.Second)}
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
func (gs *gameScreen) claimPanel(c *column) {
	if !gs.claiming() || c.left() < 3 {
		return
	}
	gs.claimButtons(c, c.w >= 6*len(gs.claimable())-1)
	c.y++
	if claim := gs.shownClaim(); claim != 0 {
		e := game.EffectOfClaim(gs.choice.pos, claim)
		color := gs.game().ColorName(claim)
		c.para(gs.t("ui.claim.lens", i18n.Args{"n": e.Opened, "color": color})+" "+gs.t("ui.claim.deny", i18n.Args{"n": bits.OnesCount64(e.Bound)}), 5, plain)
	} else if gs.choice.onlyByClaim() {
		c.para(gs.t("ui.claim.must"), 2, plain)
	} else {
		c.para(gs.t("ui.claim.title"), 2, dim)
	}
}

// claiming reports whether the person to move may still claim a color.
func (gs *gameScreen) claiming() bool {
	claimer, ok := gs.pos().(game.Claimer)
	return ok && !gs.over() && gs.personToMove() && claimer.ClaimsLeft(gs.pos().Side()) > 0
}

// claimButtons draws the colors to claim, in reach of the mouse, and returns the
// column after them.
func (gs *gameScreen) claimButtons(c *column, wide bool) int {
	claimer, _ := gs.pos().(game.Claimer)
	can := gs.choice.claims()
	x := c.x
	for i, p := range gs.claimable() {
		taken := contains(claimer.Claims(game.First), p) || contains(claimer.Claims(game.Second), p)
		from := x
		st := accent
		if p == gs.choice.claim {
			st = picked
		} else if taken {
			st = dim
		}
		x = c.text(x, c.y, 1, strconv.Itoa(i+1), st)
		if taken {
			x = c.text(x, c.y, 4, c.glyph(" ·  ", " -  "), dim)
		} else {
			x = c.chip(x, c.y, gs.style.Piece(p), !contains(can, p))
		}
		c.on(line(from, c.y, x-from), doMsg{doClaim, i + 1})
		if wide {
			x++
		}
	}
	return x
}
