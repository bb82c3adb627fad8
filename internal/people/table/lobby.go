package table

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"maps"
	"slices"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/play"
)

// Lobby is what everybody may see of the tables and of who is here.
type Lobby struct {
	*env
	mu       sync.Mutex
	sessions map[*Session]struct{} // those that hear of it
	// changes counts the changes, toldOf is how many of them everybody in it heard of.
	changes, toldOf int64
	// owed says that it could not be read when it was to be sent.
	owed bool
	// hinted says that the other processes heard of a change since the last look, hintOwed that there was
	// another one after it.
	hinted, hintOwed bool

	left map[string]time.Time // by person: when they were here last
	// recalled says that who was here before this process began is among them.
	recalled bool

	// By table, the network it was made from, hashed with originKey: those of half a day, and of the half before it.
	origins, oldOrigins map[string]string
	originsSince        time.Time
	originKey           []byte // drawn by each process: nobody else can find out the network

	viewMu sync.Mutex
	view   *lobbyView // the last one, for all who ask
}

// changed notes that the lobby has changed, here or, with publish, everywhere. Of
// several changes between two looks of tell the other processes hear twice: at
// the first one, and at the second look, after the last one.
func (l *Lobby) changed(publish bool) {
	l.mu.Lock()
	l.changes++
	hint := publish && !l.hinted
	l.hinted, l.hintOwed = l.hinted || hint, l.hintOwed || publish && !hint
	l.mu.Unlock()
	if hint {
		l.publish(Hint{Kind: hintLobby})
	}
}

// showLobby tells a session of the lobby from now on, or no longer.
func (c *Session) showLobby(ctx context.Context, m api.ToServer) error {
	if !m.On {
		c.lobby.leave(c)
		return nil
	}
	if err := c.mayAsk(); err != nil {
		return err
	}
	for {
		v, err := c.lobby.shown(ctx)
		if err != nil {
			return err
		}
		c.sub.Tell(c.blocks.lobbyFor(ctx, c.person, v.push))
		if c.enterLobby(v.changes) {
			return nil
		}
	}
}

// enterLobby has a session hear of all changes of the lobby that follow those it was shown.
// It is false where the others heard of more meanwhile.
func (c *Session) enterLobby(shown int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lobby.mu.Lock()
	defer c.lobby.mu.Unlock()
	if c.lobby.toldOf > shown {
		return false
	}
	if !c.closed {
		c.lobby.sessions[c] = struct{}{}
	}
	return true
}

// leave tells a session of the lobby no longer.
func (l *Lobby) leave(c *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.sessions, c)
}

// tell tells everybody in the lobby where it has changed.
func (l *Lobby) tell(ctx context.Context) {
	l.mu.Lock()
	hint := l.hintOwed
	l.hinted, l.hintOwed = hint, false
	changed, watched := l.owed || l.changes != l.toldOf, len(l.sessions) > 0
	l.toldOf, l.owed = l.changes, false
	l.mu.Unlock()
	if hint {
		l.publish(Hint{Kind: hintLobby})
	}
	if !changed || !watched {
		return
	}
	v, err := l.shown(ctx)
	l.mu.Lock()
	l.owed = err != nil
	sessions := slices.Collect(maps.Keys(l.sessions))
	l.mu.Unlock()
	if err != nil {
		return // logged
	}
	for _, c := range sessions {
		c.sub.Tell(l.blocks.lobbyFor(ctx, c.person, v.push))
	}
}

// lobbyView is the lobby as it was after a number of changes.
type lobbyView struct {
	push    *Push
	changes int64
	at      time.Time
}

// shown is the lobby as it is shown now. It is worked out once for all who ask
// while nothing changes; of those who ask at the same time, one works it out.
func (l *Lobby) shown(ctx context.Context) (*lobbyView, error) {
	count := func() int64 {
		l.mu.Lock()
		defer l.mu.Unlock()
		return l.changes
	}
	asked := count()
	l.viewMu.Lock()
	defer l.viewMu.Unlock()
	now := l.now()
	// A command of the host of the server changes it without a word, so it is not kept for long.
	if v := l.view; v != nil && v.changes >= asked && now.Sub(v.at) < lobbyFor {
		return v, nil
	}
	v := &lobbyView{changes: count(), at: now}
	lobby, err := l.read(ctx)
	if err != nil {
		return nil, err
	}
	v.push = &Push{Message: api.ToClient{Type: "lobby", Lobby: lobby}}
	l.view = v
	return v, nil
}

const (
	listed     = 50 // tables of a lobby
	listedOf   = 3  // of them the open ones of one person
	listedFrom = 10 // and those of one network, which can be many people
	lobbyReads = 10 // how often more tables are read where most are not listed
)

// Lobby returns the public tables, as a person sees them, and who is here; "" is everybody. A table
// with a clock that runs at once is listed while its maker is here. The lobby is
// shared and must not be changed.
func (s *Service) Lobby(ctx context.Context, person string) (*api.Lobby, error) {
	v, err := s.lobby.shown(ctx)
	if err != nil {
		return nil, err
	}
	return s.blocks.lobbyFor(ctx, person, v.push).Message.Lobby, nil
}

// read works the lobby out.
func (l *Lobby) read(ctx context.Context) (*api.Lobby, error) {
	all := &api.Lobby{Open: []api.Brief{}, Playing: []api.Brief{}, Here: []api.Person{}}
	if err := l.listOpen(ctx, all); err != nil {
		return nil, err
	}
	if err := l.recall(ctx); err != nil {
		return nil, l.fault("people seen", "", err)
	}
	playing, err := l.store.List(ctx, Query{Phase: string(api.Playing), Public: true, Limit: listed})
	if err != nil {
		return nil, l.fault("list", "", err)
	}
	ids, more := l.peers.here()
	stands := l.stands.all()
	for _, id := range slices.Sorted(maps.Keys(stands)) {
		one := stands[id]
		one.Person = l.accounts.person(ctx, id)
		all.Stand = append(all.Stand, one)
	}
	for _, row := range playing {
		all.Playing = append(all.Playing, l.tables.brief(ctx, row, ""))
	}
	for _, id := range ids {
		if _, stands := stands[id]; !stands { // it is listed there
			all.Here = append(all.Here, l.accounts.person(ctx, id))
		}
	}
	all.More = more
	for _, id := range l.leftLately() {
		if len(all.Lately) == mostLately {
			break
		}
		if l.peers.isHere(id) {
			continue
		}
		if p := l.accounts.person(ctx, id); p.Kind == api.KindAccount {
			all.Lately = append(all.Lately, p)
		}
	}
	return all, nil
}

const (
	latelyFor  = time.Hour
	mostLately = 10
	mostLeft   = 1000 // of whom it is remembered
)

// recall adds who was here before this process began, which the store knows to the minute.
func (l *Lobby) recall(ctx context.Context) error {
	if l.recalled {
		return nil
	}
	rows, err := l.store.SeenSince(ctx, l.now().Add(-latelyFor), listed)
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range rows {
		if _, known := l.left[p.ID]; !known {
			l.left[p.ID] = p.Seen
		}
	}
	l.recalled = true
	return nil
}

// noteLeft notes that somebody is not here any more. It is only for those who find nobody.
func (l *Lobby) noteLeft(person string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := l.now().Add(-latelyFor)
	maps.DeleteFunc(l.left, func(_ string, at time.Time) bool { return at.Before(since) })
	if _, known := l.left[person]; known || len(l.left) < mostLeft {
		l.left[person] = l.now()
	}
}

// leftLately returns who has left in the last hour, the latest first.
func (l *Lobby) leftLately() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	since := l.now().Add(-latelyFor)
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(l.left)), func(id string) bool { return l.left[id].Before(since) })
	slices.SortFunc(ids, func(a, b string) int { return cmp.Or(l.left[b].Compare(l.left[a]), cmp.Compare(a, b)) })
	return ids
}

// listOpen fills a lobby with open tables. Those of who is not here, and the many of a
// few, do not hide the others behind them.
func (l *Lobby) listOpen(ctx context.Context, all *api.Lobby) error {
	of, from := map[string]int{}, map[string]int{}
	q := Query{Phase: string(api.Open), Public: true, Limit: 2 * listed}
	for range lobbyReads {
		rows, err := l.store.List(ctx, q)
		if err != nil {
			return l.fault("list", "", err)
		}
		for _, row := range rows {
			maker := row.Seats[0]
			origin := l.originOf(row.ID)
			if of[maker] == listedOf || origin != "" && from[origin] == listedFrom || !l.somebodyWaits(ctx, row) {
				continue
			}
			of[maker]++
			from[origin]++
			if all.Open = append(all.Open, l.tables.brief(ctx, row, "")); len(all.Open) == listed {
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

// mostOrigins is of how many tables it is remembered where they were made, and originsFor for how long at least; it is
// at most twice as many and as long.
const (
	mostOrigins = 10_000
	originsFor  = 12 * time.Hour
)

// noteOrigin remembers from which network a table is about to be made, here and at the other processes. The network is
// hashed with a key that nobody else has, and is stored nowhere.
func (l *Lobby) noteOrigin(id, network string) {
	if network == "" {
		return
	}
	sum := hmac.New(sha256.New, l.originKey)
	sum.Write([]byte(network))
	origin := sum.Sum(nil)[:16]
	l.keepOrigin(id, string(origin))
	l.publish(Hint{Table: id, Kind: hintOrigin, Body: origin})
}

func (l *Lobby) keepOrigin(id, origin string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forgetOrigins()
	l.origins[id] = origin
}

// forgetOrigins lets go of the old ones. The lock is held.
func (l *Lobby) forgetOrigins() {
	now := l.now()
	if age := now.Sub(l.originsSince); age < originsFor && len(l.origins) < mostOrigins {
		return
	} else if age >= 2*originsFor {
		clear(l.origins)
	}
	l.oldOrigins, l.origins, l.originsSince = l.origins, map[string]string{}, now
}

func (l *Lobby) originOf(id string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forgetOrigins()
	if origin, ok := l.origins[id]; ok {
		return origin
	}
	return l.oldOrigins[id]
}

// Origin returns the same text for tables that were made from one address in the last hours, as this process knows it;
// "" where it knows nothing.
func (s *Service) Origin(table string) string { return s.lobby.originOf(table) }

// Brief returns a table as lists show it to everybody.
func (s *Service) Brief(ctx context.Context, row Row) api.Brief { return s.tables.brief(ctx, row, "") }

// somebodyWaits reports whether somebody who sits down at an open table would be played with: its
// maker is here, or nobody has to be at once, and the maker may play.
func (l *Lobby) somebodyWaits(ctx context.Context, row Row) bool {
	c, err := play.ParseControl(summaryOf(row).Options.Control)
	if patient := err == nil && c.Slow(); !patient && !l.peers.isHere(row.Seats[0]) {
		return false
	}
	maker, lives, err := l.accounts.row(ctx, row.Seats[0])
	return err != nil || lives && !maker.Banned.After(l.now())
}

// arriving is how long the maker of a table may be on the way to its page.
const arriving = 5 * time.Second

// waiting returns an open table with some options at which somebody else waits for that person too, the longest one; "" for none.
func (l *Lobby) waiting(ctx context.Context, person string, o api.Options) (string, error) {
	rows, err := l.store.List(ctx, Query{Phase: string(api.Open), Public: true, Limit: 2 * listed})
	if err != nil {
		return "", l.fault("list", "", err)
	}
	for _, row := range slices.Backward(rows) {
		maker := row.Seats[0]
		if summaryOf(row).Options == o && maker != person && (l.now().Sub(row.Created) < arriving || l.somebodyWaits(ctx, row)) &&
			l.blocks.refuse(ctx, api.TableTaken, person, maker) == nil {
			return row.ID, nil
		}
	}
	return "", nil
}

const (
	lobbyEvery = time.Second     // how often its changes go out at most
	lobbyFor   = 2 * time.Second // how long it is shown though nothing has changed
)
