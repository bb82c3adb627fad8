package draw

import (
	"strings"
)

// Text draws the board in plain characters with a legend below it: for pipes,
// logs and terminals without color. [Board.Listing] says the same in words.
func Text(b *Board, o Terminal) string {
	o.Depth = NoColor
	if o.Size == Auto && o.Height <= 0 {
		o.Size = Small
	}
	return strings.TrimRight(Cells(b, o).String(), "\n") + "\n\n" + Legend(b, o)
}

// Legend explains the letters and signs of a board in cells, in lines no longer
// than the terminal is wide.
func Legend(b *Board, o Terminal) string {
	w := o.Words
	var items []string
	for _, q := range b.Style.Pieces {
		items = append(items, w.say("legend.piece", "letter", string(rune(q.Letter)), "color", w.color(b.Style, q.Letter)))
	}
	if b.Style.Kind == Discs {
		items = append(items, w.say("legend.top"))
	} else {
		items = append(items, w.say("legend.height"))
	}
	if b.Style.Binder != 0 {
		q := b.Style.Piece(b.Style.Binder)
		glyph := q.Glyph
		if o.ASCII {
			glyph = q.Ascii
		}
		items = append(items, w.say("legend.holds", "glyph", string(glyph), "color", w.color(b.Style, b.Style.Binder)))
	}
	width := o.Width
	if width <= 0 {
		width = 80
	}
	var out strings.Builder
	line := ""
	for i, item := range items {
		if i < len(items)-1 {
			item += ","
		}
		if line != "" && len([]rune(line+" "+item)) > width {
			out.WriteString(line + "\n")
			line = ""
		}
		line = strings.TrimSpace(line + " " + item)
	}
	out.WriteString(line + "\n")
	return out.String()
}
