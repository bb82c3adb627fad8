package judge

import (
	"math"
	"slices"
	"strings"
)

// Annotator is the name in the tag "Annotator" of a record whose main line was judged.
// It tells a judgement from what players thought while they played, who leave values
// behind their moves as well.
const Annotator = "Cairn"

// Signed returns the value of the tag "Annotator" once a record was judged: behind those
// who annotated it before, names with a comma between them, stands [Annotator].
func Signed(annotators string) string {
	names := strings.Split(annotators, ", ")
	switch {
	case annotators == "":
		return Annotator
	case slices.Contains(names, Annotator):
		return annotators
	}
	return annotators + ", " + Annotator
}

// JudgedMove is a move of a game that was judged.
type JudgedMove struct {
	// Second tells that the second player made it.
	Second bool

	// After is how the position behind it stands for the first player, nil where
	// that is not known.
	After *Value
}

// NoAccuracy is the accuracy of a player of whom too few moves were judged.
const NoAccuracy = -1

// fewestMoves is how many judged moves say something about a player.
const fewestMoves = 4

// Accuracy returns how well each player played, in whole percent: the mean over the
// moves whose position is known before and behind. The first move of a game does
// not count, since no record says what the start was worth.
func Accuracy(judged []JudgedMove) [2]int {
	var sums [2]Mean
	for i := 1; i < len(judged); i++ {
		before, after := judged[i-1].After, judged[i].After
		if before == nil || after == nil {
			continue
		}
		side, best, played := 0, *before, *after
		if judged[i].Second {
			side, best, played = 1, before.Other(), after.Other()
		}
		sums[side].Add(Loss(best, played))
	}
	return [2]int{sums[0].Accuracy(), sums[1].Accuracy()}
}

// Mean is the accuracy of moves that were judged one after another. The zero value has
// judged none.
type Mean struct {
	sum   float64
	moves int
}

// Add counts a move that lost so much of the chance to win.
func (m *Mean) Add(loss float64) {
	m.sum += moveAccuracy(loss)
	m.moves++
}

// Accuracy returns the mean in whole percent, [NoAccuracy] of too few moves.
func (m *Mean) Accuracy() int {
	if m.moves < fewestMoves {
		return NoAccuracy
	}
	return int(math.Round(m.sum / float64(m.moves)))
}

// moveAccuracy returns the accuracy of a move that has lost so much of the chance to win,
// in percent: the curve that lichess uses for chess. Nothing lost is 100, a tenth
// about 64, half about 8.
func moveAccuracy(loss float64) float64 {
	return min(100, max(0, 103.1668*math.Exp(-4.354*loss)-3.1669))
}
