package learn

import (
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
	"cairn.example/players"
)

// board returns the board of a name that the run's game has, nil where there is none.
func (r *Run) board(id string) nn.Board {
	for _, b := range players.Boards(r.game) {
		if b.ID() == id {
			return b
		}
	}
	return nil
}

// seenBoards is positions as the fit of a convolutional net sees them.
type seenBoards struct {
	planes [][]int16 // of each position, as [nn.Board] fills them
	list   []countedSample
}

// boardLoader adds positions of shards to what such a fit sees.
type boardLoader struct {
	run    *Run
	board  nn.Board
	linear engine.Evaluator
	mix    float64         // share of the search's score in the target
	seen   map[uint64]bool // the keys of the positions that were added
}

// loadBoards reads the shards like loadCounted.
func (r *Run) loadBoards(b nn.Board, mix float64) (train, held *seenBoards, err error) {
	linear, err := players.Evaluator(r.game, "linear")
	if err != nil {
		return nil, nil, err
	}
	l := &boardLoader{run: r, board: b, linear: linear(), mix: mix, seen: map[uint64]bool{}}
	train, held = &seenBoards{}, &seenBoards{}
	err = r.eachGame(func(shard string, list []Position) error {
		if r.isHeldOut(list[0].Game) {
			return l.addGame(held, shard, list)
		}
		return l.addGame(train, shard, list)
	})
	return train, held, err
}

// addGame adds positions of a game in a shard: the full board where it applies, and a share of
// the others. Up to it what the search of the full board says takes the place of their own.
func (l *boardLoader) addGame(d *seenBoards, shard string, list []Position) error {
	positions, full, err := l.run.parseGame(shard, list)
	if err != nil {
		return err
	}
	first := int(mixed(uint64(list[0].Game)) % keepOne)
	for i, p := range positions {
		if i != full && i%keepOne != first || !l.board.Applies(p) {
			continue
		}
		at, judge := list[i], i
		if i <= full {
			at.Proved, judge = false, full
		} else if full < 0 {
			continue
		}
		viewer := l.board.Viewer(p)
		l.add(d, p, &at, chanceFor(viewer, positions[judge].Side(), list[judge].Score))
	}
	return nil
}

// add adds a position, unless it was added before, with the chance that a search gave the
// viewer.
func (l *boardLoader) add(d *seenBoards, p game.Position, at *Position, searched float64) {
	if l.seen[p.Key()] {
		return
	}
	l.seen[p.Key()] = true
	viewer := l.board.Viewer(p)
	s := countedSample{
		proved: at.Proved, result: -1, score: float32(searched), linear: float32(chanceFor(viewer, p.Side(), l.linear.Evaluate(p))),
	}
	s.phase = uint8(len(p.Game().Layout().Spots) - empty(p))
	if at.Result != Unknown {
		s.result = float32(at.Result-Loss) / 2
		if viewer != p.Side() {
			s.result = 1 - s.result
		}
	}
	s.target = targetOf(at, s.score, s.result, l.mix)
	x := make([]int16, len(l.board.Windows())*l.board.Planes())
	l.board.Fill(p, x)
	d.planes = append(d.planes, x)
	d.list = append(d.list, s)
}
