package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"time"
)

// A gap is a time in which no process was alive, and people came back, in milliseconds.
type gap struct{ began, ended int64 }

func gapsSince(ctx context.Context, q tx, after int64) ([]gap, error) {
	rows, err := q.DowntimeSince(ctx, after)
	gaps := make([]gap, len(rows))
	for i, r := range rows {
		gaps[i] = gap{r.Began, r.Ended}
	}
	return gaps, err
}

// alive is what a process knows about downtime. The zero value knows nothing.
type alive struct {
	mu   sync.RWMutex
	last time.Time // this process's last heartbeat, zero where it has none
	gaps []gap     // in order, none touching another
	down int64     // since when nobody is alive, in milliseconds, 0 where somebody is
}

// nobodySince notes the last heartbeat of all, after which nobody is alive.
func (a *alive) nobodySince(last int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.down = last
}

// known returns the end of the last gap.
func (a *alive) known() int64 {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if len(a.gaps) == 0 {
		return -1
	}
	return a.gaps[len(a.gaps)-1].ended
}

// gapsAfter returns the gaps that ended after an instant, in their order.
func (a *alive) gapsAfter(t int64) []gap {
	a.mu.RLock()
	defer a.mu.RUnlock()
	i, _ := slices.BinarySearchFunc(a.gaps, t+1, func(g gap, t int64) int { return cmp.Compare(g.ended, t) })
	return slices.Clone(a.gaps[i:])
}

// beat notes a heartbeat and the gaps that were found with it.
func (a *alive) beat(now time.Time, found []gap) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last = now
	a.merge(found)
}

// add notes gaps that were found, or announced, between two heartbeats.
func (a *alive) add(found ...gap) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.merge(found)
}

// merge takes gaps over. The lock is held.
func (a *alive) merge(found []gap) {
	all := append(slices.Clone(a.gaps), found...)
	slices.SortFunc(all, func(x, y gap) int { return cmp.Compare(x.began, y.began) })
	a.gaps = all[:0]
	for _, g := range all {
		if n := len(a.gaps); n > 0 && g.began <= a.gaps[n-1].ended {
			a.gaps[n-1].ended = max(a.gaps[n-1].ended, g.ended)
		} else {
			a.gaps = append(a.gaps, g)
		}
	}
}

// late reports whether the last heartbeat of this process is too old.
func (a *alive) late(now time.Time) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	return !a.last.IsZero() && now.Sub(a.last) > beatLimit
}

// served returns how much of the time between two instants is not downtime. What
// passed since a heartbeat that is too old is left out as well: the next one decides.
func (a *alive) served(from, to, now time.Time) time.Duration {
	a.mu.RLock()
	defer a.mu.RUnlock()
	if !to.After(from) {
		return 0
	}
	began, ended := millis(from), millis(to)
	total := to.Sub(from)
	without := func(g gap) {
		if d := min(g.ended, ended) - max(g.began, began); d > 0 {
			total -= time.Duration(d) * time.Millisecond
		}
	}
	i, _ := slices.BinarySearchFunc(a.gaps, began, func(g gap, t int64) int { return cmp.Compare(g.ended, t) })
	for _, g := range a.gaps[i:] {
		if g.began >= ended {
			break
		}
		without(g)
	}
	switch {
	case a.down > 0:
		without(gap{a.down, math.MaxInt64})
	case !a.last.IsZero() && now.Sub(a.last) > beatLimit:
		without(gap{millis(a.last), millis(now)})
	}
	return max(total, 0)
}
