package mine

import (
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/study/puzzle"
)

// solver answers whether a side gets at least a draw or a win, with all that is
// known of the game: bounds, ordering and a hash. It is used by one goroutine.
type solver struct {
	knowledge engine.Knowledge
	game      game.Game
	nodes     uint64
	limit     uint64
	spent     bool
	side      game.Side
	need      puzzle.Result

	known []answer // by the low bits of the key
	plies []*frame
}

// frame is what is needed at one ply of the search.
type frame struct {
	pos    game.Position
	moves  []game.Move
	ranked []engine.Ranked
}

// answer is what is known of a position. Its zero value is nothing.
type answer struct {
	key   uint64
	yes   bool
	known bool
}

// hashSize is the number of positions that a solver remembers, a power of two.
const hashSize = 1 << 17

func newSolver(g game.Game, knowledge engine.Knowledge) *solver {
	return &solver{game: g, knowledge: knowledge, known: make([]answer, hashSize)}
}

// forget drops what is known of other positions.
func (s *solver) forget() { clear(s.known) }

// atLeast reports whether side gets at least need from p, and whether the limit of
// nodes sufficed to know.
func (s *solver) atLeast(p game.Position, side game.Side, need puzzle.Result, limit uint64) (yes, known bool) {
	s.nodes, s.limit, s.spent, s.side, s.need = 0, limit, false, side, need
	yes = s.search(p, 0)
	return yes, !s.spent
}

func (s *solver) frame(ply int) *frame {
	for len(s.plies) <= ply {
		s.plies = append(s.plies, &frame{pos: s.game.New()})
	}
	return s.plies[ply]
}

func (s *solver) search(p game.Position, ply int) bool {
	s.nodes++
	if s.spent = s.spent || s.nodes > s.limit; s.spent {
		return false
	}
	mine := p.Side() == s.side
	low, high := s.knowledge.Bounds(p)
	if !mine {
		low, high = -high, -low
	}
	least := engine.Score(0)
	if s.need == puzzle.Win {
		least = 1
	}
	if low >= least {
		return true
	}
	if high < least {
		return false
	}
	key := p.Key() ^ uint64(s.need+1)*0x9e3779b97f4a7c15 ^ uint64(s.side+1)*0xc2b2ae3d27d4eb4f
	slot := &s.known[key&(hashSize-1)]
	if slot.known && slot.key == key {
		return slot.yes
	}
	f := s.frame(ply)
	f.moves = p.Moves(f.moves[:0])
	if len(f.moves) == 0 {
		winner, won := p.Outcome().Winner()
		return won && winner == s.side || !won && s.need == puzzle.Draw
	}
	f.ranked = f.ranked[:0]
	for _, m := range f.moves {
		f.ranked = append(f.ranked, engine.Ranked{Move: m})
	}
	s.knowledge.Order(p, f.ranked)
	yes := !mine
	for i := range f.ranked {
		best := i
		for k := i + 1; k < len(f.ranked); k++ {
			if f.ranked[k].Rank > f.ranked[best].Rank {
				best = k
			}
		}
		f.ranked[i], f.ranked[best] = f.ranked[best], f.ranked[i]
		p.CopyTo(f.pos)
		f.pos.PlayUnchecked(f.ranked[i].Move)
		if s.search(f.pos, ply+1) == mine {
			yes = mine
			break
		}
		if s.spent {
			return false
		}
	}
	if s.spent {
		return false
	}
	*slot = answer{key, yes, true}
	return yes
}
