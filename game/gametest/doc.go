// Package gametest is the suite in which every game proves itself.
//
// [Run] plays random games and checks at each ply all that package game
// promises. [Perft] and [Games] hold a game against the test vectors, which two
// independent implementations agree on. [Golden]
// keeps one game with every answer on file.
//
//	func TestConformance(t *testing.T) {
//		gametest.Run(t, lyngk.Standard, gametest.Options{})
//	}
//
// It refuses nothing quietly: a missing vector file fails the test.
package gametest
