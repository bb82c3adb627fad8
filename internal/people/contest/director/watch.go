package director

import (
	"context"
	"maps"
	"reflect"
	"slices"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/contest"
	"cairn.example/internal/people/table"
)

// watchers are the live connections of this process that hear of contests.
type watchers struct {
	mu       sync.Mutex
	contests map[string]*watched
}

// watched is a contest of which somebody hears.
type watched struct {
	seq      int64 // that they know
	stale    bool  // something has happened here
	people   map[table.Subscriber]string
	games    map[string]api.ContestGame
	gamesDue time.Time
	// last is when people had the page of an arena open last, until they are missed.
	last map[string]time.Time
}

const (
	mostWatched = 4 // contests of one connection
	gamesEvery  = 2 * time.Second
)

// Watch tells a connection of a contest from now on, the whole of it at first, or no longer.
func (s *Service) Watch(ctx context.Context, person string, to table.Subscriber, id string, on bool) error {
	if !on {
		s.watchers.end(to, id)
		return nil
	}
	st, err := s.state(ctx, id)
	if err != nil {
		return err
	}
	if err := s.watchers.begin(to, person, id, st.seq()); err != nil {
		return err
	}
	s.show(ctx, st, map[table.Subscriber]string{to: person})
	s.comeByWatching(ctx, st, person)
	return nil
}

// Unwatch lets a connection hear of no contest any more.
func (s *Service) Unwatch(to table.Subscriber) { s.watchers.end(to, "") }

func (w *watchers) begin(to table.Subscriber, person, id string, seq int64) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for other, v := range w.contests {
		if _, has := v.people[to]; has && other != id {
			n++
		}
	}
	if n >= mostWatched {
		return api.Refuse(api.LiveMany, "count", decimal(mostWatched))
	}
	if w.contests == nil {
		w.contests = map[string]*watched{}
	}
	v := w.contests[id]
	if v == nil {
		v = &watched{seq: seq, people: map[table.Subscriber]string{}}
		w.contests[id] = v
	}
	v.people[to] = person
	return nil
}

// end lets a connection hear no more of one contest, or with "" of any.
func (w *watchers) end(to table.Subscriber, id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for other, v := range w.contests {
		if id == "" || id == other {
			delete(v.people, to)
			w.drop(other)
		}
	}
}

// drop forgets a contest of which nobody hears, once nobody is missed there.
func (w *watchers) drop(id string) {
	if v := w.contests[id]; v != nil && len(v.people)+len(v.last) == 0 {
		delete(w.contests, id)
	}
}

// changed notes that something has happened, so that those who watch hear of it at the next turn.
func (w *watchers) changed(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if v := w.contests[id]; v != nil {
		v.stale = true
	}
}

// tell tells those who watch what has happened, here and at other processes.
func (s *Service) tell(ctx context.Context) {
	s.watchers.mu.Lock()
	ids := slices.Collect(maps.Keys(s.watchers.contests))
	s.watchers.mu.Unlock()
	if len(ids) == 0 {
		return
	}
	seqs, err := s.store.ContestSeqs(ctx, ids)
	if err != nil {
		_ = s.fault("seqs", "", err)
		return
	}
	now := s.store.Now()
	for _, id := range ids {
		s.watchers.mu.Lock()
		v := s.watchers.contests[id]
		if v == nil {
			s.watchers.mu.Unlock()
			continue
		}
		news, games := v.stale || seqs[id] != v.seq, !now.Before(v.gamesDue)
		people := maps.Clone(v.people)
		s.watchers.mu.Unlock()
		if !news && !games {
			continue
		}
		st, err := s.state(ctx, id)
		if err != nil {
			continue // logged
		}
		if news {
			s.show(ctx, st, people)
		}
		s.comeByWatching(ctx, st, slices.Collect(maps.Values(people))...)
		s.goByClosing(ctx, st, v, people)
		s.tellGames(ctx, st, v, news, people)
		s.watchers.mu.Lock()
		v.seq, v.stale, v.gamesDue = st.seq(), v.stale && !news, now.Add(gamesEvery)
		s.watchers.drop(id)
		s.watchers.mu.Unlock()
	}
}

// show tells connections the whole contest.
func (s *Service) show(ctx context.Context, st *state, people map[table.Subscriber]string) {
	picture := s.picture(ctx, st)
	for to, person := range people {
		you := s.you(ctx, person, st)
		to.Tell(&table.Push{Message: api.ToClient{Type: "contest", ID: st.row.ID, Contest: picture, You: &you}})
	}
}

// tellGames tells how the games under way stand, those that have gone on. Only the director's own goroutine calls it.
func (s *Service) tellGames(ctx context.Context, st *state, v *watched, told bool, people map[table.Subscriber]string) {
	if st.Phase != contest.Running || len(st.Rounds) == 0 {
		return
	}
	var ids []string
	for _, b := range st.Rounds[len(st.Rounds)-1].Boards {
		if _, over := b.Result(); !over {
			ids = append(ids, b.Tables...)
		}
	}
	games := s.gamesAt(ctx, ids)
	var news []api.ContestGame
	for _, b := range st.Rounds[len(st.Rounds)-1].Boards {
		for g, id := range b.Tables {
			game, made := games[id]
			if !made {
				continue
			}
			game.First = [2]string{b.First, b.Second}[g&1]
			games[id] = game
			if !told && !reflect.DeepEqual(game, v.games[id]) {
				news = append(news, game)
			}
		}
	}
	v.games = games
	if len(news) == 0 {
		return
	}
	push := &table.Push{Message: api.ToClient{Type: "contest", ID: st.row.ID, Games: news}}
	for to := range people {
		to.Tell(push)
	}
}
