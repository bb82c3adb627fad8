// Package nn evaluates positions with small neural nets.
//
// A dense net, [Dense], is a linear function of counts such as "my stacks of 2", as
// [Counts] lists them, and a small hidden layer over the same counts:
//
//	nets, err := nn.Parse(data)       // checks format, shape and ranges
//	line, err := nn.NewDenseLine(nets.Dense[0], counts)
//	score := line.Evaluate(x, phase)
//
// A convolutional net, [Conv], sees what lies where: every spot of a hexagonal board
// computes its numbers from those of its neighbors, as [Board] describes a position, again
// and again. It takes some ten times as long as a dense net:
//
//	line, err := nn.NewConvLine(nets.Conv[0], board)
//	score := line.Evaluate(p)
//
// A file holds one net or several, each for a part of a game.
//
// All arithmetic is on integers, so a net gives the same numbers everywhere: with
// AVX2 or NEON, in plain Go (build tag purego) and in a browser, with its vector
// instructions or without.
//
// The package is unstable: its interface and its files may change with every version.
//
// The package refuses to train, to read files, and to know a concrete game.
package nn
