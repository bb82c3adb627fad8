package main

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/cmd/cairn-wasm/worker"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/study/explain"
	"cairn.example/players"
)

// maxWaiting is how many questions may wait for an answer.
const maxWaiting = 64

// service answers questions one after another. Its enqueue may be called while a
// search runs.
type service struct {
	send  func(*message.EngineEvent)
	yield func() // lets callers of enqueue run; nil where a search does not block them
	now   func() time.Time

	tasks   chan *task
	mu      sync.Mutex
	cancels map[int]context.CancelFunc // of the searches not yet answered, by id
	ctx     map[int]context.Context

	cache     map[string]any // players and engines by game, name and seed or hash
	lastYield time.Time
}

func newService(send func(*message.EngineEvent), yield func(), now func() time.Time) *service {
	return &service{
		send: send, yield: yield, now: now,
		tasks:   make(chan *task, maxWaiting),
		cancels: map[int]context.CancelFunc{}, ctx: map[int]context.Context{},
		cache: map[string]any{},
	}
}

// enqueue accepts a question; a stop takes effect at once. It never blocks.
func (s *service) enqueue(text string) {
	q, err := parseQuestion(text)
	if err != nil {
		s.send(&message.EngineEvent{Error: message.RefusalOf(err)})
		return
	}
	if q.Op == "stop" {
		s.mu.Lock()
		cancel := s.cancels[q.ID]
		s.mu.Unlock()
		if cancel != nil {
			cancel()
		}
		return
	}
	t := &task{EngineQuestion: q}
	if q.Op == "search" {
		if t, err = newTask(q); err == nil {
			err = s.register(q.ID)
		}
		if err != nil {
			s.send(&message.EngineEvent{ID: q.ID, Error: message.RefusalOf(err)})
			return
		}
	}
	select {
	case s.tasks <- t:
	default:
		s.unregister(q.ID)
		s.send(&message.EngineEvent{ID: q.ID, Error: message.RefusalOf(errors.New(game.Words("more than ", maxWaiting, " questions wait")))})
	}
}

// register makes the context of the search with that id; an id in use is an error.
func (s *service) register(id int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cancels[id] != nil {
		return errors.New(game.Words("a search with the id ", id, " is not over yet"))
	}
	s.ctx[id], s.cancels[id] = context.WithCancel(context.Background())
	return nil
}

// unregister ends the context of a search that is answered.
func (s *service) unregister(id int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.cancels[id]; cancel != nil {
		cancel()
	}
	delete(s.cancels, id)
	delete(s.ctx, id)
}

// run answers until the tasks are closed.
func (s *service) run() {
	for t := range s.tasks {
		if t.Op == "forget" {
			clear(s.cache)
			continue
		}
		s.mu.Lock()
		ctx := s.ctx[t.ID]
		s.mu.Unlock()
		e := s.answer(ctx, t)
		s.unregister(t.ID)
		s.send(e)
	}
}

// answer does one search. It never panics: what goes wrong inside comes back as
// an error, and what the search had learned is dropped.
func (s *service) answer(ctx context.Context, t *task) (e *message.EngineEvent) {
	defer func() {
		if r := recover(); r != nil {
			clear(s.cache)
			e = &message.EngineEvent{ID: t.ID, Error: message.RefusalOf(errors.New("internal: " + worker.Shown(r)))}
		}
	}()
	s.lastYield = s.now()
	r, x, err := s.search(ctx, t, func(i engine.Info) { s.send(&message.EngineEvent{ID: t.ID, Info: newInfo(t.pos, &i)}) })
	if err != nil && !errors.Is(err, players.ErrOver) {
		return &message.EngineEvent{ID: t.ID, Error: message.RefusalOf(err)}
	}
	return &message.EngineEvent{ID: t.ID, Best: newBest(t.pos, &r, &x, ctx.Err() != nil)}
}

// search answers a question, and explains the answer where that is asked for.
func (s *service) search(ctx context.Context, t *task, onInfo func(engine.Info)) (r engine.Result, x engine.Explanation, err error) {
	if t.Player != "" && t.Player != "engine" {
		p, err := s.player(t)
		if err != nil {
			return r, x, err
		}
		r, err = p.Choose(ctx, t.pos, t.limits, onInfo)
		return r, x, err
	}
	e, err := s.engine(t)
	if err != nil {
		return r, x, err
	}
	if t.Fresh {
		e.Clear()
	}
	if t.Solve {
		r = e.Solve(ctx, t.pos, t.limits, onInfo)
	} else {
		r = e.Search(ctx, t.pos, t.limits, onInfo)
	}
	if t.Explain && ctx.Err() == nil {
		if t.Fresh {
			e.Clear() // as package annotate does
		}
		x = explain.Move(ctx, e, t.pos, &r)
	}
	return r, x, nil
}

// defaultHash is the hash of the engine in MiB where a question names none.
const defaultHash = 32

func (s *service) engine(t *task) (*engine.Engine, error) {
	size := t.Hash
	if size == 0 {
		size = defaultHash
	}
	key := game.Words("engine ", t.game.ID(), " ", size)
	if e, ok := s.cache[key].(*engine.Engine); ok {
		return e, nil
	}
	e, err := players.NewEngine(t.game, engine.Options{Hash: size, Now: s.now, Poll: s.poll})
	if err != nil {
		return nil, err
	}
	s.remember(key, e)
	return e, nil
}

func (s *service) player(t *task) (players.Player, error) {
	key := game.Words("player ", t.game.ID(), " ", t.Player, " ", strconv.Quote(t.Seed))
	if p, ok := s.cache[key].(players.Player); ok {
		return p, nil
	}
	p, err := players.New(t.game, t.Player, players.Options{Seed: t.Seed, Hash: defaultHash, Now: s.now, Poll: s.poll})
	if err != nil {
		return nil, err
	}
	s.remember(key, p)
	return p, nil
}

// remember caches a player or an engine. At most three are kept, because each holds
// its own hash; an opponent and an adviser are what is usually in use.
func (s *service) remember(key string, made any) {
	if len(s.cache) >= 3 {
		clear(s.cache)
	}
	s.cache[key] = made
}

// yieldInterval is how long a search runs before it yields.
const yieldInterval = 30 * time.Millisecond

// poll yields when the interval has passed since the last time.
func (s *service) poll() {
	if s.yield == nil {
		return
	}
	if now := s.now(); now.Sub(s.lastYield) >= yieldInterval {
		s.yield()
		s.lastYield = s.now()
	}
}
