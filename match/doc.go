// Package match plays engines against each other in series and says what the
// results are worth.
//
// Vocabulary: a contestant is one of the two that play, in this process or a
// program of its own; a [Spec] names one; a pair is two games from one opening with
// sides swapped, the unit of chance of all statistics; a [Control] says how long
// a contestant may think; a fault is a crash, a hang, an illegal move or a time
// loss, and costs the game; the results file holds a line a game and is all that
// a match needs to go on after an interruption.
//
//	a, _ := match.ParseSpec("engine?hash=16")
//	b, _ := match.ParseSpec("ugi:./other --fast?Hash=16")
//	m := match.Match{Game: g, Specs: [2]match.Spec{a, b}, Pairs: 200,
//		Openings: match.Openings{Kind: match.Start, Plies: 6, Seed: "1"},
//		Control: match.Control{Nodes: 10_000}}
//	summary, err := m.Run(ctx, store, onGame)
//
// Statistics are of pairs (pentanomial): Elo with its error, and a sequential
// test ([SPRT]) that ends a match as soon as it is clear.
//
// The package refuses to guess a result: a game ends by the rules, by a fault, or
// by a proof of our own solver, never by the opinion of a contestant.
package match
