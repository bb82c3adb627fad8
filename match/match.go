package match

import (
	"context"
	"errors"
	"iter"
	"math"
	"sync"
	"time"

	"cairn.example/game"
	"cairn.example/players"
	"cairn.example/ugi"
)

// Match is a series of games between two contestants.
type Match struct {
	Game     game.Game
	Specs    [2]Spec
	Pairs    int
	Openings Openings

	// Control holds for contestants that have none of their own.
	Control Control

	// Concurrency is the number of games played at once, at most
	// [MaxConcurrency]; 0 means one.
	Concurrency int

	// SPRT, if set, ends the match when it is decided.
	SPRT *SPRT

	// Margin is by how much a time may be exceeded without a loss: what it
	// takes to pass messages around.
	Margin time.Duration

	// Now is the clock that times are measured with; nil means time.Now. A clock
	// of another kind must be named in Clock, which results files keep.
	Now   func() time.Time
	Clock string

	// ProcessTime, if set, tells the processor time that a process has used so
	// far, and ugi programs are timed by it instead of by Now. What a program has
	// others do, in processes that it starts, is not counted.
	ProcessTime func(pid int) (time.Duration, error)

	// Program is the version of the program that plays, which results files
	// keep; "" for none.
	Program string

	// Patience is how long a contestant without a clock may think, and a tenth
	// of it how long one with a clock may go on beyond it, before it counts as
	// hung; 0 means 5 minutes.
	Patience time.Duration

	// Proofs is how many nodes are spent after each move to prove the outcome;
	// 0 plays every game to its end.
	Proofs uint64

	// Prove proves outcomes within that many nodes, from several goroutines at
	// once. It is needed when Proofs is not 0.
	Prove func(ctx context.Context, p game.Position, nodes uint64) (game.Outcome, bool)

	// Players makes our own contestants; nil means [ugi.NewPlayer].
	Players Maker

	// Warn, if set, is called once for a contestant that does what is no fault but
	// should not be. Calls never overlap each other or those of Run's onGame.
	Warn func(contestant int, warning *game.Error)
}

// MaxConcurrency is the largest number of games that are played at once.
const MaxConcurrency = 1024

// Header returns what a results file of the match begins with.
func (m *Match) Header() Header {
	h := Header{
		Version: version, Program: m.Program, Game: m.Game.ID(), Openings: m.Openings.String(), List: m.Openings.digest(),
		Seed: m.Openings.Seed, Proofs: m.Proofs,
	}
	for i, s := range m.Specs {
		h.Specs, h.Controls = append(h.Specs, s.Text), append(h.Controls, m.Allowance(i))
	}
	return h
}

// Allowance says how long contestant i may think, and by which clock.
func (m *Match) Allowance(i int) string {
	text := m.Specs[i].Control.or(m.Control).String()
	if m.Clock != "" {
		text += ", " + m.Clock
	}
	return text
}

// Check returns what is wrong with the settings of the match, nil for nothing: programs
// that are not there, too.
func (m *Match) Check() error {
	if m.Pairs < 1 {
		return newError("match.pairs")
	}
	if m.Proofs > 0 && m.Prove == nil {
		return errors.New("match: Proofs is set and Prove is nil")
	}
	if s := m.SPRT; s != nil && !(s.Elo0 < s.Elo1 && !math.IsInf(s.Elo0, 0) && !math.IsInf(s.Elo1, 0) && s.Alpha > 0 && s.Beta > 0 && s.Alpha+s.Beta < 1) {
		return newError("match.test")
	}
	for _, s := range m.Specs {
		if s.Kind == CodeCup && (m.Openings.Plies > 0 || m.Openings.kind() != Start) {
			return newError("match.contest_openings", "name", game.ShownOrEmpty(s.Name), "start", string(Start))
		}
		if c := s.Control.or(m.Control); !c.limited() && s.needsLimit() {
			return newError("match.limit", "name", game.ShownOrEmpty(s.Name))
		}
		if err := s.checkProgram(m.Game); err != nil {
			return err
		}
	}
	if _, err := m.Openings.At(m.Game, 0); err != nil {
		return err
	}
	return nil
}

// Contest reports whether a CodeCup program takes part, which plays from the empty board
// on.
func (m *Match) Contest() bool { return m.Specs[0].Kind == CodeCup || m.Specs[1].Kind == CodeCup }

// needsLimit reports whether a contestant may think for ever about a move without a
// limit. A CodeCup program has its own.
func (s Spec) needsLimit() bool {
	switch s.Kind {
	case UGI:
		return true
	case CodeCup:
		return false
	}
	return s.Player == "engine" || s.Player == players.LevelName(players.Levels) || s.Player == "uct"
}

// job is one game to be played.
type job struct {
	pair int
	swap bool
}

// missing lists the games of the match that are not done, in their order.
func (m *Match) missing(done map[job]bool) iter.Seq[job] {
	return func(yield func(job) bool) {
		for pair := range m.Pairs {
			for _, swap := range []bool{false, true} {
				if j := (job{pair, swap}); !done[j] && !yield(j) {
					return
				}
			}
		}
	}
}

// setDefaults fills in what may be left out.
func (m *Match) setDefaults() {
	if m.Patience <= 0 {
		m.Patience = 5 * time.Minute
	}
	if m.Now == nil {
		m.Now = time.Now
	}
	if m.Players == nil {
		m.Players = ugi.NewPlayer
	}
}

// Run plays the games that the store does not hold yet, and adds them; with a nil
// store it plays them all and keeps none. onGame, which may be nil, gets each,
// in the order in which they end. It returns early when ctx ends or the test is
// decided; a game that is not finished then is dropped. The error is ctx's, the
// store's, or that of a contestant that cannot be started.
func (m *Match) Run(ctx context.Context, store *Store, onGame func(Result, Summary)) (Summary, error) {
	if err := m.Check(); err != nil {
		return Summary{}, err
	}
	m.setDefaults()
	if store == nil {
		store = new(Store)
	}
	s := newSeries(m, store, onGame)
	if m.decided(&s.sum) {
		return s.sum, nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	jobs := s.hand(ctx)
	var workers sync.WaitGroup
	for range min(max(m.Concurrency, 1), MaxConcurrency, s.left) {
		workers.Go(func() {
			if err := s.work(ctx, jobs); err != nil {
				stop(err)
			}
		})
	}
	workers.Wait()
	err := context.Cause(ctx)
	if err == errDecided {
		err = nil
	}
	return s.sum, err
}

// series is a match that is being played: what [Match.Run] holds together.
type series struct {
	match  *Match
	onGame func(Result, Summary) // nil for none
	done   map[job]bool          // when Run began
	left   int                   // games to be played then

	mutex   sync.Mutex // guards what follows
	store   *Store
	sum     Summary
	started [2]bool // the contestant has been started before
	warned  [2]bool
}

// newSeries goes on where a store ends.
func newSeries(m *Match, store *Store, onGame func(Result, Summary)) *series {
	s := &series{match: m, onGame: onGame, done: map[job]bool{}, left: 2 * m.Pairs, store: store, sum: NewSummary(m.Game)}
	for _, r := range store.Results {
		s.sum.Add(r)
		j := job{r.Pair, r.Swap}
		if j.pair < m.Pairs && !s.done[j] {
			s.left--
		}
		s.done[j] = true
	}
	return s
}

// hand returns a channel with the games to be played; it is closed behind the last one,
// or when ctx ends.
func (s *series) hand(ctx context.Context) <-chan job {
	jobs := make(chan job)
	go func() {
		defer close(jobs)
		for j := range s.match.missing(s.done) {
			select {
			case jobs <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	return jobs
}

// add keeps a result and tells of it, unless ctx has ended. The error is ctx's, the
// store's, or errDecided.
func (s *series) add(ctx context.Context, r Result) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err := s.store.Add(r); err != nil {
		return err
	}
	s.sum.Add(r)
	if s.onGame != nil {
		s.onGame(r, s.sum)
	}
	if s.match.decided(&s.sum) {
		return errDecided
	}
	return nil
}

// errDecided ends the workers when the test is decided.
var errDecided = errors.New("the test is decided")

func (m *Match) decided(s *Summary) bool {
	return m.SPRT != nil && m.SPRT.Verdict(s.Tally) != Undecided
}

// work plays jobs with a pair of contestants of its own.
func (s *series) work(ctx context.Context, jobs <-chan job) error {
	m := s.match
	var both [2]Contestant
	closeContestant := func(i int) {
		if both[i] != nil {
			both[i].Close()
			both[i] = nil
		}
	}
	defer func() { closeContestant(0); closeContestant(1) }()
	ref := &referee{match: m}
	for i, spec := range m.Specs {
		ref.controls[i] = spec.Control.or(m.Control)
	}
	if m.Proofs > 0 {
		ref.prove = func(ctx context.Context, p game.Position) (game.Outcome, bool) { return m.Prove(ctx, p, m.Proofs) }
	}
	for j := range jobs {
		for i := range both {
			if both[i] == nil {
				var err error
				if both[i], err = s.open(ctx, i); err != nil {
					return err
				}
			}
		}
		o, err := m.Openings.At(m.Game, j.pair)
		if err != nil {
			return err
		}
		r, err := ref.play(ctx, j.pair, j.swap, both, o)
		if err != nil {
			return err
		}
		if loser, ok := r.Loser(m.Game); ok && r.Reason.IsFault() {
			closeContestant(loser) // its state is unknown, so the next game starts it afresh
		}
		if err := s.add(ctx, r); err != nil {
			return err
		}
	}
	return nil
}

// open starts contestant i. One that cannot be started is an error at first; later, after
// a fault of its own, it is a contestant that loses by that.
func (s *series) open(ctx context.Context, i int) (Contestant, error) {
	spec := &s.match.Specs[i]
	c, err := spec.open(ctx, s.match.Game, s.match.Players, func(string) { s.warn(i, extraAnswer) })
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if err == nil {
		s.started[i] = true
		return c, nil
	}
	var fault *ugi.Fault
	if s.started[i] && ctx.Err() == nil && errors.As(err, &fault) {
		return absent{fault}, nil
	}
	return nil, because(err, "match.start", "name", game.ShownOrEmpty(spec.Name))
}

// warn passes the first warning about contestant i on.
func (s *series) warn(i int, code string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.match.Warn != nil && !s.warned[i] {
		s.warned[i] = true
		s.match.Warn(i, newError(code, "name", game.ShownOrEmpty(s.match.Specs[i].Name)))
	}
}
