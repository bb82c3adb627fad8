// Package engine searches any game of Cairn for its best move: an iterative
// deepening principal variation search over a shared hash, with as many threads
// as wanted, and a solver that proves endings.
//
// Vocabulary: a [Score] is for the side to move and tells a proved result from
// an estimate; a [Bound] says whether a score is exact; a node is a position
// visited; depth counts plies; the PV is the line both sides are expected to
// play; [Limits] say when to stop, [Info] is what is learned on the way,
// [Result] what comes out. What a search needs to know about one game comes in two
// parts that can be combined freely: an [Evaluator] estimates positions, and
// [Knowledge] is the rest ([Tactics], [Orderer], [Bounder], [Finisher], [Pacer],
// [Reasoner] and, where it helps, [LikelyLister]).
//
// Most callers need two methods:
//
//	e := engine.New(engine.Options{Hash: 64, Threads: 2, Evaluator: think.NewLinear, Knowledge: think.NewKnowledge})
//	r := e.Search(ctx, pos, engine.Limits{MoveTime: time.Second}, func(i engine.Info) { ... })
//	fmt.Println(pos.Game().MoveText(r.Move), r.Score)
//	p := e.Solve(ctx, pos, engine.Limits{}, nil) // win, draw or loss, then the margin
//
// NewEngine of package players fills Evaluator and Knowledge in for a game.
//
// With one thread and a node budget the same calls give the same results, to
// the node. An Engine keeps its hash and its move statistics between searches
// of one game; call [Engine.Clear] before another.
//
// Invariants: no game here ever repeats a position, so a hashed result never
// depends on how the position was reached. A proved score is never made of an
// estimate: nothing prunes a move unseen while all moves seen so far lose.
//
// The package refuses to do input or output, to read a clock that was not
// injected, and to know any concrete game.
package engine
