package bot

import (
	"context"
	"slices"
	"sync"
)

// Desk lets one search run at a time, those of live games before those of games of days. The zero value is one that is free.
type Desk struct {
	mu    sync.Mutex
	taken bool
	queue [2][]chan struct{} // those of live games, then those of days
}

// enter waits until a search may begin; leave ends it. An error is that of the context.
func (d *Desk) enter(ctx context.Context, days bool) error {
	d.mu.Lock()
	if !d.taken {
		d.taken = true
		d.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	queue := &d.queue[0]
	if days {
		queue = &d.queue[1]
	}
	*queue = append(*queue, mine)
	d.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := slices.Index(*queue, mine); i >= 0 {
		*queue = slices.Delete(*queue, i, i+1)
	} else {
		d.next() // it was its turn just now
	}
	return ctx.Err()
}

func (d *Desk) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.next()
}

// next lets the search begin that waits for longest. The lock is held.
func (d *Desk) next() {
	for i := range d.queue {
		if len(d.queue[i]) > 0 {
			close(d.queue[i][0])
			d.queue[i] = d.queue[i][1:]
			return
		}
	}
	d.taken = false
}
