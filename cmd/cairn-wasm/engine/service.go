package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"cairn.example/engine"
	"cairn.example/players"
)

// waiting is how many questions may wait; a page has no reason for more.
const waiting = 64

// service answers questions one after another. Its put may be called while a
// search runs.
type service struct {
	tell  func(*event)
	yield func() // gives way to whoever calls put; nil where that is not needed
	now   func() time.Time

	tasks chan *task
	mu    sync.Mutex
	live  map[int]context.CancelFunc // the searches asked for and not answered
	ctx   map[int]context.Context

	made    map[string]any // players and engines by what they were made for
	yielded time.Time
}

func newService(tell func(*event), yield func(), now func() time.Time) *service {
	return &service{
		tell: tell, yield: yield, now: now,
		tasks: make(chan *task, waiting),
		live:  map[int]context.CancelFunc{}, ctx: map[int]context.Context{},
		made: map[string]any{},
	}
}

// put takes a question. It never blocks.
func (s *service) put(text string) {
	q, err := read(text)
	if err != nil {
		s.tell(&event{Error: refusalOf(err)})
		return
	}
	if q.Op == "stop" {
		s.mu.Lock()
		cancel := s.live[q.ID]
		s.mu.Unlock()
		if cancel != nil {
			cancel()
		}
		return
	}
	t := &task{question: q}
	if q.Op == "search" {
		if t, err = understand(q); err == nil {
			err = s.enter(q.ID)
		}
		if err != nil {
			s.tell(&event{ID: q.ID, Error: refusalOf(err)})
			return
		}
	}
	select {
	case s.tasks <- t:
	default:
		s.leave(q.ID)
		s.tell(&event{ID: q.ID, Error: refusalOf(fmt.Errorf("more than %d questions wait", waiting))})
	}
}

func (s *service) enter(id int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.live[id] != nil {
		return fmt.Errorf("a search with the id %d is not over yet", id)
	}
	s.ctx[id], s.live[id] = context.WithCancel(context.Background())
	return nil
}

func (s *service) leave(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.live[id]; cancel != nil {
		cancel()
	}
	delete(s.live, id)
	delete(s.ctx, id)
}

// run answers until the tasks are closed.
func (s *service) run() {
	for t := range s.tasks {
		if t.Op == "forget" {
			clear(s.made)
			continue
		}
		s.mu.Lock()
		ctx := s.ctx[t.ID]
		s.mu.Unlock()
		e := s.answer(ctx, t)
		s.leave(t.ID)
		s.tell(e)
	}
}

// answer does one search. It never panics: what goes wrong inside comes back as
// an error, and what the search had learned is dropped.
func (s *service) answer(ctx context.Context, t *task) (e *event) {
	defer func() {
		if r := recover(); r != nil {
			clear(s.made)
			e = &event{ID: t.ID, Error: refusalOf(fmt.Errorf("internal: %v", r))}
		}
	}()
	s.yielded = s.now()
	r, err := s.search(ctx, t, func(i engine.Info) { s.tell(&event{ID: t.ID, Info: tell(t.pos, &i)}) })
	if err != nil && !errors.Is(err, players.ErrOver) {
		return &event{ID: t.ID, Error: refusalOf(err)}
	}
	b := &best{Reasons: reasons(t.game, &r), Stopped: ctx.Err() != nil}
	if r.Move != 0 {
		b.Move = t.game.MoveText(r.Move)
	}
	if r.Ponder != 0 {
		b.Ponder = t.game.MoveText(r.Ponder)
	}
	return &event{ID: t.ID, Best: b}
}

func (s *service) search(ctx context.Context, t *task, onInfo func(engine.Info)) (engine.Result, error) {
	if t.Player == "" || t.Player == "engine" {
		e, err := s.engine(t)
		if err != nil {
			return engine.Result{}, err
		}
		if t.Solve {
			return e.Solve(ctx, t.pos, t.limits, onInfo), nil
		}
		return e.Search(ctx, t.pos, t.limits, onInfo), nil
	}
	p, err := s.player(t)
	if err != nil {
		return engine.Result{}, err
	}
	return p.Choose(ctx, t.pos, t.limits, onInfo)
}

// usual is the hash of the engine in MiB where a question names none.
const usual = 32

func (s *service) engine(t *task) (*engine.Engine, error) {
	size := t.Hash
	if size == 0 {
		size = usual
	}
	key := fmt.Sprintf("engine %s %d", t.game.ID(), size)
	if e, ok := s.made[key].(*engine.Engine); ok {
		return e, nil
	}
	e, err := players.NewEngine(t.game, engine.Options{Hash: size, Now: s.now, Poll: s.poll})
	if err != nil {
		return nil, err
	}
	s.keep(key, e)
	return e, nil
}

func (s *service) player(t *task) (players.Player, error) {
	key := fmt.Sprintf("player %s %s %q", t.game.ID(), t.Player, t.Seed)
	if p, ok := s.made[key].(players.Player); ok {
		return p, nil
	}
	p, err := players.New(t.game, t.Player, players.Options{Seed: t.Seed, Hash: usual, Now: s.now, Poll: s.poll})
	if err != nil {
		return nil, err
	}
	s.keep(key, p)
	return p, nil
}

// keep remembers what was made. An opponent and an adviser are in use at once,
// seldom more; each holds its own hash.
func (s *service) keep(key string, made any) {
	if len(s.made) >= 3 {
		clear(s.made)
	}
	s.made[key] = made
}

// pause is the time a search runs before it gives way.
const pause = 30 * time.Millisecond

func (s *service) poll() {
	if s.yield == nil {
		return
	}
	if now := s.now(); now.Sub(s.yielded) >= pause {
		s.yield()
		s.yielded = s.now()
	}
}
