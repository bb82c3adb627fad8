package learn

import (
	"math/rand/v2"

	"cairn.example/engine"
	"cairn.example/game"
)

// OpeningSettings say which positions of a run are openings for matches.
type OpeningSettings struct {
	Count int          // how many at most
	Limit engine.Score // the largest score of the search for either side
	Moves int          // the most moves played on the full board
}

// Openings returns balanced positions for matches, at most one a game: the first of a full
// board, or of one that few moves were played on, that the search of self-play found
// about even. Random boards are often won for one side, so both games of a pair end alike
// and say nothing about the players. No position is there twice, and the seed of the run
// chooses the order.
func (r *Run) Openings(s OpeningSettings) ([]game.Position, error) {
	files, err := r.Shards()
	if err != nil {
		return nil, err
	}
	var found []game.Position
	seen := map[uint64]bool{}
	for _, name := range files {
		list, err := r.readShard(name)
		if err != nil {
			return nil, err
		}
		last := -1 // the last game that gave one
		for i := range list {
			at := &list[i]
			if at.Game == last || at.Proved || at.Score > s.Limit || at.Score < -s.Limit {
				continue
			}
			p, err := parse(r.game, name, at)
			if err != nil {
				return nil, err
			}
			if isPlacing(p) || empty(p) > s.Moves || seen[p.Key()] {
				continue
			}
			seen[p.Key()], last = true, at.Game
			found = append(found, p)
		}
	}
	h := mixed(uint64(len(found)))
	for _, c := range []byte(r.Seed) {
		h = mixed(h ^ uint64(c))
	}
	rng := rand.New(rand.NewPCG(h, 3))
	rng.Shuffle(len(found), func(i, j int) { found[i], found[j] = found[j], found[i] })
	return found[:min(s.Count, len(found))], nil
}

// empty returns how many spots have no stack. Every move of a full board empties one.
func empty(p game.Position) (n int) {
	var stack []game.Piece
	for _, s := range p.Game().Layout().Spots {
		if stack = p.Stack(s, stack[:0]); len(stack) == 0 {
			n++
		}
	}
	return n
}
