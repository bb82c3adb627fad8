// Package lyngk holds the rules of LYNGK in three games: [Standard], [Captured]
// with the house rule that a claim captures finished fives, and [Six], the
// variant with stacks of six. Clause numbers refer to docs/rules.md.
//
// Vocabulary: the active colors are ivory, blue, red, green and black; the
// joker is none of them. A stack belongs to the color of its top piece: the
// stack is neutral while nobody has claimed that color. A stack of full height
// has [Game.MaxHeight] pieces. Spots see each other when only empty spots lie
// between them on a straight line: that is the sight of a spot. A LYNGK point is a
// stack over which a move goes on (rule 1.6); the reach of a stack is what it sees
// directly or by way of points.
//
// [Position] is the type behind every game.Position of this package, for those
// who need more than the interface: bitboards of tops, heights and contents,
// and the sight of each spot; [Fits] and [Position.Component] answer the parts of
// rules 1.4 to 1.6 that evaluations and playouts ask about. Bit i of a bitboard is spot i, counted in the
// order of the text form: column by column, each from its lowest spot.
//
// The package refuses texts and moves with a *game.Error whose codes [Reasons]
// lists. It does not search, evaluate, draw or store.
package lyngk
