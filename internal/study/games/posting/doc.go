// Package posting finds positions in games: which games went through one, how they ended, and
// what was played there. It needs no database and no files, so that the page has it too.
//
// Vocabulary: a [Posting] is a game's passing through a position; a run is postings sorted by
// the symmetric keys of their positions, packed into [Block] values; a [Source] hands out the
// blocks that a key belongs to, wherever they lie.
//
// The package refuses to keep anything, and to know a game by more than a number.
package posting
