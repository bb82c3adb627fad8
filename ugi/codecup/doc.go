// Package codecup plays DVONN over standard input and output as programs did in
// the CodeCup of 2011, both ends of it: [Play] is such a program, a [Client]
// drives another one.
//
// A line is a move: E3 places, E3F3 stacks, PASS passes. White gets Start
// instead of a first move. White places the last piece, turn 49, and begins the
// stacking, so she sends two lines one after the other, and Black reads two. Quit
// ends the program. A game always begins with the empty board, and each side has
// one time for all of it.
//
//	err := codecup.Play(ctx, os.Stdin, os.Stdout, codecup.Options{Player: p, Time: 5 * time.Second})
//
//	c, err := codecup.Start([]string{"./program"}, ugi.ClientOptions{})
//	reply, err := c.Move(ctx, moves) // all moves of the game so far
//
// A game starts on the empty board only: the protocol cannot name another position.
package codecup
