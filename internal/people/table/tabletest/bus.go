package tabletest

import (
	"context"
	"slices"
	"sync"

	"cairn.example/internal/people/table"
)

// Hub joins the buses of several services in one process.
type Hub struct {
	mu    sync.Mutex
	buses []*Bus
}

// Bus is a bus of a [Hub].
type Bus struct {
	hub     *Hub
	mu      sync.Mutex
	receive func(table.Hint)
	cut     bool
	healthy bool
	copies  int
}

var _ table.Bus = (*Bus)(nil)

// NewBus returns a further bus of the hub.
func (h *Hub) NewBus() *Bus {
	b := &Bus{hub: h, healthy: true, copies: 1}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.buses = append(h.buses, b)
	return b
}

// Cut has the bus lose every hint from now on, or no longer; with known it says so.
func (b *Bus) Cut(cut, known bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.cut, b.healthy = cut, !cut || !known
}

// Double has every hint arrive several times.
func (b *Bus) Double(copies int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.copies = copies
}

// Publish hands a hint to the other buses of the hub.
func (b *Bus) Publish(h table.Hint) {
	b.mu.Lock()
	cut := b.cut
	b.mu.Unlock()
	if cut {
		return
	}
	b.hub.mu.Lock()
	buses := slices.Clone(b.hub.buses)
	b.hub.mu.Unlock()
	for _, other := range buses {
		if other != b {
			other.tell(h)
		}
	}
}

func (b *Bus) tell(h table.Hint) {
	b.mu.Lock()
	receive, copies := b.receive, b.copies
	if b.cut {
		receive = nil
	}
	b.mu.Unlock()
	for range copies {
		if receive != nil {
			receive(h)
		}
	}
}

// Subscribe calls f until the context ends.
func (b *Bus) Subscribe(ctx context.Context, f func(table.Hint)) error {
	b.mu.Lock()
	b.receive = f
	b.mu.Unlock()
	<-ctx.Done()
	b.mu.Lock()
	b.receive = nil
	b.mu.Unlock()
	return ctx.Err()
}

// Healthy tells what [Bus.Cut] has set.
func (b *Bus) Healthy() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.healthy
}
