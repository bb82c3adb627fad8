package draw

import "strings"

// Text draws the board in plain characters with a legend below it: for pipes,
// logs and terminals without color. [Board.Listing] says the same in words.
func Text(b *Board, o Terminal) string {
	o.Depth, o.plain = NoColor, true
	if o.Size == Auto && o.Height <= 0 {
		o.Size = Small
	}
	return strings.TrimRight(Cells(b, o).String(), "\n") + "\n\n" + Legend(b, o)
}
