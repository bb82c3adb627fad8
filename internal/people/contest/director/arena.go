package director

import (
	"context"
	"slices"
	"time"

	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/table"
)

const (
	// pairEvery is how long somebody looks for an opponent in an arena at least, so that more come free meanwhile.
	pairEvery = 5 * time.Second
	// closedFor is how long the page of an arena may be closed by who looks for an opponent: a reload is no leaving.
	closedFor = 10 * time.Second
)

// leftOf is how long people are still paired in an arena.
func (s stepper) leftOf(st *state, at time.Time) time.Duration {
	return time.Duration(st.terms.Minutes)*time.Minute - s.store.Served(st.started, at)
}

// canJoin reports whether people who have not taken part can join: in an arena while people are paired.
func (s stepper) canJoin(st *state) bool {
	return st.CanJoin() && (!st.isArena() || st.Phase == contest.Open || s.leftOf(st, s.store.Now()) > 0)
}

// stepArena counts the games of an arena that are over, and pairs who is free while its time lasts. After that it ends with
// the last game.
func (s stepper) stepArena(ctx context.Context, st *state, at time.Time) (change, error) {
	if len(st.Rounds) > 0 {
		if c, err := s.stepRound(ctx, st, at); err != nil || len(c.events) > 0 {
			return c, err
		}
	}
	plays := len(st.Rounds) > 0 && !st.complete()
	if s.leftOf(st, at) <= 0 || len(st.entered()) == 0 {
		if plays {
			return change{}, nil
		}
		return change{events: []payload{{Event: contest.Event{Kind: contest.Ended}, message: "ended"}}}, nil
	}
	if c := s.standing(st); len(c.events) > 0 {
		return c, nil
	}
	free := st.Free()
	waited := func(person string) time.Duration { return s.store.Served(st.looks[person], at) }
	if len(free) < 2 || !slices.ContainsFunc(free, func(p *contest.Person) bool { return waited(p.ID) >= pairEvery }) {
		return change{}, nil
	}
	left, err := s.gone(ctx, st)
	if err != nil || len(left) > 0 {
		return change{events: left}, err
	}
	e := st.ArenaPairing(waited)
	if len(e.Boards) == 0 {
		return change{}, nil
	}
	return s.pair(ctx, st, e, at)
}

// comeByWatching checks in who takes part and is on the page: before the start, and in an arena whenever they play nobody.
func (s *Service) comeByWatching(ctx context.Context, st *state, people ...string) {
	comes := func(st *state, person string) bool {
		p := st.Person(person)
		if p == nil || p.Checked || !p.Here() && st.Phase != contest.Open || p.Left {
			return false
		}
		return st.Phase == contest.Open && st.Called || st.isArena() && st.Phase == contest.Running && !st.Plays(person)
	}
	if !slices.ContainsFunc(people, func(person string) bool { return comes(st, person) }) {
		return
	}
	_, err := s.update(ctx, st.row.ID, func(_ context.Context, st *state) (change, error) {
		var c change
		for _, person := range people {
			if comes(st, person) {
				c.add(contest.Event{Kind: contest.Checked, Person: person})
			}
		}
		return c, nil
	})
	if err != nil {
		_ = s.fault("check", st.row.ID, err)
	}
}

// goByClosing takes those who have closed the page of an arena here from among those who look for an opponent. Who
// has it open at another process is there again with the next look of that one.
func (s *Service) goByClosing(ctx context.Context, st *state, v *watched, people map[table.Subscriber]string) {
	now := s.store.Now()
	var gone []string
	s.watchers.mu.Lock()
	if !st.isArena() || st.Phase != contest.Running {
		v.last, people = nil, nil
	} else if v.last == nil {
		v.last = map[string]time.Time{}
	}
	for _, person := range people {
		v.last[person] = now
	}
	for person, at := range v.last {
		if now.Sub(at) >= closedFor {
			delete(v.last, person)
			if p := st.Person(person); p != nil && p.Checked {
				gone = append(gone, person)
			}
		}
	}
	s.watchers.mu.Unlock()
	if len(gone) == 0 {
		return
	}
	slices.Sort(gone)
	_, err := s.update(ctx, st.row.ID, func(_ context.Context, st *state) (change, error) {
		var c change
		for _, person := range gone {
			if p := st.Person(person); p != nil && p.Checked && st.Phase == contest.Running {
				c.add(contest.Event{Kind: contest.Closed, Person: person})
			}
		}
		return c, nil
	})
	if err != nil {
		_ = s.fault("close", st.row.ID, err)
	}
}

// decideLook has somebody look for an opponent in an arena, back from a pause or without a page.
func decideLook(st *state, person string) (d change) {
	p := st.Person(person)
	if p != nil && p.Away {
		d.add(contest.Event{Kind: contest.Back, Person: person})
	}
	if p != nil && !p.Checked && !st.Plays(person) {
		d.add(contest.Event{Kind: contest.Checked, Person: person})
	}
	return d
}
