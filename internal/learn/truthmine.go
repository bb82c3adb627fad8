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
	m := &truthMiner{run: r, settings: s, options: o, known: known, done: map[truthPlace]bool{}}
	m.least, m.most = truthStacks(r.game)
	for _, t := range known {
		m.done[truthPlace{t.Number, t.Stacks}] = true
	}
	m.tell()
	var wait sync.WaitGroup
	for range max(o.Workers, 1) {
		wait.Add(1)
		go func() {
			defer wait.Done()
			m.fail(m.work(ctx, evaluator))
		}()
	}
	wait.Wait()
	return m.failed
}

// truthPlace is where a position of the truth set comes from.
type truthPlace struct{ number, stacks int } // of the game; on the board

// truthMiner is what the workers of [Run.MineTruth] share.
type truthMiner struct {
	run         *Run
	settings    TruthSettings
	options     Options
	least, most int                 // numbers of stacks, as truthStacks returns them
	done        map[truthPlace]bool // known before these workers began

	mutex  sync.Mutex // guards what follows
	known  []Truth
	next   int   // game that nobody has taken
	again  int   // unproved positions of known before this one need not be tried again
	failed error // the first one; the workers stop then
}

// work plays games until there are enough, and then tries unproved positions again.
func (m *truthMiner) work(ctx context.Context, evaluator func() engine.Evaluator) error {
	player, err := players.NewEngine(m.run.game, engine.Options{Hash: 16, Evaluator: evaluator})
	if err != nil {
		return err
	}
	prover, err := newProver(m.run.game, m.settings.Nodes)
	if err != nil {
		return err
	}
	for {
		number, todo, ok := m.takeGame()
		if !ok {
			break
		}
		list, err := m.run.truthGame(ctx, player, number, m.least)
		if err != nil {
			return err
		}
		for _, p := range list {
			n := stacksOf(p)
			if !todo[n] {
				continue
			}
			t := Truth{Number: number, Stacks: n, Position: p.String()}
			if t.Outcome, t.Nodes, err = proveOutcome(ctx, prover, p, m.settings.Nodes); err != nil {
				return err
			}
			if err := m.add(t); err != nil {
				return err
			}
		}
	}
	for {
		i, t, ok := m.takeUnproved()
		if !ok {
			return nil
		}
		p, err := m.run.truths().parse(m.run.game, i, t)
		if err != nil {
			return err
		}
		if t.Outcome, t.Nodes, err = proveOutcome(ctx, prover, p, m.settings.Nodes); err != nil {
			return err
		}
		if err := m.replace(i, t); err != nil {
			return err
		}
	}
}

// takeGame returns the number of the next game that lacks positions, and at which numbers
// of stacks; it is false where there is none, or a worker has failed.
func (m *truthMiner) takeGame() (number int, todo map[int]bool, ok bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for m.failed == nil && m.next < m.settings.Count {
		number, todo = m.next, map[int]bool{}
		m.next++
		for n := m.least; n <= m.most; n += 2 {
			if !m.done[truthPlace{number, n}] {
				todo[n] = true
			}
		}
		if len(todo) > 0 {
			return number, todo, true
		}
	}
	return 0, nil, false
}

// takeUnproved returns a position that is unproved after fewer nodes than a proof may take
// now, and its index in known.
func (m *truthMiner) takeUnproved() (i int, t Truth, ok bool) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	for ; m.failed == nil && m.again < len(m.known); m.again++ {
		if t := m.known[m.again]; t.Outcome == truthUnproved && t.Nodes < m.settings.Nodes {
			m.again++
			return m.again - 1, t, true
		}
	}
	return 0, Truth{}, false
}

// add keeps a position that was not known.
func (m *truthMiner) add(t Truth) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.known = append(m.known, t)
	m.tell()
	return m.run.truths().write(m.known)
}

// replace keeps what a new proof says of the position at an index of known.
func (m *truthMiner) replace(i int, t Truth) error {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.known[i] = t
	return m.run.truths().write(m.known)
}

// fail keeps the first error; nil is none.
func (m *truthMiner) fail(err error) {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.failed == nil {
		m.failed = err
	}
}

// tell reports how many positions there are of how many.
func (m *truthMiner) tell() {
	m.options.tell(len(m.known), m.settings.Count*((m.most-m.least)/2+1))
}
