package bus

import (
	"context"
	"sync"

	"cairn.example/internal/table"
)

// Hub joins the services within one process. Its zero value is ready.
type Hub struct {
	mu      sync.RWMutex
	members map[*member]bool
}

// Join returns the bus of one more service. Alone on a hub it is always healthy, and
// hears nothing.
func (h *Hub) Join() table.Bus {
	return &member{hub: h}
}

type member struct {
	hub *Hub

	mu        sync.RWMutex
	listeners map[int]func(table.Hint)
	count     int
}

// Publish tells the other members at once.
func (m *member) Publish(hint table.Hint) {
	m.hub.mu.RLock()
	defer m.hub.mu.RUnlock()
	for other := range m.hub.members {
		if other != m {
			other.tell(hint)
		}
	}
}

func (m *member) tell(hint table.Hint) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	for _, f := range m.listeners {
		f(hint)
	}
}

// Subscribe calls f for every hint of the other members until the context ends.
func (m *member) Subscribe(ctx context.Context, f func(table.Hint)) error {
	m.mu.Lock()
	m.count++
	id := m.count
	if m.listeners == nil {
		m.listeners = map[int]func(table.Hint){}
	}
	m.listeners[id] = f
	m.mu.Unlock()
	m.hub.mu.Lock()
	if m.hub.members == nil {
		m.hub.members = map[*member]bool{}
	}
	m.hub.members[m] = true
	m.hub.mu.Unlock()
	<-ctx.Done()
	m.mu.Lock()
	delete(m.listeners, id)
	last := len(m.listeners) == 0
	m.mu.Unlock()
	if last {
		m.hub.mu.Lock()
		delete(m.hub.members, m)
		m.hub.mu.Unlock()
	}
	return ctx.Err()
}

// Healthy is true: nothing gets lost within a process.
func (m *member) Healthy() bool { return true }

// None is the bus of a process that shares its store with others and has no bus. It is
// never healthy.
type None struct{}

// Publish does nothing.
func (None) Publish(table.Hint) {}

// Subscribe waits for the end of the context.
func (None) Subscribe(ctx context.Context, _ func(table.Hint)) error {
	<-ctx.Done()
	return ctx.Err()
}

// Healthy is false.
func (None) Healthy() bool { return false }
