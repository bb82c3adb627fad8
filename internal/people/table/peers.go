package table

import (
	"context"
	"encoding/json"
	"hash/crc32"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/api"
)

// Other processes that serve the store: what they say, and what is not known of presence because
// one of them is silent. Hints may be lost: the store has the truth.

// The kinds of hints.
const (
	hintEvents   = "events"
	hintChat     = "chat"
	hintPresence = "presence"
	hintAsk      = "ask"
	hintAlive    = "alive"
	hintLobby    = "lobby"
	hintInvite   = "invite"
	hintStarted  = "started" // a game with a program
	hintOrigin   = "origin"  // which tables were made from one network

	hintForgotten = "forgotten" // people who were deleted
	hintSettled   = "settled"   // a game by rated terms
	hintPlan      = "plan"      // somebody has planned something, and nobody else may know what
	hintBlocks    = "blocks"    // who does not want to meet whom
)

const (
	// settleTime is how long after a start, or after the bus or another process failed, it is not known who is away:
	// those whose connection was lost with it are just coming back. It is less where claims are made sooner.
	settleTime = time.Minute
	// nodeFor is after how long without news another process is taken for dead.
	nodeFor = 6 * time.Second
	// aliveEvery is how often a process says that it lives.
	aliveEvery = 2 * time.Second
	// mostHere is how many people a lobby and a process name.
	mostHere = 50

	mostHints = 4096 // that wait
	listeners = 8    // that follow hints
)

// Peers are the other processes.
type Peers struct {
	*env
	mu    sync.Mutex
	nodes map[string]*nodeNews
	// knownSince is since when the others say here who is connected to them.
	knownSince time.Time
	// mustAskAgain says that hints of who is at which table may have been lost, so that the other processes are to be asked
	// once more.
	mustAskAgain bool
	// silentSince is since when more processes serve than are heard of, zero while all are. countUnknown says that the
	// store did not say how many serve.
	silentSince   time.Time
	countUnknown  bool
	silenceLogged bool // the log says so
	// missed says that hints came faster than they could be followed.
	missed atomic.Bool
}

// nodeNews is what is known of another process.
type nodeNews struct {
	seen time.Time
	Here []string `json:"here"`
	N    int      `json:"n"`
	// Stands are the programs that stand there, by their ids.
	Stands map[string]api.Standing `json:"stands,omitempty"`
}

// follow takes the hints of other processes until the context ends. Those of a table
// are followed in their order; a table whose store does not answer keeps only some others
// waiting.
func (p *Peers) follow(ctx context.Context, all *sync.WaitGroup) {
	var hints [listeners]chan Hint
	for i := range hints {
		hints[i] = make(chan Hint, mostHints/listeners)
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case h := <-hints[i]:
					p.handle(ctx, h)
				}
			}
		})
	}
	later := func(h Hint) {
		select {
		case hints[crc32.ChecksumIEEE([]byte(h.Table))%listeners] <- h:
		default: // the next poll finds it
			p.missed.Store(true)
			p.mu.Lock()
			p.mustAskAgain = true
			p.mu.Unlock()
		}
	}
	all.Go(func() {
		for ctx.Err() == nil {
			err := p.bus.Subscribe(ctx, func(h Hint) { p.receive(h, later) })
			if ctx.Err() != nil {
				return
			}
			p.log.Warn("table: no hints", "err", err)
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
	})
}

// receive takes a hint of another process. It must not block, so what needs the store
// is done later.
func (p *Peers) receive(h Hint, later func(Hint)) {
	if h.Node == p.node {
		return
	}
	switch h.Kind {
	case hintAlive:
		var news nodeNews
		if json.Unmarshal(h.Body, &news) == nil {
			p.note(h.Node, &news)
		}
	case hintInvite:
		var v invitation
		if json.Unmarshal(h.Body, &v) == nil {
			p.invitations.tell(v)
		}
	case hintForgotten:
		var people []string
		if json.Unmarshal(h.Body, &people) == nil {
			p.accounts.drop(people)
		}
	case hintStarted:
		if first, second, ok := strings.Cut(string(h.Body), " "); ok {
			p.stands.tell(h.Table, [2]string{first, second})
		}
	case hintLobby:
		p.lobby.changed(false)
	case hintBlocks:
		p.blocks.drop()
	case hintOrigin:
		p.lobby.keepOrigin(h.Table, string(h.Body))
	default:
		if p.tables.find(h.Table) != nil {
			later(h)
		}
	}
}

// handle does what a hint of a table asks for.
func (p *Peers) handle(ctx context.Context, h Hint) {
	t := p.tables.useKept(h.Table)
	if t == nil {
		return
	}
	defer p.tables.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.watching) == 0 && h.Kind != hintPresence {
		return
	}
	switch h.Kind {
	case hintEvents:
		if h.Seq > t.seq {
			_ = t.readNow(ctx) // logged; the next hint or poll tries again
		}
	case hintChat:
		t.chat.catchUpChat(ctx)
	case hintSettled:
		t.tellSettled(ctx)
	case hintPlan:
		t.tellPlans(ctx, string(h.Body))
	case hintAsk:
		t.attendance.publishPresence()
	case hintPresence:
		var at atTable
		if json.Unmarshal(h.Body, &at) == nil {
			t.attendance.noteOther(h.Node, at)
		}
	}
}

// note keeps what another process has said of itself.
func (p *Peers) note(name string, news *nodeNews) {
	news.seen = p.now()
	slices.Sort(news.Here)
	p.mu.Lock()
	before := p.nodes[name]
	p.nodes[name] = news
	p.mustAskAgain = p.mustAskAgain || before == nil
	p.mu.Unlock()
	if before != nil {
		for _, id := range before.Here {
			if _, here := slices.BinarySearch(news.Here, id); !here {
				p.lobby.noteLeft(id)
			}
		}
	}
	if before == nil || news.N != before.N || !reflect.DeepEqual(news.Stands, before.Stands) || news.N == len(news.Here) && !slices.Equal(news.Here, before.Here) {
		p.lobby.changed(false) // who is there is shown, and which tables are listed
	}
}

// sayAlive tells the other processes that this one lives, and who is here.
func (p *Peers) sayAlive() {
	var news nodeNews
	news.Here, news.N = p.presence.some(mostHere)
	news.Stands = p.stands.here()
	if body, err := json.Marshal(news); err == nil {
		p.publish(Hint{Kind: hintAlive, Body: body})
	}
}

// standing returns the programs that stand at other processes, by their ids.
func (p *Peers) standing() map[string]api.Standing {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := map[string]api.Standing{}
	for _, n := range p.nodes {
		maps.Copy(all, n.Stands)
	}
	return all
}

// here returns who has a live connection anywhere, some of them by name.
func (p *Peers) here() (ids []string, more int) {
	ids, all := p.presence.some(mostHere)
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.nodes {
		all += n.N
		for _, id := range n.Here {
			if len(ids) < mostHere && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return ids, max(0, all-len(ids))
}

// isHere reports whether a person has a live connection, as far as it is known.
func (p *Peers) isHere(person string) bool {
	if _, connections := p.presence.lag(person); connections > 0 {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.nodes {
		if n.N > len(n.Here) || slices.Contains(n.Here, person) {
			return true
		}
	}
	return false
}

// knownFrom returns from when on it is known who is away; false while it is not.
func (p *Peers) knownFrom() (time.Time, bool) {
	p.mu.Lock()
	since, unknown := p.knownSince, p.countUnknown
	p.mu.Unlock()
	return since.Add(p.settleTime), !unknown && p.bus.Healthy()
}

// count compares how many processes serve the store with those that are heard
// of. People at one that is not heard of, because its hints do not arrive though it
// lives, are not away: nobody knows where they are.
func (p *Peers) count(ctx context.Context) {
	n, err := p.store.Processes(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		_ = p.fault("count processes", "", err)
	}
	now := p.now()
	p.mu.Lock()
	defer p.mu.Unlock()
	switch p.countUnknown = err != nil; {
	case err != nil:
	case n <= 1+len(p.nodes):
		p.silentSince, p.silenceLogged = time.Time{}, false
	case p.silentSince.IsZero():
		p.silentSince = now // one that has just begun, or was killed a moment ago
	case now.Sub(p.silentSince) >= nodeFor:
		p.knownSince, p.mustAskAgain = now, true
		if !p.silenceLogged {
			p.silenceLogged = true
			p.log.Warn("table: nothing is heard of other servers on this store, as without a common --bus: who is there is not known here, "+
				"so their tables with a clock are not listed, they cannot be asked to play, and no game can be claimed", "unheard", n-1-len(p.nodes))
		}
	}
}

// Alone reports whether no other process serves the store, as far as that can be found out.
func (s *Service) Alone(ctx context.Context) bool {
	n, err := s.store.Processes(ctx)
	return err == nil && n <= 1
}

// forget drops the processes that are silent, and what they had said.
func (p *Peers) forget() {
	now := p.now()
	healthy := p.bus.Healthy()
	var gone []string
	p.mu.Lock()
	for id, n := range p.nodes {
		if now.Sub(n.seen) > nodeFor {
			gone = append(gone, id)
			delete(p.nodes, id)
		}
	}
	p.mustAskAgain = p.mustAskAgain || !healthy
	unsure := len(gone) > 0 || !healthy
	if unsure {
		p.knownSince = now
	}
	p.mu.Unlock()
	if unsure {
		p.lobby.changed(false)
	}
	if len(gone) == 0 {
		return
	}
	for _, t := range p.tables.useAll(false) {
		t.mu.Lock()
		t.attendance.forgetOthers(gone)
		t.mu.Unlock()
		p.tables.done(t)
	}
}

// askPresence asks the other processes who is at the tables that are watched here
// where hints about that may have been lost, and where a claim could be made soon.
// Where it is known by now who is here, which it was not before, those who watch hear it.
func (p *Peers) askPresence(ctx context.Context) {
	healthy := p.bus.Healthy()
	p.mu.Lock()
	all := p.mustAskAgain && healthy
	if all {
		p.mustAskAgain = false
	}
	p.mu.Unlock()
	for _, t := range p.tables.useAll(true) {
		switch {
		case all:
			t.mu.Lock()
			t.attendance.askAgain()
			t.giveUpForProgram(ctx)
			t.mu.Unlock()
		case t.mu.TryLock():
			t.attendance.askSoon()
			t.giveUpForProgram(ctx)
			t.mu.Unlock()
		}
		p.tables.done(t)
	}
}
