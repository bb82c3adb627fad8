package learn

import (
	"math"
	"strings"

	"cairn.example/nn"
)

// Bin is the held-out positions whose predicted chance lies in one part of the
// range.
type Bin struct {
	Count             int
	Predicted, Actual float64 // means; Actual is of the results of the games
}

// bins is the number of parts.
const bins = 10

// Quality is how a net does on the held-out positions of a run.
type Quality struct {
	Positions int     // held-out positions with a known result
	Error     float64 // root of the mean squared difference of predicted chance and result
	Search    float64 // the same of the chance that the search of self-play gave them
	Bins      [bins]Bin
}

// judgeFile returns the notes of the nets of a file and how they do; nets of other games in
// it, as the shipped file of LYNGK has, are left out.
func (r *Run) judgeFile(data []byte) (note string, q *Quality, err error) {
	nets, err := nn.Parse(data)
	if err != nil {
		return "", nil, err
	}
	q = &Quality{}
	var foreign error
	for _, n := range nets.Dense {
		c, err := countsOf(r.game, n.Counts)
		if err != nil {
			foreign = err
			continue
		}
		if err := r.judgeDense(q, n, c); err != nil {
			return "", nil, err
		}
		note += n.Note + "\n"
	}
	for _, n := range nets.Conv {
		b := boardOf(r.game, n.Board)
		if b == nil {
			_, foreign = countsOf(r.game, n.Board)
			continue
		}
		if err := r.judgeConv(q, n, b); err != nil {
			return "", nil, err
		}
		note += n.Note + "\n"
	}
	if note == "" {
		return "", nil, foreign
	}
	q.finish()
	return strings.TrimSpace(note), q, nil
}

// judgeDense adds what a dense net says of held-out positions.
func (r *Run) judgeDense(q *Quality, n *nn.Dense, c nn.Counts) error {
	line, err := nn.NewDenseLine(n, c)
	if err != nil {
		return err
	}
	_, held, err := r.load(viewOfCounts(c), DefaultFit().Mix)
	if err != nil {
		return err
	}
	x := make([]int32, n.Inputs+nn.Lanes)
	q.addKnown(held.list, func(i int) int { return line.Evaluate(held.wide(i, x), int(held.list[i].phase)) })
	return nil
}

// judgeConv does the same for a convolutional net.
func (r *Run) judgeConv(q *Quality, n *nn.Conv, b nn.Board) error {
	position := &filled{Board: b}
	line, err := nn.NewConvLine(n, position)
	if err != nil {
		return err
	}
	_, held, err := r.load(viewOfBoard(b), DefaultFit().Mix)
	if err != nil {
		return err
	}
	q.addKnown(held.list, func(i int) int {
		position.x = held.numbers(i)
		return line.Evaluate(nil)
	})
	return nil
}

// addKnown counts the positions whose result is known; estimate returns that of a position
// in hundredths.
func (q *Quality) addKnown(list []sample, estimate func(i int) int) {
	for i := range list {
		if s := &list[i]; s.result >= 0 {
			q.add(sigmoid(float64(estimate(i))/scale), float64(s.score), float64(s.result))
		}
	}
}

// add counts a position with its predicted chance, that of the search, and the result.
func (q *Quality) add(p, search, result float64) {
	b := &q.Bins[min(int(p*bins), bins-1)]
	b.Count++
	b.Predicted += p
	b.Actual += result
	q.Positions++
	q.Error += (p - result) * (p - result)
	q.Search += (search - result) * (search - result)
}

// finish turns sums into means.
func (q *Quality) finish() {
	for i := range q.Bins {
		q.Bins[i].finish()
	}
	q.Error = math.Sqrt(q.Error / float64(max(q.Positions, 1)))
	q.Search = math.Sqrt(q.Search / float64(max(q.Positions, 1)))
}
