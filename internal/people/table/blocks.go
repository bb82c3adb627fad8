package table

import (
	"context"
	"slices"
	"sync"
	"time"

	"cairn.example/internal/people/api"
)

// Block is that somebody does not want to meet another.
type Block struct {
	Person, Other string
	At            time.Time
}

// blocksFor is how long blocks are kept in memory, in case the news of a change was lost.
const blocksFor = 30 * time.Second

// blocks are who does not want to meet whom. All are kept together: there are few, and the
// lobby asks for them each second.
type blocks struct {
	*env
	mu    sync.Mutex
	apart map[string]map[string]bool // both ways; nil where they are to be read
	read  time.Time
}

// of returns the people whom somebody does not want to meet, or who do not want to meet them.
func (b *blocks) of(ctx context.Context, person string) (map[string]bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	if b.apart != nil && now.Sub(b.read) < blocksFor {
		return b.apart[person], nil
	}
	list, err := b.store.Blocks(ctx)
	if err != nil {
		return nil, b.fault("blocks", "", err)
	}
	b.apart, b.read = map[string]map[string]bool{}, now
	for _, one := range list {
		for _, pair := range [][2]string{{one.Person, one.Other}, {one.Other, one.Person}} {
			if b.apart[pair[0]] == nil {
				b.apart[pair[0]] = map[string]bool{}
			}
			b.apart[pair[0]][pair[1]] = true
		}
	}
	return b.apart[person], nil
}

// refuse refuses with a code that does not say why where one of two people does not want to meet the other.
func (b *blocks) refuse(ctx context.Context, code api.Code, person, other string) error {
	apart, err := b.of(ctx, person)
	if err == nil && apart[other] {
		err = api.Refuse(code)
	}
	return err
}

// drop has them read before they are asked for again.
func (b *blocks) drop() {
	b.mu.Lock()
	b.apart = nil
	b.mu.Unlock()
	b.lobby.changed(false)
}

// BlocksChanged makes all processes heed a change of who does not want to meet whom.
func (s *Service) BlocksChanged() {
	s.blocks.drop()
	s.publish(Hint{Kind: hintBlocks})
}

// lobbyFor is a view of the lobby without the people that somebody is not to meet.
func (b *blocks) lobbyFor(ctx context.Context, person string, shown *Push) *Push {
	apart, err := b.of(ctx, person)
	if err != nil || len(apart) == 0 {
		return shown
	}
	lobby := *shown.Message.Lobby
	lobby.Open = slices.DeleteFunc(slices.Clone(lobby.Open), func(t api.Brief) bool {
		return slices.ContainsFunc(t.Seats[:], func(p *api.Person) bool { return p != nil && apart[p.ID] })
	})
	lobby.Here = slices.DeleteFunc(slices.Clone(lobby.Here), func(p api.Person) bool { return apart[p.ID] })
	lobby.Lately = slices.DeleteFunc(slices.Clone(lobby.Lately), func(p api.Person) bool { return apart[p.ID] })
	all := shown.Message.Lobby
	if len(lobby.Open) == len(all.Open) && len(lobby.Here) == len(all.Here) && len(lobby.Lately) == len(all.Lately) {
		return shown
	}
	return &Push{Message: api.ToClient{Type: "lobby", Lobby: &lobby}}
}

// chatFor is lines of chat without those of people that somebody is not to meet; nil where none is left.
func (b *blocks) chatFor(ctx context.Context, person string, shown *Push) *Push {
	apart, err := b.of(ctx, person)
	if err != nil || !slices.ContainsFunc(shown.Message.Chat, func(l api.Line) bool { return apart[l.Person.ID] }) {
		return shown
	}
	m := shown.Message
	m.Chat = slices.DeleteFunc(slices.Clone(m.Chat), func(l api.Line) bool { return apart[l.Person.ID] })
	if len(m.Chat) == 0 {
		return nil
	}
	return &Push{Message: m}
}
