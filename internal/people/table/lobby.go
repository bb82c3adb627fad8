package table

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// lobbyChanged notes that the lobby has changed, here or, with publish, everywhere. Of
// several changes between two looks of tellLobby the other processes are told twice: at
// the first one, and at the second look, after the last one.
func (s *Service) lobbyChanged(publish bool) {
	s.mu.Lock()
	s.lobbyChanges++
	hint := publish && !s.lobbyHinted
	s.lobbyHinted, s.lobbyHintOwed = s.lobbyHinted || hint, s.lobbyHintOwed || publish && !hint
	s.mu.Unlock()
	if hint {
		s.bus.Publish(Hint{Kind: hintLobby, Node: s.node})
	}
}

// showLobby tells a session of the lobby from now on, or no longer.
func (c *Session) showLobby(ctx context.Context, on bool) error {
	if !on {
		c.s.mu.Lock()
		defer c.s.mu.Unlock()
		delete(c.s.lobby, c)
		return nil
	}
	if err := c.mayAsk(); err != nil {
		return err
	}
	for {
		v, err := c.s.shownLobby(ctx)
		if err != nil {
			return err
		}
		c.sub.Tell(v.push)
		if c.enterLobby(v.changes) {
			return nil
		}
	}
}

// enterLobby has a session told of all changes of the lobby that follow those it was shown.
// It is false where the others were told of more meanwhile.
func (c *Session) enterLobby(shown int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	if c.s.lobbyTold > shown {
		return false
	}
	if !c.closed {
		c.s.lobby[c] = struct{}{}
	}
	return true
}

// tellLobby tells everybody in the lobby where it has changed.
func (s *Service) tellLobby(ctx context.Context) {
	s.mu.Lock()
	hint := s.lobbyHintOwed
	s.lobbyHinted, s.lobbyHintOwed = hint, false
	changed, watched := s.lobbyOwed || s.lobbyChanges != s.lobbyTold, len(s.lobby) > 0
	s.lobbyTold, s.lobbyOwed = s.lobbyChanges, false
	s.mu.Unlock()
	if hint {
		s.bus.Publish(Hint{Kind: hintLobby, Node: s.node})
	}
	if !changed || !watched {
		return
	}
	v, err := s.shownLobby(ctx)
	s.mu.Lock()
	s.lobbyOwed = err != nil
	sessions := slices.Collect(maps.Keys(s.lobby))
	s.mu.Unlock()
	if err != nil {
		return // logged
	}
	for _, c := range sessions {
		c.sub.Tell(v.push)
	}
}

// lobbyView is the lobby as it was when so many changes had happened.
type lobbyView struct {
	push    *Push
	changes int64
	at      time.Time
}

// shownLobby is the lobby as it is shown now. It is worked out once for all who ask
// while nothing changes; of those who ask at the same time, one works it out.
func (s *Service) shownLobby(ctx context.Context) (*lobbyView, error) {
	count := func() int64 {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.lobbyChanges
	}
	asked := count()
	s.lobbyMu.Lock()
	defer s.lobbyMu.Unlock()
	now := s.now()
	// A command of the host of the server changes it without a word, so it is not kept for long.
	if v := s.lobbyView; v != nil && v.changes >= asked && now.Sub(v.at) < lobbyFor {
		return v, nil
	}
	v := &lobbyView{changes: count(), at: now}
	lobby, err := s.readLobby(ctx)
	if err != nil {
		return nil, err
	}
	v.push = &Push{Message: api.ToClient{Type: "lobby", Lobby: lobby}}
	s.lobbyView = v
	return v, nil
}

const (
	listed     = 50 // tables of a lobby
	listedOf   = 3  // of them the open ones of one person
	listedFrom = 10 // and those of one network, which can be many people
	lobbyReads = 10 // how often more tables are read where most are not listed
)

// Lobby returns the public tables, as everybody sees them, and who is here. A table
// with a clock that runs at once is listed while its maker is here. The lobby is
// shared and must not be changed.
func (s *Service) Lobby(ctx context.Context) (*api.Lobby, error) {
	v, err := s.shownLobby(ctx)
	if err != nil {
		return nil, err
	}
	return v.push.Message.Lobby, nil
}

// readLobby works the lobby out.
func (s *Service) readLobby(ctx context.Context) (*api.Lobby, error) {
	l := &api.Lobby{Open: []api.Brief{}, Playing: []api.Brief{}, Here: []api.Person{}}
	if err := s.listOpen(ctx, l); err != nil {
		return nil, err
	}
	playing, err := s.store.List(ctx, Query{Phase: string(api.Playing), Public: true, Limit: listed})
	if err != nil {
		return nil, s.fault("list", "", err)
	}
	ids, more := s.here()
	for _, row := range playing {
		l.Playing = append(l.Playing, s.brief(ctx, row, ""))
	}
	for _, id := range ids {
		l.Here = append(l.Here, s.person(ctx, id))
	}
	l.More = more
	return l, nil
}

// listOpen fills a lobby with open tables. Those of who is not here, and the many of a
// few, do not hide the others behind them.
func (s *Service) listOpen(ctx context.Context, l *api.Lobby) error {
	of, from := map[string]int{}, map[string]int{}
	q := Query{Phase: string(api.Open), Public: true, Limit: 2 * listed}
	for range lobbyReads {
		rows, err := s.store.List(ctx, q)
		if err != nil {
			return s.fault("list", "", err)
		}
		for _, row := range rows {
			maker := row.Seats[0]
			origin := s.originOf(row.ID)
			if of[maker] == listedOf || origin != "" && from[origin] == listedFrom || !s.somebodyWaits(ctx, row) {
				continue
			}
			of[maker]++
			from[origin]++
			if l.Open = append(l.Open, s.brief(ctx, row, "")); len(l.Open) == listed {
				return nil
			}
		}
		if len(rows) < q.Limit {
			return nil
		}
		last := rows[len(rows)-1]
		q.Before, q.After = last.Updated, last.ID
	}
	return nil
}

// mostOrigins is of how many tables it is remembered where they were made.
const mostOrigins = 20_000

// noteOrigin remembers from which network a table is about to be made, here and at the other processes. The network is
// hashed with a key that nobody else has, and is stored nowhere.
func (s *Service) noteOrigin(id, network string) {
	if network == "" {
		return
	}
	sum := hmac.New(sha256.New, s.originKey)
	sum.Write([]byte(network))
	origin := sum.Sum(nil)[:16]
	s.keepOrigin(id, string(origin))
	s.bus.Publish(Hint{Table: id, Kind: hintOrigin, Body: origin, Node: s.node})
}

func (s *Service) keepOrigin(id, origin string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.origins) >= mostOrigins {
		clear(s.origins)
	}
	s.origins[id] = origin
}

func (s *Service) originOf(id string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.origins[id]
}

// somebodyWaits reports whether somebody who sits down at an open table would be played with: its
// maker is here, or nobody has to be at once, and the maker may play.
func (s *Service) somebodyWaits(ctx context.Context, row Row) bool {
	c, err := play.ParseControl(summaryOf(row).Options.Control)
	if patient := err == nil && (c.Kind == play.PerMove || !c.On()); !patient && !s.isHere(row.Seats[0]) {
		return false
	}
	maker, lives, err := s.row(ctx, row.Seats[0])
	return err != nil || lives && !maker.Banned.After(s.now())
}

// here returns who has a live connection anywhere, some of them by name.
func (s *Service) here() (ids []string, more int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := len(s.people)
	seen := map[string]bool{}
	add := func(id string) {
		if len(ids) < mostHere && !seen[id] {
			seen[id] = true
			ids = append(ids, id)
		}
	}
	for id := range s.people {
		add(id)
		if len(ids) == mostHere {
			break
		}
	}
	for _, n := range s.nodes {
		all += n.N
		for _, id := range n.Here {
			add(id)
		}
	}
	slices.Sort(ids)
	return ids, max(0, all-len(ids))
}

// isHere reports whether a person has a live connection, as far as it is known.
func (s *Service) isHere(person string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.people[person] != nil {
		return true
	}
	for _, n := range s.nodes {
		if n.N > len(n.Here) || slices.Contains(n.Here, person) {
			return true
		}
	}
	return false
}

// watchersOf is how many people watch a table, as far as this process knows.
func (s *Service) watchersOf(id string) int {
	s.mu.Lock()
	t := s.tables[id]
	s.mu.Unlock()
	if t == nil {
		return 0
	}
	return int(t.watchers.Load())
}

const (
	lobbyEvery = time.Second     // how often the lobby is told at most
	lobbyFor   = 2 * time.Second // how long it is shown though nothing has changed
)
