// Package say puts positions and moves into words, in any language of the
// catalog: what a screen reader reads, what the terminal prints after a move,
// how a game ended.
//
// A [Speaker] speaks about one game to one listener. Its sentences are those of
// the spoken board: "e4: stack of 3, black on top, yours; below: red, joker".
//
// [Speaker.End] says how a game ended, [Clock] what a clock shows.
//
// [Error] and [Warning] say what is wrong with a move or a record, [Unreadable] and
// [Unwritable] what is wrong with a file; [Reasons] what speaks for a move.
//
// It refuses to know a concrete game: what only some games have (claims,
// isolation, points) it asks of the capabilities of package game.
package say
