// Package learn trains nets: it plays games of the engine against itself, fits a net
// to their positions, and lets the net play against the evaluator before it.
//
// Vocabulary: a run is a folder with everything about one training, laid out as
// [Run] says; a shard is a file of positions of some games; a candidate is a net
// that has not been tested, which the gate accepts or rejects; held-out positions
// are those of games that training never sees.
//
//	run, err := learn.Open("runs/first", learn.Settings{Game: "dvonn", Seed: "1"})
//	err = run.SelfPlay(ctx, 10, learn.Options{})     // 10 shards
//	err = run.FitAll(ctx, "gen-001", learn.Options{})
//	result, err := run.Gate(ctx, "gen-001", learn.Options{})
//
// Such a net is dense ([nn.Dense]): a small one over what the linear evaluator counts, one
// for each phase of the game. [Run.Fit] fits that of one phase, with settings of its own, or
// a convolutional one ([nn.Conv]) over the board. [Run.Placings] measures what placings are worth.
//
// The steps meet only in the folder: each one can run alone, and one that was
// stopped, or killed, goes on where it was. With one thread and the same seed, every
// file a step writes on amd64 is the same to the bit.
//
// The package refuses to change the settings of a run, and to call a net better
// that has not won its match.
package learn
