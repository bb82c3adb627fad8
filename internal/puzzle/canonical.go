package puzzle

import (
	"math"
	"slices"
	"strconv"

	"cairn.example/game"
)

// Symmetries returns the maps of a board onto itself: rotations and reflections
// about its center, the identity first.
func Symmetries(l *game.Layout) [][64]game.Spot {
	var list [][64]game.Spot
	// Hexagonal grids: all of their symmetries are among the turns by multiples of
	// 30 degrees, each with and without a reflection.
	for k := range 24 {
		sin, cos := math.Sincos(float64(k%12) * math.Pi / 6)
		var image [64]game.Spot
		whole := true
		for _, s := range l.Spots {
			p := l.Points[s]
			if k >= 12 {
				p.X = -p.X
			}
			to := game.Point{X: cos*p.X - sin*p.Y, Y: sin*p.X + cos*p.Y}
			image[s] = game.NoSpot
			for _, n := range l.Spots {
				if math.Hypot(l.Points[n].X-to.X, l.Points[n].Y-to.Y) < 1e-6 {
					image[s] = n
				}
			}
			whole = whole && image[s] != game.NoSpot
		}
		if whole {
			list = append(list, image)
		}
	}
	return list
}

// Canonical returns a text that is the same for positions which differ only by a
// symmetry of the board, by the names of the sides, by those of the colors that
// players claim, and by the order of the pieces below the top of a stack. It is
// no position's text form.
func Canonical(p game.Position, symmetries [][64]game.Spot) string {
	var best []byte
	for i := range symmetries {
		text := appearance(p, &symmetries[i])
		if best == nil || slices.Compare(text, best) < 0 {
			best = text
		}
	}
	return string(best)
}

// appearance writes a position as it looks in one symmetry, to the side to move.
func appearance(p game.Position, image *[64]game.Spot) []byte {
	g := p.Game()
	claimer, claims := p.(game.Claimer)
	colored, owned := g.(game.Colored)
	letters := map[game.Piece]byte{}
	letter := func(x game.Piece) byte {
		if owned {
			if side, ok := colored.SideOf(x); ok {
				if side == p.Side() {
					return 'm'
				}
				return 'o'
			}
			return byte(x)
		}
		if !claims || !claimer.IsColor(x) {
			return byte(x)
		}
		if letters[x] == 0 {
			letters[x] = 'a' + byte(len(letters))
		}
		return letters[x]
	}
	l := g.Layout()
	var out []byte
	var buf, below []game.Piece
	for _, s := range l.Spots {
		buf = p.Stack(image[s], buf[:0])
		if n := len(buf); n > 0 {
			// The top first, so that colors are named by what is seen.
			out = append(out, letter(buf[n-1]))
			below = append(below[:0], buf[:n-1]...)
			slices.SortFunc(below, func(a, b game.Piece) int {
				// Known colors first, so that the rest is named in one order.
				return order(letters[a], a) - order(letters[b], b)
			})
			for _, x := range below {
				out = append(out, letter(x))
			}
		}
		out = append(out, '/')
	}
	if claims {
		for _, side := range []game.Side{p.Side(), p.Side().Other()} {
			var list []byte
			for _, x := range claimer.Claims(side) {
				list = append(list, letter(x))
			}
			slices.Sort(list)
			out = append(append(out, list...), ':')
		}
	}
	if t, ok := g.(game.Tallier); ok {
		key, _ := t.Tally()
		for _, side := range []game.Side{p.Side(), p.Side().Other()} {
			for _, c := range p.(game.Scorer).Standing(side) {
				if c.Key == key {
					out = append(strconv.AppendInt(out, int64(c.N), 10), ':')
				}
			}
		}
	}
	return out
}

// order sorts colors that have a letter by it, before those that have none yet.
func order(letter byte, x game.Piece) int {
	if letter != 0 {
		return int(letter)
	}
	return 1000 + int(x)
}
