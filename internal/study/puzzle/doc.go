// Package puzzle holds positions with exactly one move that keeps a proved
// result: their text format, what counts as a right answer, which of them is
// that of a day, and a proof that they are what they claim to be.
//
// Vocabulary: a [Puzzle] has a position, a proved [Result] for the solver, who
// is to move, and a line in which solver and replies take turns. A step of the
// line is a list of alternatives: moves that differ only in the claim and all
// keep the result are one answer. A pack is the list of the puzzles of one game,
// in a text file to which lines are only ever added, so that number n is the
// same puzzle for ever. Days are counted from day 0, 2026-11-01 (UTC); a [Plan] says
// which game, which puzzles and which board they have.
//
//	pack, err := puzzle.Read(g.ID(), text)
//	p := &pack[puzzle.OfDay(g.ID(), puzzle.Day(time.Now()), len(pack))]
//	s, err := puzzle.Start(g, p)
//	right, err := s.Answer("b1-b2")
//
// [Verifier] proves a puzzle by looking at every line of play to the end, without
// anything an engine knows. [Canonical] reports whether two positions are one that
// is only looked at differently.
//
// The package refuses to search with an engine (that is package mine), to read
// files, and to know a concrete game.
package puzzle
