package tui

import (
	"strconv"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// stackPanel draws the stack under the cursor layer by layer, whose it is, and
// with words what the move in hand would do: beside the layers where it is wide.
func (v gameView) stackPanel(c *column, wide, words bool) {
	s := v.focus
	if s == game.NoSpot || c.left() < 2 {
		return
	}
	stack := v.pos().Stack(s, nil)
	name := v.game().Layout().Names[s]
	x := c.text(c.x, c.y, c.w, name+" ", accent)
	about := v.stackWords(s, stack, true)
	if width(about) > c.x+c.w-x {
		about = v.stackWords(s, stack, false)
	}
	for i, text := range wrap(about, c.x+c.w-x) {
		if i > 1 || c.left() < 1 {
			break
		}
		c.text(x, c.y, c.x+c.w-x, text, plain)
		c.y++
	}
	var hand []string
	if words {
		hand = v.handWords()
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
	var below []string
	for _, text := range hand {
		below = append(below, wrap(text, c.w)...)
	}
	room := max(c.left()-len(below), min(c.left(), 1))
	v.layers(&column{canvas: c.canvas, x: c.x, y: c.y, w: layers, end: c.y + room}, stack)
	c.y += min(room, len(runs(stack, room)))
	for i, text := range below {
		if c.left() == 1 && i < len(below)-1 {
			text = strings.Join(below[i:], " ")
		}
		if c.left() > 0 {
			c.trim(c.x, c.y, c.w, text, plain)
			c.y++
		}
	}
}

// stackWords says how high a stack is and whose.
func (v gameView) stackWords(s game.Spot, stack []game.Piece, long bool) string {
	if len(stack) == 0 {
		return v.t("say.empty")
	}
	words := []string{v.t("say.stack", i18n.Args{"n": len(stack)})}
	if owner := v.say.Owner(v.pos(), s); owner != "" {
		words = append(words, owner)
	}
	if h, ok := v.pos().(game.Connectivity); ok && !v.choice.placing() && h.Hinges()&s.Bit() != 0 {
		words = append(words, v.t("draw.mark.hinge"))
	}
	if long && v.personToMove() && len(v.choice.path) == 0 && !v.choice.placing() {
		n := 0
		for _, o := range v.choice.options {
			if o.From == s && o.Claim == v.choice.claim {
				n++
			}
		}
		if n > 0 {
			words = append(words, v.t("say.targets", i18n.Args{"n": n}))
		}
	}
	return strings.Join(words, ", ")
}

// pieceRun is a number of equal pieces in a row.
type pieceRun struct {
	piece game.Piece
	n     int
}

// runs lists a stack from the top down, equal neighbors as one where there are
// more than room layers.
func runs(stack []game.Piece, room int) []pieceRun {
	var list []pieceRun
	for i := len(stack) - 1; i >= 0; i-- {
		if n := len(list); n > 0 && len(stack) > room && list[n-1].piece == stack[i] {
			list[n-1].n++
			continue
		}
		list = append(list, pieceRun{stack[i], 1})
	}
	return list
}

// layers draws a stack as it stands, a line a layer.
func (v gameView) layers(c *column, stack []game.Piece) {
	const band = 9
	list := runs(stack, c.left())
	for i, r := range list {
		if c.left() < 1 {
			return
		}
		if c.left() == 1 && i < len(list)-1 {
			c.text(c.x, c.y, c.w, c.glyph("…", "..."), dim)
			c.y++
			return
		}
		q := v.style.Piece(r.piece)
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
		words := v.t("color." + v.game().ColorName(r.piece) + ".layer")
		if r.n > 1 {
			words = strconv.Itoa(r.n) + c.glyph(" × ", " x ") + words
		}
		c.text(c.x+band+1, c.y, c.w-band-1, words, plain)
		c.y++
	}
}

// handWords says what the move in hand would do: what it cuts off and how the
// count would change.
func (v gameView) handWords() []string {
	if len(v.choice.path) == 0 {
		return nil
	}
	m, ok := v.choice.move(v.focus)
	if !ok {
		n := 0
		for set := v.choice.targets(); set != 0; set &= set - 1 {
			n++
		}
		return []string{v.t("say.targets", i18n.Args{"n": n})}
	}
	if f, isolates := forecastOf(v.pos(), m); isolates {
		parts := v.game().Parts(m)
		names := &v.game().Layout().Names
		var list []string
		if len(f.spots) > 0 {
			spots := make([]string, len(f.spots))
			for i, s := range f.spots {
				spots[i] = names[s]
			}
			list = append(list, v.t("ui.forecast.cuts", i18n.Args{
				"n": len(spots), "from": names[parts.From], "to": names[parts.To], "spots": v.Catalog.List("list.and", spots),
			}))
		} else {
			list = append(list, i18n.Sentence(v.t("cli.isolation.none", i18n.Args{"move": v.game().MoveText(m)})))
		}
		return append(list, v.t("ui.forecast.score", i18n.Args{
			"first": v.say.Player(game.First), "a": f.before[0], "b": f.after[0],
			"second": v.say.Player(game.Second), "c": f.before[1], "d": f.after[1],
		}))
	}
	after := v.pos().Copy()
	after.PlayUnchecked(m)
	return []string{v.say.Move(v.pos(), m, after)}
}
