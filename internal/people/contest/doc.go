// Package contest is the life of a contest in rounds, without I/O: what happens is an
// [Event], what that has come to is a [State], and equal events give an equal state. It
// decides who plays whom, who has how many points, and what is refused; tables, clocks,
// storage and notices are for those who call it.
//
//	var s contest.State
//	for _, e := range log {
//		if err := s.Apply(e); err != nil { ... } // a refusal; nothing has changed
//	}
//	round := s.Pairing() // the next round, as an event to append
//
// Words: a round has boards, on which two people meet in one game or in two, and byes. A
// person is here who has joined and has neither left nor is away. Points are counted in
// halves. The package refuses to pair a round while one before it lacks a result.
package contest
