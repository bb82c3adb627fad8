package table

import (
	"context"
	"encoding/json"
	"slices"
	"time"
)

// What processes tell each other. Hints may be lost: the store has the truth.

// The kinds of hints.
const (
	hintEvents   = "events"
	hintChat     = "chat"
	hintPresence = "presence"
	hintAsk      = "ask"
	hintAlive    = "alive"
	hintLobby    = "lobby"
	hintInvite   = "invite"
	hintOrigin   = "origin" // which tables were made from one network

	hintForgotten = "forgotten" // people who were deleted
)

// receiveHint takes a hint of another process. It must not block, so what needs the store
// is done later.
func (s *Service) receiveHint(h Hint, later func(Hint)) {
	if h.Node == s.node {
		return
	}
	switch h.Kind {
	case hintAlive:
		var news nodeNews
		if json.Unmarshal(h.Body, &news) == nil {
			s.noteNode(h.Node, &news)
		}
	case hintInvite:
		var v invitation
		if json.Unmarshal(h.Body, &v) == nil {
			s.tellInvite(v)
		}
	case hintForgotten:
		var people []string
		if json.Unmarshal(h.Body, &people) == nil {
			s.names.drop(people)
		}
	case hintLobby:
		s.mu.Lock()
		s.lobbyChanges++
		s.mu.Unlock()
	case hintOrigin:
		s.keepOrigin(h.Table, string(h.Body))
	default:
		s.mu.Lock()
		_, used := s.tables[h.Table]
		s.mu.Unlock()
		if used {
			later(h)
		}
	}
}

// noteNode keeps what another process has said of itself.
func (s *Service) noteNode(name string, news *nodeNews) {
	news.seen = s.now()
	slices.Sort(news.Here)
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.nodes[name]
	if before == nil {
		s.mustAskAgain = true
	}
	if before == nil || news.N != before.N || news.N == len(news.Here) && !slices.Equal(news.Here, before.Here) {
		s.lobbyChanges++ // who is there is shown, and which tables are listed
	}
	s.nodes[name] = news
}

// handleHint does what a hint of a table asks for.
func (s *Service) handleHint(ctx context.Context, h Hint) {
	s.mu.Lock()
	t := s.tables[h.Table]
	if t == nil {
		s.mu.Unlock()
		return
	}
	t.users++
	s.mu.Unlock()
	defer s.done(t)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.watching) == 0 && h.Kind != hintPresence {
		return
	}
	switch h.Kind {
	case hintEvents:
		if h.Seq > t.seq {
			s.refresh(ctx, t)
		}
	case hintChat:
		s.catchUpChat(ctx, t)
	case hintAsk:
		s.publishPresence(t)
	case hintPresence:
		var at atTable
		if t.presence == nil || json.Unmarshal(h.Body, &at) != nil {
			return
		}
		if t.presence.others == nil {
			t.presence.others = map[string]atTable{}
		}
		if t.presence.others[h.Node] == at {
			return
		}
		t.presence.others[h.Node] = at
		s.noteHere(t)
		s.tellHere(t)
	}
}

// ask asks the other processes who is at a table. Its lock is held.
func (s *Service) ask(t *liveTable) {
	t.presence.askedAt = [2]time.Time{s.now(), t.presence.askedAt[0]}
	s.bus.Publish(Hint{Table: t.id, Kind: hintAsk, Node: s.node})
}

// publishPresence tells the other processes who is at a table here.
func (s *Service) publishPresence(t *liveTable) {
	body, err := json.Marshal(t.hereLocally())
	if err != nil {
		return
	}
	s.bus.Publish(Hint{Table: t.id, Kind: hintPresence, Body: body, Node: s.node})
}

// refresh reads what others have appended. The lock of the table is held.
func (s *Service) refresh(ctx context.Context, t *liveTable) {
	_ = s.readNow(ctx, t) // logged; the next hint or poll tries again
}
