// Package vectors checks test vectors against the rules, and makes more of
// them.
//
// There are two kinds of files, described in testdata/vectors/README.md:
// positions with the numbers of turn sequences that start from them (perft), and
// whole games ply by ply with every legal turn. They hold for every program
// that plays by the contract, whatever it is written in.
//
//	summary, err := vectors.Verify(file, vectors.Options{File: "perft.tsv"}, func(f vectors.Finding) {
//		fmt.Println(f) // perft.tsv:7: perft(3) is 1210, the file says 1211
//	})
//
// [Random] writes random games in the second form, for others to check.
//
// The package refuses to stop at the first disagreement: it reports each one
// with file and line and goes on from what the file says.
package vectors
