// Package game is the contract every game of Cairn meets: what a rule set, a
// position and a move are to programs that do not know which game is played.
//
// Vocabulary: a [Game] is a rule set with an id; a [Position] is all that
// decides future play; a [Move] is the whole action of one ply, a claim
// included; a [Spot] is a cell of the board, whose geometry is a [Layout]; a
// [Side] is a player. Clause numbers such as 1.5 refer to docs/rules.md.
//
// Most callers need checked play:
//
//	p, err := g.Parse(text)       // or g.Start(seed)
//	m, err := p.ParseMove("b1-b2") // legal here, or an [Error] that says why not
//	err = p.Play(m)               // checked; p is unchanged on error
//
// Programs that search use unchecked play and a stack of copies:
//
//	for _, m := range p.Moves(buf[:0]) {
//		p.CopyTo(child)
//		child.PlayUnchecked(m)
//	}
//
// What only some games can say is a small optional interface that a position
// may offer: [Counter], [Router], [LegLister], [Isolator], [Connectivity],
// [Owner], [Claimer], [Scorer], [Decider], [FullStarter], [Placer], [Colored],
// [Tallier], [Supplier], [Symmetric], [Editor]. Ask with a type assertion.
//
// The package refuses to know any concrete game, to do input or output, and to
// offer an undo: positions are small, copy them.
package game
