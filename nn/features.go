package nn

import "cairn.example/game"

// Feature is the number of a feature, below [Features.Count].
type Feature uint16

// Features describes the positions of one game to a net. Implementations hold no
// state; they may be shared by goroutines.
//
// What holds is seen from a side: where a feature seen from First says "mine", the
// one of the same number seen from Second says "mine" as well. So one row of
// weights serves both sides, and a position with the sides swapped has the same
// two accumulators, swapped.
type Features interface {
	// ID names the description and its version, such as "dvonn-spots-1". A net
	// names the ID it was trained for; any change of meaning needs another.
	ID() string

	// Count returns the number of features, at most 65,536.
	Count() int

	// MaxActive returns the most features that hold at once.
	MaxActive() int

	// Buckets returns the number of buckets.
	Buckets() int

	// Bucket returns the bucket of p, below Buckets.
	Bucket(p game.Position) int

	// Active appends the features that hold in p seen from side, each once.
	Active(p game.Position, side game.Side, buf []Feature) []Feature

	// Changes appends the features seen from side that hold in parent and no
	// more in child, which m gave, and those that hold in child only. Where
	// there are too many for that to pay, as when a claim changes what half the
	// board is called, it returns false, and the accumulator is computed anew.
	Changes(parent game.Position, m game.Move, child game.Position, side game.Side, off, on []Feature) (offs, ons []Feature, ok bool)
}
