package tui

import (
	"math"
	"time"

	tea "charm.land/bubbletea/v2"

	"cairn.example/game"
	"cairn.example/internal/show/draw"
)

// How long a stack travels: each hop, all hops together, and each layer of a
// stack that leaves the board. A frame is so short that the eye
// takes what it sees for movement.
const (
	hopTime   = 160 * time.Millisecond
	wayTime   = 420 * time.Millisecond
	layerTime = 50 * time.Millisecond
	frameTime = 33 * time.Millisecond
)

// animation shows a played move: first its stack travels over the spots of its route,
// then, where it leaves the board, its layers go one by one. The game has gone on
// already, and whatever the player does next ends the animation.
type animation struct {
	number int
	began  time.Time
	way    []game.Spot
	board  *draw.Board // as before the move, without its stack
	moved  *draw.Board // its stack alone, on the origin
	leaves []game.Piece

	drawnFor viewState // for which the sprite was drawn
	sprite   *draw.Grid
}

// frameMsg asks for the next picture of a motion.
type frameMsg struct{ number int }

// animate begins to show how a move was played.
func (b *board) animate(before game.Position, m game.Move, after game.Position, way []game.Spot) tea.Cmd {
	parts := b.game().Parts(m)
	if !b.Animate || parts.From == game.NoSpot || parts.To == game.NoSpot || len(way) < 2 {
		return nil
	}
	without, err := draw.New(before)
	if err != nil {
		return nil
	}
	without.Style = b.style
	alone := &draw.Board{Layout: without.Layout, Style: without.Style}
	alone.Stacks[parts.From] = without.Stacks[parts.From]
	without.Stacks[parts.From] = nil
	b.animations++
	b.animation = &animation{number: b.animations, began: b.Now(), way: way, board: without, moved: alone}
	if len(after.Stack(parts.To, nil)) == 0 {
		b.animation.leaves = append(before.Stack(parts.To, nil), before.Stack(parts.From, nil)...)
	}
	return b.later(frameTime, frameMsg{b.animations})
}

// nextFrame goes on with a motion, or ends it.
func (b *board) nextFrame(m frameMsg) tea.Cmd {
	if b.animation == nil || b.animation.number != m.number {
		return nil
	}
	if b.Now().Sub(b.animation.began) >= b.animation.travelTime()+b.animation.leavingTime() {
		b.animation = nil
		return nil
	}
	return b.later(frameTime, m)
}

// endAnimation ends a motion where the player does something.
func (b *board) endAnimation(msg tea.Msg) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg, tea.MouseWheelMsg, tea.PasteMsg, pressMsg, goToMsg, playMsg:
		b.animation = nil
	}
}

func (m *animation) travelTime() time.Duration {
	return min(time.Duration(len(m.way)-1)*hopTime, wayTime)
}

func (m *animation) leavingTime() time.Duration { return time.Duration(len(m.leaves)) * layerTime }

// drawAnimation draws the board as it is at this moment of a motion.
func (b *board) drawAnimation(c *canvas, p arrangement, x, y int) {
	m, spent := b.animation, b.Now().Sub(b.animation.began)
	to := m.way[len(m.way)-1]
	if over := spent - m.travelTime(); over >= 0 { // it has landed
		gone := min(int(over/layerTime)+1, len(m.leaves))
		landed := *m.board
		landed.Stacks[to] = m.leaves[:len(m.leaves)-gone]
		c.paste(b.drawn(&landed, p), x, y)
		return
	}
	g := b.drawn(m.board, p)
	c.paste(g, x, y)
	if m.drawnFor != b.arrangedFor || m.sprite == nil {
		o := b.arrangedFor.terminal(p.w, p.h)
		o.NoLines = true
		m.drawnFor, m.sprite = b.arrangedFor, draw.Cells(m.moved, o)
	}
	dx, dy := m.offset(g, spent)
	from := m.way[0]
	box := m.sprite.Box(from)
	if top := m.sprite.At(box.X0, box.Y0-1); top.Rune == '▄' { // the face of a high stack
		box.Y0--
	}
	for row := box.Y0; row < box.Y1; row++ {
		for col := box.X0; col < box.X1; col++ {
			if a := *m.sprite.At(col, row); col+dx >= 0 && col+dx < g.Width && row+dy >= 0 && row+dy < g.Height {
				*c.At(x+col+dx, y+row+dy) = a
			}
		}
	}
}

// offset returns how far the stack is from its origin, in cells.
func (m *animation) offset(g *draw.Grid, spent time.Duration) (dx, dy int) {
	legs := len(m.way) - 1
	at := float64(legs) * ease(float64(spent)/float64(m.travelTime()))
	leg := min(int(at), legs-1)
	part := at - float64(leg)
	x0, y0 := g.Center(m.way[0])
	ax, ay := g.Center(m.way[leg])
	bx, by := g.Center(m.way[leg+1])
	return ax - x0 + int(math.Round(part*float64(bx-ax))), ay - y0 + int(math.Round(part*float64(by-ay)))
}

// ease begins fast and lands softly.
func ease(t float64) float64 { return 1 - (1-t)*(1-t) }
