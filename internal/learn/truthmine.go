package learn

import (
	"context"
	"sync"

	"cairn.example/engine"
	"cairn.example/players"
)

// MineTruth plays games with the best evaluator so far, takes from each one position at
// each number of stacks, and tries to prove it, until the set is as large as the settings say.
// Then it tries those again that are unproved after fewer nodes than a proof may take. It goes
// on where it was stopped: the file is kept up to date after every position.
func (r *Run) MineTruth(ctx context.Context, s TruthSettings, o Options) error {
	known, err := r.truths().read()
	if err != nil {
		return err
	}
	_, evaluator, err := r.bestEvaluator()
	if err != nil {
		return err
	}
	least, most := truthStacks(r.game)
	done := map[truthPlace]bool{}
	for _, t := range known {
		done[truthPlace{t.Number, t.Stacks}] = true
	}
	var games []int
	for number := range s.Count {
		for n := least; n <= most; n += 2 {
			if !done[truthPlace{number, n}] {
				games = append(games, number)
				break
			}
		}
	}
	var mutex sync.Mutex // guards known
	tell := func() { o.tell(len(known), s.Count*((most-least)/2+1)) }
	tell()
	err = inParallel(o.Workers, games, func() (func(int) error, error) {
		player, err := players.NewEngine(r.game, engine.Options{Hash: 16, Evaluator: evaluator})
		if err != nil {
			return nil, err
		}
		prover, err := newProver(r.game, s.Nodes)
		return func(number int) error {
			list, err := r.truthGame(ctx, player, number, least)
			if err != nil {
				return err
			}
			for _, p := range list {
				t := Truth{Number: number, Stacks: stacksOf(p), Position: p.String()}
				if done[truthPlace{number, t.Stacks}] {
					continue
				}
				if t.Outcome, t.Nodes, err = proveOutcome(ctx, prover, p, s.Nodes); err != nil {
					return err
				}
				mutex.Lock()
				known = append(known, t)
				tell()
				err := r.truths().write(known)
				mutex.Unlock()
				if err != nil {
					return err
				}
			}
			return nil
		}, err
	})
	if err != nil {
		return err
	}
	var again []int
	for i, t := range known {
		if t.Outcome == truthUnproved && t.Nodes < s.Nodes {
			again = append(again, i)
		}
	}
	return inParallel(o.Workers, again, func() (func(int) error, error) {
		prover, err := newProver(r.game, s.Nodes)
		return func(i int) error {
			mutex.Lock()
			t := known[i]
			mutex.Unlock()
			p, err := r.truths().parse(r.game, i, t)
			if err != nil {
				return err
			}
			outcome, nodes, err := proveOutcome(ctx, prover, p, s.Nodes)
			if err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			known[i].Outcome, known[i].Nodes = outcome, nodes
			return r.truths().write(known)
		}, err
	})
}

// truthPlace is where a position of the truth set comes from.
type truthPlace struct{ number, stacks int } // of the game; on the board
