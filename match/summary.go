package match

import (
	"crypto/sha256"
	"fmt"
	"io"

	"cairn.example/game"
)

// Summary adds up the results of a match. A game that repeats an earlier one move by
// move says nothing new: it counts in Repeats and nowhere else.
type Summary struct {
	Tally

	// Repeats counts the games that were played before in the same seats. A game that
	// ended by a fault is none, because the fault has happened again.
	Repeats int

	// Faults counts for each contestant the games lost by a fault.
	Faults [2]map[Reason]int

	// Reasons counts how games ended.
	Reasons map[Reason]int

	// First counts wins, draws and losses of the side that moved first.
	First [3]int

	// Plies, Moves, Millis, Nodes and Depths add up over the moves that
	// contestants chose; the arrays are by contestant.
	Plies                        int
	Moves, Millis, Nodes, Depths [2]int64

	game   game.Game
	pairs  map[int]half
	played map[[sha256.Size]byte]bool // the games counted so far
}

// half is a pair of which one game is over.
type half struct{ points, games int }

// NewSummary returns the summary of no games yet.
func NewSummary(g game.Game) Summary {
	return Summary{
		game: g, pairs: map[int]half{}, played: map[[sha256.Size]byte]bool{}, Reasons: map[Reason]int{},
		Faults: [2]map[Reason]int{{}, {}},
	}
}

// Add adds a game.
func (s *Summary) Add(r Result) {
	points, ok := r.Points(s.game)
	if !ok {
		return
	}
	if !r.Reason.IsFault() {
		digest := r.digest()
		if s.played[digest] {
			s.Repeats++
			return
		}
		s.played[digest] = true
	}
	switch points {
	case 0:
		s.Losses++
	case 1:
		s.Draws++
	case 2:
		s.Wins++
	}
	first := 2 - points // of the side that moved first, as 0 for a win
	if r.Swap {
		first = points
	}
	s.First[first]++
	s.Reasons[r.Reason]++
	if loser, ok := r.Loser(s.game); ok && r.Reason.IsFault() {
		s.Faults[loser][r.Reason]++
	}
	h := s.pairs[r.Pair]
	h.points += points
	h.games++
	s.pairs[r.Pair] = h
	if h.games == 2 {
		s.Pairs[h.points]++
	}
	s.Plies += len(r.Plies)
	r.Each(s.game, func(contestant, _ int, p Ply) {
		s.Moves[contestant]++
		s.Millis[contestant] += p.Millis
		s.Nodes[contestant] += int64(p.Nodes)
		s.Depths[contestant] += int64(p.Depth)
	})
}

// AddContestant adds what contestant i has in another summary, as the first one of s:
// results, faults and moves.
func (s *Summary) AddContestant(o *Summary, i int) {
	t := o.Tally
	if i == 1 {
		t.Wins, t.Losses = t.Losses, t.Wins
	}
	s.Wins, s.Draws, s.Losses, s.Repeats = s.Wins+t.Wins, s.Draws+t.Draws, s.Losses+t.Losses, s.Repeats+o.Repeats
	for reason, n := range o.Faults[i] {
		s.Faults[0][reason] += n
	}
	s.Moves[0] += o.Moves[i]
	s.Millis[0] += o.Millis[i]
	s.Nodes[0] += o.Nodes[i]
	s.Depths[0] += o.Depths[i]
}

// digest is the same for games with the same seats, start and moves.
func (r *Result) digest() (sum [sha256.Size]byte) {
	h := sha256.New()
	fmt.Fprintln(h, r.Swap, r.Start)
	for _, p := range r.Plies {
		io.WriteString(h, p.Move+" ")
	}
	h.Sum(sum[:0])
	return sum
}

// Each calls f with every move that a contestant chose, and its ply.
func (r *Result) Each(g game.Game, f func(contestant, ply int, p Ply)) {
	p, err := g.Parse(r.Start)
	if err != nil {
		return
	}
	for i, played := range r.Plies {
		side := p.Side()
		m, err := p.ParseMove(played.Move)
		if err != nil {
			return // a fault, it is the last one
		}
		if i >= r.Forced {
			contestant := int(side)
			if r.Swap {
				contestant = 1 - contestant
			}
			f(contestant, i, played)
		}
		p.PlayUnchecked(m)
	}
}

// FaultCount returns how many games contestant i lost by faults.
func (s *Summary) FaultCount(i int) int {
	n := 0
	for _, k := range s.Faults[i] {
		n += k
	}
	return n
}
