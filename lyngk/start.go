package lyngk

import "cairn.example/game"

// pieceCount is how many pieces of each kind the board starts with.
var pieceCount = [kinds]int{8, 8, 8, 8, 8, 3}

// Start returns the start position of a seed: the pieces in canonical order
// laid on the spots in text order, then shuffled by the seed's stream.
func (g Game) Start(seed string) game.Position {
	bag := make([]Color, 0, Spots)
	for c, n := range pieceCount {
		for range n {
			bag = append(bag, Color(c))
		}
	}
	game.NewStream(game.StartDomain, g.ID(), seed).
		Shuffle(len(bag), func(i, j int) { bag[i], bag[j] = bag[j], bag[i] })
	p := &Position{game: g}
	for s, c := range bag {
		p.place(game.Spot(s), single(c))
	}
	p.computeSight()
	return p
}
