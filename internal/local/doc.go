// Package local is a game at one computer: the line that is played, which is a
// log of package play, in the tree of all that was tried. The line-by-line and the
// full-screen terminal show the same [Session].
//
// # Vocabulary
//
// The tree holds every move that was ever played here; nothing is thrown away. The
// line played leads from the start to its end: what [Session.State] holds, with
// clocks, offers and the end of the game. The cursor is where one looks. Looking
// about ([Session.GoTo], [Session.Visit]) changes nothing; [Session.Undo] takes a
// move back, which shortens the line played, and playing on from elsewhere
// ([Session.Play]) takes back what is in the way. [Session.Record] has the line
// played as its main line and everything else as variations.
//
// It refuses to read input, to draw, to read a clock, and to choose moves.
package local
