package draw

// NewGrid returns an empty grid of cells for a program that draws more than a
// board: the colors of a style and a theme come out of [Grid.SGR] as they do on
// boards. Nothing is on it, so [Grid.Spot] finds nothing.
func NewGrid(width, height int, s *Style, t *Theme) *Grid {
	width, height = max(width, 0), max(height, 0)
	return &Grid{Width: width, Height: height, Fits: true, cells: blankCells(width * height), palette: newPalette(s, t)}
}

// SGR returns the parameters of the escape sequence that sets a cell's look,
// counted from a reset: "0;1;38;5;124". With [NoColor] they are its attributes
// alone.
func (g *Grid) SGR(c Cell, depth Depth) string {
	if depth == NoColor {
		c.Fg, c.Bg = 0, 0
	}
	return g.palette.sgr(&c, depth)
}

// Row returns the cells of line y, to read or change; nil outside of the grid.
func (g *Grid) Row(y int) []Cell {
	if y < 0 || y >= g.Height {
		return nil
	}
	return g.cells[y*g.Width : (y+1)*g.Width]
}
