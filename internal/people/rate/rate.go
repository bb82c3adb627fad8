// Package rate limits how often somebody does something. A [Limit] allows some at once
// and then one more in a while; a [Bucket] is what one person, address or connection has
// used of it, and [Buckets] holds one for each of many.
//
// The instants are handed in, from whichever clock the caller goes by. The package waits
// for nothing and starts nothing: it says how long to wait.
package rate

import (
	"sync"
	"time"
)

// A Limit allows Burst things at once and one more each Every. The zero value allows
// everything.
type Limit struct {
	Burst int
	Every time.Duration
}

// Times allows n times as much.
func (l Limit) Times(n int) Limit { return Limit{l.Burst * n, l.Every / time.Duration(n)} }

// A Bucket of tokens is one word, for a server has one in every connection: when it is
// full again, in nanoseconds. The zero value is full.
type Bucket int64

// Take uses a token. Where there is none it takes nothing and returns how long to wait
// for one.
func (b *Bucket) Take(l Limit, now time.Time) (wait time.Duration) {
	if l.Burst == 0 {
		return 0
	}
	at, whole := now.UnixNano(), int64(l.Burst)*int64(l.Every)
	// It cannot be emptier than empty: a clock that is set back by an hour locks nobody out.
	full := min(max(int64(*b), at), at+whole)
	*b = Bucket(full)
	if wait = time.Duration(full - at - whole + int64(l.Every)); wait > 0 {
		return wait
	}
	*b += Bucket(l.Every)
	return 0
}

// Buckets holds a bucket for each key that was seen lately. The zero value is empty.
// Its methods are safe for concurrent use.
type Buckets struct {
	mu      sync.Mutex
	byKey   map[string]Bucket
	sweepAt int // the number of buckets at which those that are full again are dropped
}

const fewBuckets = 1024

// Take uses a token of a key, as [Bucket.Take] does.
func (s *Buckets) Take(l Limit, key string, now time.Time) (wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byKey[key]
	if wait = b.Take(l, now); b == 0 {
		return 0 // there is no limit
	}
	if s.byKey == nil {
		s.byKey = map[string]Bucket{}
	}
	s.byKey[key] = b
	if len(s.byKey) > max(fewBuckets, s.sweepAt) {
		s.sweep(now)
	}
	return wait
}

// Return gives a token of a key back, for what was then not done.
func (s *Buckets) Return(l Limit, key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b, ok := s.byKey[key]; ok {
		s.byKey[key] = b - Bucket(l.Every) // one that is fuller than full is full
	}
}

// sweep forgets the buckets that are full again: a new one is the same.
func (s *Buckets) sweep(now time.Time) {
	for key, b := range s.byKey {
		if int64(b) <= now.UnixNano() {
			delete(s.byKey, key)
		}
	}
	s.sweepAt = 2 * len(s.byKey)
}
