package learn

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/match"
	"cairn.example/players"
)

// What placings are worth: two evaluators place against each other, then one engine stacks
// for both sides, so that placing alone decides.

// placingsDomain is the domain of the stream of random numbers of an opening.
const placingsDomain = "cairn learn placings 1"

// PlacingMatch says how such games are played.
type PlacingMatch struct {
	Evaluators    [2]string // names or files, as --eval takes them; the first is judged
	Stacker       string    // stacks for both, a name or a file
	PlacingNodes  [2]uint64 // a placing, of each evaluator
	StackingNodes uint64    // a move of stacking
	Plies         int       // random placings of an opening
	Pairs         int       // at most
	Test          *match.SPRT
}

// PlacingResult is what came out: for the first evaluator, over pairs with sides swapped,
// and by the side it played.
type PlacingResult struct {
	match.Tally
	Sides [2]match.Tally // games only
}

// playPlacings plays a match for a game that begins with placings, without the pairs that are
// known already, and calls keep with the others. Both are the points of the first evaluator,
// doubled, as First and as Second.
func playPlacings(ctx context.Context, g game.Game, m PlacingMatch, o Options, known map[int][2]int, keep func(pair int, points [2]int) error) (*PlacingResult, error) {
	if !isPlacing(g.Start("")) {
		return nil, newError("learn.no_placings", "game", g.Name())
	}
	var makers [3]func() engine.Evaluator
	for i, name := range []string{m.Evaluators[0], m.Evaluators[1], m.Stacker} {
		e, err := players.LoadEvaluator(g, name, openNet)
		if err != nil {
			return nil, err
		}
		makers[i] = e
	}
	var todo []int
	for n := range m.Pairs {
		if _, done := known[n]; !done {
			todo = append(todo, n)
		}
	}
	c := &placingCount{match: m, points: map[int][2]int{}}
	maps.Copy(c.points, known)
	c.countOn()
	o.tell(c.counted, m.Pairs)
	if c.decided {
		return &c.result, nil
	}
	var mutex sync.Mutex // guards c
	err := inParallel(o.Workers, todo, func() (func(int) error, error) {
		p, err := newPlacer(g, makers)
		return func(n int) error {
			points, err := p.pair(ctx, m, n)
			if err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			c.points[n] = points
			c.countOn()
			o.tell(c.counted, m.Pairs)
			if err := keep(n, points); err != nil {
				return err
			}
			if c.decided {
				return errDecided
			}
			return nil
		}, err
	})
	if errors.Is(err, errDecided) {
		err = nil
	}
	return &c.result, err
}

// errDecided ends a match whose test is decided.
var errDecided = errors.New("the test is decided")

// placingCount counts pairs in their order, however they come in, so that the result does
// not depend on how many are played at once.
type placingCount struct {
	match   PlacingMatch
	points  map[int][2]int // of the pairs that are played
	counted int            // how many are in the result: those before this one
	decided bool           // no further pair counts
	result  PlacingResult
}

// countOn counts the pairs that have come in since, up to the first gap.
func (c *placingCount) countOn() {
	for c.counted < c.match.Pairs && !c.decided {
		points, played := c.points[c.counted]
		if !played {
			return
		}
		c.result.add(points)
		c.counted++
		c.decided = c.match.Test != nil && c.match.Test.Verdict(c.result.Tally) != match.Undecided
	}
}

func (r *PlacingResult) add(points [2]int) {
	for side, n := range points {
		for _, t := range []*match.Tally{&r.Tally, &r.Sides[side]} {
			switch n {
			case 2:
				t.Wins++
			case 1:
				t.Draws++
			default:
				t.Losses++
			}
		}
	}
	r.Pairs[points[0]+points[1]]++
}

// placer plays the games of one goroutine.
type placer struct {
	g       game.Game
	engines [3]*engine.Engine // two that place and one that stacks
}

func newPlacer(g game.Game, makers [3]func() engine.Evaluator) (*placer, error) {
	p := &placer{g: g}
	for i, make := range makers {
		e, err := players.NewEngine(g, engine.Options{Hash: 4, Evaluator: make})
		if err != nil {
			return nil, err
		}
		p.engines[i] = e
	}
	return p, nil
}

// pair plays a pair of games and returns the points of the first evaluator, doubled.
func (p *placer) pair(ctx context.Context, m PlacingMatch, n int) (points [2]int, err error) {
	start := p.g.Start("")
	chance := game.NewStream(placingsDomain, p.g.ID(), fmt.Sprint(n))
	for range m.Plies {
		moves := start.Moves(nil)
		start.PlayUnchecked(moves[chance.Intn(len(moves))])
	}
	for swap := range 2 {
		at := start.Copy()
		for _, e := range p.engines {
			e.Clear()
		}
		for at.Outcome() == game.Ongoing {
			e, nodes := p.engines[2], m.StackingNodes
			if isPlacing(at) {
				who := int(at.Side()) ^ swap
				e, nodes = p.engines[who], m.PlacingNodes[who]
			}
			r := e.Search(ctx, at, engine.Limits{Nodes: nodes}, nil)
			if ctx.Err() != nil {
				return points, context.Cause(ctx)
			}
			at.PlayUnchecked(r.Move)
		}
		switch resultFor(at.Outcome(), game.Side(swap)) {
		case Win:
			points[swap] = 2
		case Draw:
			points[swap] = 1
		}
	}
	return points, nil
}
