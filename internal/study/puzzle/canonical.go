package puzzle

import (
	"maps"
	"slices"
	"strconv"

	"cairn.example/game"
)

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
	name := pieceNames(p, image)
	out := appendStacks(nil, p, image, name)
	out = appendClaims(out, p, name)
	return appendTallies(out, p)
}

// pieceNames returns what names the pieces of a position: those of the sides by whose
// they are, the colors that players claim by where they lie, all others by their letter.
func pieceNames(p game.Position, image *[64]game.Spot) func(game.Piece) byte {
	if colored, ok := p.Game().(game.Colored); ok {
		return func(x game.Piece) byte {
			switch side, owned := colored.SideOf(x); {
			case !owned:
				return byte(x)
			case side == p.Side():
				return 'm'
			}
			return 'o'
		}
	}
	names := colorNames(p, image)
	return func(x game.Piece) byte {
		if name, ok := names[x]; ok {
			return name
		}
		return byte(x)
	}
}

// colorNames names the colors that players claim in the order of their traces, so that
// it does not matter what they are called. Colors with the same trace are nowhere seen on
// top, and lie and are claimed alike: exchanging them changes nothing.
func colorNames(p game.Position, image *[64]game.Spot) map[game.Piece]byte {
	claimer, ok := p.(game.Claimer)
	if !ok {
		return nil
	}
	traces := map[game.Piece][]byte{}
	spots := p.Game().Layout().Spots
	trace := func(x game.Piece, at int, mark byte) {
		if traces[x] == nil {
			traces[x] = make([]byte, len(spots)+1)
		}
		traces[x][at] += mark
	}
	var stack []game.Piece
	for i, s := range spots {
		stack = p.Stack(image[s], stack[:0])
		for k, x := range stack {
			switch top := k == len(stack)-1; {
			case !claimer.IsColor(x):
			case top:
				trace(x, i, 1<<7)
			default:
				trace(x, i, 1)
			}
		}
	}
	for i, side := range sidesOf(p) {
		for _, x := range claimer.Claims(side) {
			trace(x, len(spots), byte(i+1))
		}
	}
	colors := slices.SortedFunc(maps.Keys(traces), func(a, b game.Piece) int { return slices.Compare(traces[b], traces[a]) })
	names := map[game.Piece]byte{}
	for i, x := range colors {
		names[x] = 'a' + byte(i)
	}
	return names
}

// sidesOf returns the side to move and the other one.
func sidesOf(p game.Position) [2]game.Side { return [2]game.Side{p.Side(), p.Side().Other()} }

// appendStacks writes the stacks, each with its top first and the pieces below it in the
// order of their names.
func appendStacks(out []byte, p game.Position, image *[64]game.Spot, name func(game.Piece) byte) []byte {
	var stack []game.Piece
	for _, s := range p.Game().Layout().Spots {
		stack = p.Stack(image[s], stack[:0])
		if n := len(stack); n > 0 {
			out = append(out, name(stack[n-1]))
			out = appendNames(out, stack[:n-1], name)
		}
		out = append(out, '/')
	}
	return out
}

// appendNames writes the names of pieces, sorted.
func appendNames(out []byte, pieces []game.Piece, name func(game.Piece) byte) []byte {
	from := len(out)
	for _, x := range pieces {
		out = append(out, name(x))
	}
	slices.Sort(out[from:])
	return out
}

// appendClaims writes what each side has claimed, where players claim colors.
func appendClaims(out []byte, p game.Position, name func(game.Piece) byte) []byte {
	claimer, ok := p.(game.Claimer)
	if !ok {
		return out
	}
	for _, side := range sidesOf(p) {
		out = append(appendNames(out, claimer.Claims(side), name), ':')
	}
	return out
}

// appendTallies writes what each side has scored, where that may have left the board.
func appendTallies(out []byte, p game.Position) []byte {
	t, ok := p.Game().(game.Tallier)
	if !ok {
		return out
	}
	key, _ := t.Tally()
	for _, side := range sidesOf(p) {
		for _, c := range p.(game.Scorer).Standing(side) {
			if c.Key == key {
				out = append(strconv.AppendInt(out, int64(c.N), 10), ':')
			}
		}
	}
	return out
}
