package training

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	"cairn.example/internal/rating"
	"cairn.example/internal/study/puzzle"
)

// version is that of the stored form.
const version = 1

// ErrNewer says that the stored form comes from a later version of the program.
var ErrNewer = errors.New("the training comes from a later version of this program")

// Progress is what a person has solved. Use [New] or [Parse].
type Progress struct {
	Version int              `json:"v"`
	Games   map[string]*Game `json:"games"` // by id

	// Run is how many first tries in a row were right, Best the most ever.
	Run  int `json:"run"`
	Best int `json:"best"`
}

// Game is the part of one game.
type Game struct {
	Rating rating.Rating `json:"rating"`

	// Tried are the puzzles tried, by number.
	Tried map[string]*Try `json:"tried"`

	// Days tells for each day whose puzzle was tried whether it was solved.
	Days map[string]bool `json:"days,omitempty"`
}

// Try is what became of a puzzle.
type Try struct {
	Right bool  `json:"right"` // in the first try
	Card  *Card `json:"card,omitempty"`
}

// grade moves the card on, or makes one.
func (t *Try) grade(right bool, now time.Time) {
	var c Card
	if t.Card != nil {
		c = *t.Card
	}
	c = c.after(right, now)
	t.Card = &c
}

// New returns the progress of somebody who has tried nothing.
func New() *Progress { return &Progress{Version: version, Games: map[string]*Game{}} }

// Parse reads the stored form. The error is [ErrNewer], or says that it is damaged.
func Parse(data []byte) (*Progress, error) {
	p := New()
	if err := json.Unmarshal(data, p); err != nil {
		return nil, err
	}
	if p.Version > version {
		return nil, ErrNewer
	}
	if p.Version < 1 || p.Games == nil {
		return nil, errors.New("the training is damaged")
	}
	for _, g := range p.Games {
		if g == nil || math.IsNaN(g.Rating.Rating) || !(g.Rating.Deviation > 0) || !(g.Rating.Volatility > 0) {
			return nil, errors.New("the training is damaged")
		}
		for _, try := range g.Tried {
			if try == nil {
				return nil, errors.New("the training is damaged")
			}
		}
	}
	return p, nil
}

// Text returns the stored form.
func (p *Progress) Text() []byte {
	text, err := json.MarshalIndent(p, "", " ")
	if err != nil {
		panic(err) // plain values
	}
	return append(text, '\n')
}

// game returns the part of a game, made where there is none.
func (p *Progress) game(id string) *Game {
	g := p.Games[id]
	if g == nil {
		g = &Game{Rating: rating.New()}
		p.Games[id] = g
	}
	if g.Tried == nil {
		g.Tried = map[string]*Try{}
	}
	if g.Days == nil {
		g.Days = map[string]bool{}
	}
	return g
}

// Rating returns the rating in a game.
func (p *Progress) Rating(id string) rating.Rating {
	if g := p.Games[id]; g != nil {
		return g.Rating
	}
	return rating.New()
}

// Tried returns how many puzzles of a game were tried, and how many of them were
// right in the first try.
func (p *Progress) Tried(id string) (tried, right int) {
	if g := p.Games[id]; g != nil {
		for _, try := range g.Tried {
			tried++
			if try.Right {
				right++
			}
		}
	}
	return tried, right
}

// puzzleDeviation is that of the rating of a puzzle.
const puzzleDeviation = 60

// Record notes how a try went: right only if every move of the solver was found
// without a wrong one and without help.
func (p *Progress) Record(id string, z *puzzle.Puzzle, right bool, now time.Time) {
	g := p.game(id)
	key := key(z)
	if try := g.Tried[key]; try != nil {
		if try.Card != nil || !right {
			try.grade(right, now)
		}
		return
	}
	try := &Try{Right: right}
	score := rating.Won
	if right {
		p.Run++
		p.Best = max(p.Best, p.Run)
	} else {
		score = rating.Lost
		p.Run = 0
		try.grade(right, now)
	}
	g.Tried[key] = try
	g.Rating = rating.Update(g.Rating, []rating.Result{{Opponent: rating.Fixed(float64(z.Rating), puzzleDeviation), Score: score}})
}

// RecordDay notes how the puzzle of a day went; the first note stands.
func (p *Progress) RecordDay(id string, day int, right bool) {
	days := p.game(id).Days
	key := strconv.Itoa(day)
	if _, known := days[key]; !known {
		days[key] = right
	}
}

// OfDay reports whether the puzzle of a day was tried, and whether it was solved.
func (p *Progress) OfDay(id string, day int) (right, tried bool) {
	if g := p.Games[id]; g != nil {
		right, tried = g.Days[strconv.Itoa(day)]
	}
	return right, tried
}

// Wish says what kind of puzzle is wanted. The zero value wants any.
type Wish struct {
	Theme string // a key, "" for any
	Not   int    // the number of the puzzle that was shown last, 0 for none
}

// fits reports whether a puzzle is of the kind wanted.
func (w Wish) fits(z *puzzle.Puzzle) bool {
	return (w.Theme == "" || slices.Contains(z.Themes, w.Theme)) && z.ID != w.Not
}

// Due returns the indexes of the puzzles of a pack that failed and are due, the one
// that waits longest in front.
func (p *Progress) Due(id string, pack []puzzle.Puzzle, w Wish, now time.Time) []int {
	if p.Games[id] == nil {
		return nil
	}
	var list []int
	for i := range pack {
		if c := p.card(id, &pack[i]); c != nil && !c.Due.After(now) && w.fits(&pack[i]) {
			list = append(list, i)
		}
	}
	due := func(i int) time.Time { return p.card(id, &pack[i]).Due }
	slices.SortStableFunc(list, func(a, b int) int { return due(a).Compare(due(b)) })
	return list
}

// among is from how many of the puzzles nearest to one's rating the next is drawn.
const among = 12

// Next returns the index of the puzzle to try next: one that failed and is due,
// else one that was never tried and is about as strong as the person, else the one
// whose failure comes back next, else any. It is -1 where none is of the kind
// wanted. chance returns a random number below n.
func (p *Progress) Next(id string, pack []puzzle.Puzzle, w Wish, now time.Time, chance func(n int) int) int {
	if due := p.Due(id, pack, w, now); len(due) > 0 {
		return due[0]
	}
	fresh, failed, all := p.classify(id, pack, w)
	switch {
	case len(fresh) > 0:
		me := p.Rating(id).Rating
		distance := func(i int) float64 { return math.Abs(float64(pack[i].Rating) - me) }
		slices.SortStableFunc(fresh, func(a, b int) int { return cmp.Compare(distance(a), distance(b)) })
		return fresh[chance(min(len(fresh), among))]
	case len(failed) > 0:
		due := func(i int) time.Time { return p.card(id, &pack[i]).Due }
		return slices.MinFunc(failed, func(a, b int) int { return due(a).Compare(due(b)) })
	case len(all) > 0:
		return all[chance(len(all))]
	}
	return -1
}

// classify returns the indexes of the puzzles of the kind wanted that were never tried, of
// those that have failed, and of all.
func (p *Progress) classify(id string, pack []puzzle.Puzzle, w Wish) (fresh, failed, all []int) {
	for i := range pack {
		if !w.fits(&pack[i]) {
			continue
		}
		all = append(all, i)
		switch {
		case p.try(id, &pack[i]) == nil:
			fresh = append(fresh, i)
		case p.card(id, &pack[i]) != nil:
			failed = append(failed, i)
		}
	}
	return fresh, failed, all
}

// try returns what became of a puzzle, nil where it was never tried.
func (p *Progress) try(id string, z *puzzle.Puzzle) *Try {
	if g := p.Games[id]; g != nil {
		return g.Tried[key(z)]
	}
	return nil
}

// card returns the schedule of a puzzle that has failed, nil of any other.
func (p *Progress) card(id string, z *puzzle.Puzzle) *Card {
	if try := p.try(id, z); try != nil {
		return try.Card
	}
	return nil
}

// key is the number of a puzzle as a key of the stored form.
func key(z *puzzle.Puzzle) string { return strconv.Itoa(z.ID) }
