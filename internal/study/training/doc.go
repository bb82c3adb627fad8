// Package training keeps what a person has solved: a rating for each game, how many
// in a row were right, which puzzles failed and when they come back, and the
// puzzles of days.
//
// Vocabulary: the first try of a puzzle counts for the rating and the run; later
// ones only decide when it comes back. A puzzle that failed has a [Card], the
// schedule of spaced repetition; it is due when the card says so.
//
//	p := training.New()
//	i := p.Next("dvonn", pack, training.Wish{}, now, rand.IntN)
//	p.Record("dvonn", &pack[i], right, now)
//
// Cards follow FSRS-6, the free spaced repetition scheduler, with its published
// default weights (https://github.com/open-spaced-repetition) and whole days only, as
// the page does with ts-fsrs: a memory has a stability, the days after which it is
// recalled with a chance of 90 %, and a difficulty from 1 to 10. A file of numbers
// that ts-fsrs computed holds both to it.
//
// The package refuses to read clocks and files and to draw random numbers of its own.
package training
