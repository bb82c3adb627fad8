package tui

import (
	"context"

	"cairn.example/game"

	tea "charm.land/bubbletea/v2"
)

// Explorer finds what was played in a position of many games, the most frequent move first.
type Explorer func(ctx context.Context, p game.Position) (Explored, error)

// Explored are the games that went through a position: how many, and what was played.
type Explored struct {
	Games int
	Moves []ExploredMove
}

// ExploredMove is a move, with the number of games and of those that each side has won.
type ExploredMove struct {
	Move                        game.Move
	Games, First, Second, Draws int
}

// exploredMsg is what was found about the position of that key.
type exploredMsg struct {
	key   uint64
	found Explored
	err   error
}

// explore looks up the position shown.
func (e *enginePanel) explore() tea.Cmd {
	pos := e.pos().Copy()
	key, number := pos.Key(), e.number
	if _, known := e.explored[key]; known || e.Explorer == nil || !e.traits().studies {
		return nil
	}
	ctx, explorer := e.context(), e.Explorer
	return func() tea.Msg {
		found, err := explorer(ctx, pos)
		if ctx.Err() != nil {
			return nil // another position is shown
		}
		return gameMsg{number, exploredMsg{key, found, err}}
	}
}

// played draws what was played in the position, with how these games ended.
func (v gameView) played(c *column) {
	found := v.engine.explored[v.pos().Key()]
	if found.Games == 0 || c.left() < 3 || v.shown.explored {
		return
	}
	v.shown.explored = true
	const share = 6                       // columns
	shares := []string{"1-0", "0-1", "="} // as many as fit
	shares = shares[:max(0, min(3, (c.w-16)/share))]
	end := c.x + c.w - share*len(shares)
	row := func(text string, s style, n string, shares []string) {
		c.text(c.x, c.y, c.w, text, s)
		c.right(end, c.y, n, s)
		for i, text := range shares {
			c.right(end+share*(i+1), c.y, text, s)
		}
		c.y++
	}
	row(v.Catalog.Labeled(v.t("ui.archive"), v.Catalog.Number(found.Games)), dim, "", shares)
	for _, m := range found.Moves[:min(len(found.Moves), 5, c.left()-1)] {
		c.on(line(c.x, c.y, c.w), playMsg{m.Move, v.engine.generation})
		var parts []string
		for _, n := range []int{m.First, m.Second, m.Draws}[:len(shares)] {
			parts = append(parts, v.Catalog.Percent(float64(n)/float64(m.Games)))
		}
		row(v.game().MoveText(m.Move), plain, v.Catalog.Number(m.Games), parts)
	}
}
