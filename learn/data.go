package learn

import (
	"hash/fnv"
	"math"
	"strconv"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/nn"
)

// features is a description of positions that nets can be trained for.
type features interface {
	nn.Features

	// Symmetries returns how each symmetry of the game renames the features,
	// first the one that renames nothing.
	Symmetries() [][]nn.Feature

	// Kinds returns for each feature a number below count; features of one
	// number share weights while they are trained.
	Kinds() (kinds []nn.Feature, count int)
}

// scale is the estimate, in hundredths, at which a net is trained to say that the
// side to move wins e times as often as it loses. It is the unit of all nets. What a
// search with such a net says is surer: its curve is that of internal/judge.
const scale = 200

// heldOut is the share of games that training never sees: one in so many.
const heldOut = 12

// sample is a position as training sees it: the features of the side to move and of
// the other are n numbers each, from first on, of the set's list.
type sample struct {
	first  int
	n      uint8
	bucket uint8
	proved bool
	target float32 // chance of the side to move
	score  float32 // chance that the search gave it
	result float32 // chance that the result gives it, negative where it is not known
}

// set is positions to train with, or to test with.
type set struct {
	features []nn.Feature
	list     []sample
}

// of returns the features of a sample, seen from the side to move and the other.
func (d *set) of(s *sample) (us, them []nn.Feature) {
	n := int(s.n)
	return d.features[s.first : s.first+n], d.features[s.first+n : s.first+2*n]
}

// isHeldOut tells whether the positions of a game are held out.
func (r *Run) isHeldOut(number int) bool {
	h := fnv.New64a()
	h.Write([]byte(r.Seed + "/" + strconv.Itoa(number)))
	return mixed(h.Sum64())%heldOut == 0
}

// load reads the newest shards, up to the window of the settings. A position that
// was there before, itself or an image of it, is left out, and from training also
// one that is held out.
func (r *Run) load() (train, held *set, err error) {
	files, err := r.Shards()
	if err != nil {
		return nil, nil, err
	}
	type shard struct {
		file      string
		positions []Position
	}
	var shards []shard // newest first
	for i, count := len(files)-1, 0; i >= 0 && count < r.Window; i-- {
		list, err := r.readShard(files[i])
		if err != nil {
			return nil, nil, err
		}
		count += len(list)
		shards = append(shards, shard{files[i], list})
	}
	train, held = &set{}, &set{}
	names := r.features.Symmetries()
	seen := map[uint64]bool{}
	for _, d := range []struct {
		set  *set
		held bool
	}{{held, true}, {train, false}} {
		for _, s := range shards {
			for i := range s.positions {
				at := &s.positions[i]
				if r.isHeldOut(at.Game) != d.held {
					continue
				}
				p, err := r.parse(s.file, at)
				if err != nil {
					return nil, nil, err
				}
				r.add(d.set, p, at, seen, names)
			}
		}
	}
	return train, held, nil
}

// add adds a position to a set, unless it was seen.
func (r *Run) add(d *set, p game.Position, at *Position, seen map[uint64]bool, names [][]nn.Feature) {
	s := sample{first: len(d.features), bucket: uint8(r.features.Bucket(p)), proved: at.Proved, result: -1}
	d.features = r.features.Active(p, p.Side(), d.features)
	n := len(d.features) - s.first
	s.n = uint8(n)
	d.features = r.features.Active(p, p.Side().Other(), d.features)
	us, them := d.of(&s)
	if key := keyOf(us, them, names); seen[key] {
		d.features = d.features[:s.first]
		return
	} else {
		seen[key] = true
	}
	s.score = float32(chanceOf(at.Score))
	if at.Result != Unknown {
		s.result = float32(at.Result-Loss) / 2
	}
	s.target = targetOf(at, s.score, s.result, r.Mix)
	d.list = append(d.list, s)
}

// targetOf returns what a net is to say of a position: its proved result, or a mix of the
// score of the search and the result, or the score where the result is not known.
func targetOf(at *Position, score, result float32, mix float64) float32 {
	switch {
	case at.Proved:
		return result
	case at.Result == Unknown:
		return score
	}
	return float32(mix)*score + float32(1-mix)*result
}

// keyOf returns a number that a position shares with its images and, but for
// chance, with no other.
func keyOf(us, them []nn.Feature, names [][]nn.Feature) uint64 {
	least := uint64(math.MaxUint64)
	for _, name := range names {
		var sum uint64
		for _, f := range us {
			sum += mixed(uint64(name[f])<<1 | 1)
		}
		for _, f := range them {
			sum += mixed(uint64(name[f])<<1 | 1<<40)
		}
		least = min(least, sum)
	}
	return least
}

// mixed scrambles a number.
func mixed(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// chanceOf returns the chance to win at a score of the search.
func chanceOf(s engine.Score) float64 {
	switch {
	case s.Won():
		return 1
	case s.Lost():
		return 0
	}
	return sigmoid(float64(s) / scale)
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
