// Package ugi speaks the text protocol by which engines are driven, both ends of
// it: a [Server] lets other programs use our players, a [Client] starts another
// program and plays with it. docs/protocol.md is the reference.
//
// The protocol has the shape of chess's UCI, with the players called p1 and p2,
// positions and moves in the contract's text forms, and questions about the
// rules (query gameover), so that a program that knows no rules can run a match.
//
// Vocabulary: an option is a setting that the engine names and the other end
// may set; an info line is one [engine.Info]; a [Fault] is what a program that
// was started did wrong: it crashed, hung, or answered what is no legal move.
//
//	err := (&ugi.Server{}).Run(ctx, os.Stdin, os.Stdout)
//
//	c, err := ugi.Start(ctx, []string{"./engine"}, ugi.ClientOptions{})
//	err = c.NewGame(ctx, start)
//	reply, err := c.Go(ctx, start, moves, ugi.Go{Limits: l}, nil)
//
// A Server answers whatever it is sent and goes on: a line that it cannot read gets
// one line "info string error: ...". A Client trusts no program: the length of every
// line and the time of every wait are bounded, and every move is checked against
// the rules.
//
// The package does not decide who lost on time and plays no game itself; package
// match does.
package ugi
