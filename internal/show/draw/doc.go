// Package draw draws boards: as SVG and PNG for pages, documents and print, as a
// grid of styled cells and as ANSI text for terminals, as plain text, and in
// words for screen readers.
//
// Vocabulary: a [Board] is what there is to draw, made from a position by [New]
// and completed by [Marks]; a [Style] is how a game's pieces look; a [Theme] is
// the colors around them; a [Picture] says how to make an SVG or PNG; a [Grid]
// is a drawing in terminal cells. The pitch is the distance of neighboring
// spots, the unit of all measures.
//
//	b, err := draw.New(position)
//	b.MarkPlayed(before, move)
//	err = draw.SVG(file, b, draw.Picture{Theme: draw.Dark(), Pitch: 79, Page: true})
//	fmt.Print(draw.ANSI(b, draw.Terminal{Width: 80, Depth: draw.TrueColor}))
//	fmt.Print(b.Listing(nil))
//
// Every drawing tells pieces apart by a mark or a letter as well as by color,
// and the same board and options give the same bytes.
//
// The package refuses to know rules: what is marked, its callers find out. It
// imports no game; a new game adds its pieces to the styles. It does not look
// at the environment: whether colors are wanted, and how wide a terminal is,
// callers say. It does not animate.
package draw
