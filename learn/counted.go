package learn

import (
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
	"cairn.example/players"
)

// counted is positions as a fit sees them: n counts each, one after another.
type counted struct {
	n    int
	x    []int16
	list []countedSample
}

// countedSample is what is known of a position. Chances are those of the side that
// the net's output speaks for.
type countedSample struct {
	phase  uint8
	proved bool
	target float32
	score  float32 // chance that the search gave it
	result float32 // chance that the result gives it, negative where it is not known
	linear float32 // chance that the linear evaluator gives it
}

func (d *counted) counts(i int) []int16 { return d.x[i*d.n : (i+1)*d.n] }

// wide writes the counts of a position to x, which has zeros beyond them.
func (d *counted) wide(i int, x []int32) []int32 {
	for k, v := range d.counts(i) {
		x[k] = int32(v)
	}
	return x
}

// keepOne is the share of a game's positions that a fit uses: one in so many, for
// neighbors in a game are much alike.
const keepOne = 3

// loadCounted reads the shards like load, with counts in place of features.
func (r *Run) loadCounted(c nn.Counts, mix float64) (train, held *counted, err error) {
	files, err := r.Shards()
	if err != nil {
		return nil, nil, err
	}
	linear, err := players.Evaluator(r.game, "linear")
	if err != nil {
		return nil, nil, err
	}
	eval := linear()
	eval.Reset(r.game.New())
	train, held = &counted{n: c.Inputs()}, &counted{n: c.Inputs()}
	seen := map[uint64]bool{}
	x := make([]int32, c.Inputs())
	add := func(d *counted, p game.Position, at *Position, score engine.Score, theirs bool) {
		if seen[p.Key()] {
			return
		}
		seen[p.Key()] = true
		s := countedSample{phase: uint8(c.Phase(p)), proved: at.Proved, result: -1}
		flip := c.Viewer(p) != p.Side()
		own := func(chance float64) float32 {
			if flip {
				return float32(1 - chance)
			}
			return float32(chance)
		}
		ours := chanceOf(score)
		if theirs {
			ours = 1 - ours
		}
		s.score = own(ours)
		s.linear = own(chanceOf(eval.Evaluate(p)))
		if at.Result != Unknown {
			s.result = own(float64(at.Result-Loss) / 2)
		}
		s.target = targetOf(at, s.score, s.result, mix)
		c.Count(p, x)
		for _, v := range x {
			d.x = append(d.x, int16(v))
		}
		d.list = append(d.list, s)
	}
	for count, i := 0, len(files)-1; i >= 0 && count < r.Window; i-- {
		list, err := r.readShard(files[i])
		if err != nil {
			return nil, nil, err
		}
		count += len(list)
		for from := 0; from < len(list); {
			to := from
			for to < len(list) && list[to].Game == list[from].Game {
				to++
			}
			d := train
			if r.isHeldOut(list[from].Game) {
				d = held
			}
			if err := r.addGame(c, d, files[i], list[from:to], add); err != nil {
				return nil, nil, err
			}
			from = to
		}
	}
	return train, held, nil
}

// addGame adds positions of a game in a shard. What a search says of a placing is little; what
// the first one of a full board says is much, and takes its place.
func (r *Run) addGame(c nn.Counts, d *counted, shard string, list []Position, add func(d *counted, p game.Position, at *Position, score engine.Score, theirs bool)) error {
	var full game.Position
	var fullScore engine.Score
	positions := make([]game.Position, len(list))
	for i := range list {
		p, err := r.parse(shard, &list[i])
		if err != nil {
			return err
		}
		positions[i] = p
		if full == nil && !isPlacing(p) {
			full, fullScore = p, list[i].Score
		}
	}
	first := int(mixed(uint64(list[0].Game)) % keepOne)
	for i, p := range positions {
		if i%keepOne != first || !c.Applies(p) {
			continue
		}
		if !isPlacing(p) {
			add(d, p, &list[i], list[i].Score, false)
		} else if full != nil {
			at := list[i]
			at.Proved = false
			add(d, p, &at, fullScore, full.Side() != p.Side())
		}
	}
	return nil
}
