package table

import (
	"context"
	"sync"
	"time"
)

// activity is when people did something here. The store learns of it at most once a minute for
// each of them: what goes out while somebody is away does not hang on seconds.
type activity struct {
	*env
	mu     sync.Mutex
	people map[string]*acted
}

type acted struct{ last, stored time.Time }

const (
	seenEvery   = time.Minute     // for each person
	activeFlush = 2 * time.Second // between two looks
)

func (a *activity) note(person string) {
	if person == "" {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	who := a.people[person]
	if who == nil {
		who = &acted{}
		a.people[person] = who
	}
	who.last = a.now()
}

// flush tells the store who was here, and forgets who is not any more.
func (a *activity) flush(ctx context.Context) {
	now := a.now()
	var people []string
	a.mu.Lock()
	for id, who := range a.people {
		switch {
		case who.last.After(who.stored) && now.Sub(who.stored) >= seenEvery:
			who.stored = now
			people = append(people, id)
		case now.Sub(who.last) > 2*seenEvery:
			delete(a.people, id)
		}
	}
	a.mu.Unlock()
	if len(people) == 0 {
		return
	}
	if err := a.store.SeePeople(ctx, people, now); err != nil && ctx.Err() == nil {
		_ = a.fault("people seen", "", err)
	}
}

// Acted notes that somebody did something at a page or a program.
func (s *Service) Acted(person string) { s.active.note(person) }

// LastActed returns when somebody did something at this process; zero for not lately.
func (s *Service) LastActed(person string) time.Time {
	s.active.mu.Lock()
	defer s.active.mu.Unlock()
	if who := s.active.people[person]; who != nil {
		return who.last
	}
	return time.Time{}
}
