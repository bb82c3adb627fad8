// Package nn evaluates positions with small neural nets that are updated along the
// line of a search (efficiently updatable, as Stockfish's are).
//
// Vocabulary: a feature is a fact about a position that holds or does not, such as
// "my stack of 2 on e3"; [Features] lists those of a game, seen from either side.
// The accumulator of a side is the sum of the weights, one row of [Net.Hidden]
// numbers a feature, of the features that hold seen from it. The output is a sum
// over both accumulators, clamped to 0 to 255, that of the side to move first. A
// bucket chooses the output weights by the phase of the game.
//
//	net, err := nn.Parse(data)        // checks format, shape and ranges
//	line, err := nn.NewLine(net, features)
//	line.Reset(root)                  // then Push and Pop with every move
//	score := line.Evaluate(p)
//
// A dense net, [Dense], is simpler: a linear function of counts such as "my stacks of
// 2", as [Counts] lists them, and a small hidden layer over the same counts, computed
// anew for every position:
//
//	nets, err := nn.ParseDense(data)  // one or several, one for each phase of a game
//	line, err := nn.NewDenseLine(nets[0], counts)
//	score := line.Evaluate(x, phase)
//
// A convolutional net, [Conv], sees what lies where: every spot of a hexagonal board
// computes its numbers from those of its neighbors, as [Board] describes a position, again
// and again. It takes some ten times as long as a dense net:
//
//	nets, err := nn.ParsePhaseNets(data) // dense and convolutional ones
//	line, err := nn.NewConvLine(nets.Conv[0], board)
//	score := line.Evaluate(p)
//
// All arithmetic is on integers, so a net gives the same numbers everywhere: with
// AVX2 or NEON, in plain Go (build tag purego) and in a browser, with its vector
// instructions or without.
//
// The package refuses to train, to read files, and to know a concrete game.
package nn
