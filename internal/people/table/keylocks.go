package table

import (
	"context"
	"sync"
)

// keyLocks are locks by name, which exist only while somebody has or waits for them. The zero
// value has none locked.
type keyLocks struct {
	mu    sync.Mutex
	locks map[string]*keyLock
}

type keyLock struct {
	held  chan struct{} // has room for one: who holds the lock
	users int           // who hold it or wait for it
}

// lock waits for the lock of a name, and returns what gives it back. The error is that of ctx
// where it ends first.
func (l *keyLocks) lock(ctx context.Context, name string) (unlock func(), err error) {
	k := l.join(name)
	select {
	case k.held <- struct{}{}:
		return func() { <-k.held; l.part(name, k) }, nil
	case <-ctx.Done():
		l.part(name, k)
		return nil, ctx.Err()
	}
}

func (l *keyLocks) join(name string) *keyLock {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.locks[name]
	if k == nil {
		if l.locks == nil {
			l.locks = map[string]*keyLock{}
		}
		k = &keyLock{held: make(chan struct{}, 1)}
		l.locks[name] = k
	}
	k.users++
	return k
}

func (l *keyLocks) part(name string, k *keyLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if k.users--; k.users == 0 {
		delete(l.locks, name)
	}
}
