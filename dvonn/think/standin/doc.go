// Package standin is an opponent of a known kind: a DVONN player made like the
// program that won the CodeCup in 2011, as far as its methods are known, to
// measure our own engine against in matches.
//
// Its search is a principal variation search on one thread with iterative
// deepening, a table that orders moves and cuts off only on equal depth or an
// exact score, and captures first. Its evaluation adds up stacks, moves, moves
// onto stacks that hold a DVONN piece and moves onto enemies, each weighted by
// how near a DVONN piece is. On purpose it counts no pieces, sees no stack that
// hangs by a thread, and follows no exchange to its end: whatever makes our
// engine better must not leak into what it is measured against.
//
//	p := standin.New(16, "seed")
//	m, err := p.Choose(ctx, pos, engine.Limits{Nodes: 100_000}, nil)
//
// What is not known is our guess: the weights, of which a few sets were played
// against each other, how time is spread, and the placing phase, which is a look
// one ply ahead at how near the pieces come to the DVONN pieces.
//
// The package refuses to be improved beyond that.
package standin
