// Package mine finds puzzles in games of the engine against itself, measures how
// hard they are, and makes packs of them.
//
// Vocabulary: a step is a position of the solver in which the moves that keep the
// proved result all have one origin and one destination; they are its answer. A
// [Found] is a puzzle with what was measured about it; a file of finds holds those of
// numbered games, one line a game, so that mining goes on where it was stopped. What a
// game contains depends on the game, the [Settings] and its number only.
//
//	m, err := mine.New(g, mine.DefaultSettings())
//	found, err := m.Puzzles(ctx, m.Play(ctx, 17))
//	pack, err := mine.Pack(g, nil, found, mine.DefaultShares(1000))
//
// The package refuses to verify by itself that a pack is right: what it proves, it
// proves with the knowledge of the engine. [puzzle.Verifier] is asked for each find.
package mine
