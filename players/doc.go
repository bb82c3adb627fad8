// Package players holds whom one can play against: random and greedy beginners,
// a plain Monte Carlo tree search as a yardstick, and the engine at ten levels
// or at full strength.
//
// Vocabulary: a [Player] chooses moves; a name such as "random", "greedy",
// "uct", "level3" or "engine" says which; a seed makes everything a player leaves
// to chance reproducible.
//
//	p, err := players.New(dvonn.Game, "level4", players.Options{Seed: "7"})
//	r, err := p.Choose(ctx, pos, engine.Limits{}, nil) // r.Move, r.Score, r.PV ...
//
// A player never changes the position it is given and always answers with a
// legal move; it keeps no clock and no board of its own. It is used by one
// goroutine at a time, and serves one game after another after [Player.Reset].
//
// [NewEngine], [Evaluator] and [Knowledge] give the engine itself, for programs that
// search on their own.
//
// The package refuses to keep a game: clocks, offers and the position belong to
// its callers.
package players
