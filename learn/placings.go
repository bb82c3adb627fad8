package learn

import (
	"context"
	"fmt"
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

// PlayPlacings plays a match for a game that begins with placings. The error may be ctx's.
func PlayPlacings(ctx context.Context, g game.Game, m PlacingMatch, o Options) (*PlacingResult, error) {
	return playPlacings(ctx, g, m, o, nil, func(int, [2]int) error { return nil })
}

// playPlacings does it without the pairs that are known already, and has the others kept;
// both are the points of the first evaluator, doubled, as First and as Second.
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
	results := make([][2]int, m.Pairs)
	ready := make([]bool, m.Pairs)
	for n, points := range known {
		if n < m.Pairs {
			results[n], ready[n] = points, true
		}
	}
	r := &PlacingResult{}
	var mutex sync.Mutex
	next, counted := 0, 0
	decided := false
	// Pairs count in their order, so the result does not depend on how many are
	// played at once.
	count := func() {
		for ; counted < m.Pairs && ready[counted] && !decided; counted++ {
			r.add(results[counted])
			decided = m.Test != nil && m.Test.Verdict(r.Tally) != match.Undecided
		}
		o.tell(counted, m.Pairs)
	}
	count()
	var failed error
	var wait sync.WaitGroup
	for range min(max(o.Workers, 1), m.Pairs) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			p, err := newPlacer(g, makers)
			for {
				mutex.Lock()
				if failed == nil {
					failed = err
				}
				for next < m.Pairs && ready[next] {
					next++
				}
				if failed != nil || decided || next == m.Pairs {
					mutex.Unlock()
					return
				}
				n := next
				next++
				mutex.Unlock()
				var both [2]int
				both, err = p.pair(ctx, m, n)
				if err != nil {
					continue
				}
				mutex.Lock()
				results[n], ready[n] = both, true
				err = keep(n, both)
				count()
				mutex.Unlock()
			}
		}()
	}
	wait.Wait()
	return r, failed
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
