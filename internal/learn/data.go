package learn

import (
	"hash/fnv"
	"math"
	"strconv"

	"cairn.example/engine"
)

// scale is the estimate, in hundredths, at which a net is trained to say that the
// side to move wins e times as often as it loses. It is the unit of all nets. What a
// search with such a net says is surer: its curve is that of internal/judge.
const scale = 200

// heldOut is the share of games that training never sees: one in heldOut.
const heldOut = 12

// isHeldOut reports whether the positions of a game of a run with that seed are held out.
func isHeldOut(seed string, number int) bool {
	h := fnv.New64a()
	h.Write([]byte(seed + "/" + strconv.Itoa(number)))
	return mixed(h.Sum64())%heldOut == 0
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
