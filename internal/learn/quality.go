package learn

import (
	"cmp"
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
	judge := func(id string, n fitted, says string) error {
		v, err := viewOf(r.game, id)
		if _, dense := n.(*nn.Dense); err == nil && dense != (v.counts != nil) {
			err = noView(r.game, id) // the name is one of the other kind of net
		}
		if err != nil {
			foreign = err
			return nil
		}
		_, held, err := r.load(v, DefaultFit().Mix)
		if err != nil {
			return err
		}
		estimate, err := v.estimates(n, held)
		if err != nil {
			return err
		}
		q.addKnown(held.list, estimate)
		note += says + "\n"
		return nil
	}
	for _, n := range nets.Dense {
		err = cmp.Or(err, judge(n.Counts, n, n.Note))
	}
	for _, n := range nets.Conv {
		err = cmp.Or(err, judge(n.Board, n, n.Note))
	}
	if err != nil {
		return "", nil, err
	}
	if note == "" {
		return "", nil, foreign
	}
	q.finish()
	return strings.TrimSpace(note), q, nil
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
