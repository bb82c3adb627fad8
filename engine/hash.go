package engine

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"cairn.example/game"
)

// hash is the transposition table all threads share.
//
// An entry is two words: the data, and the position's key XORed with the data.
// Both are read and written atomically, but not together: a reader that meets
// two halves of different writes computes a key that is not its own, except by
// a chance of one in 2^64, and sees nothing. So no lock is needed, no torn entry
// is ever believed, and losing a write to a race costs a little work, never a
// wrong result.
//
// A bucket is one cache line of four entries; a key may be in any of its bucket.
// A store replaces the entry of the same key, unless that is of this search and
// much deeper while the new one is only a bound. Without one it replaces the entry
// of the lowest value: its depth, less four for every search since it was written.
// Entries of proved scores count as deepest, because they stay true.
//
// The buckets are asked to lie in large pages: each probe is at a random place, and with
// small pages finding out where a page lies took longer than reading it.
//
// There are as many buckets as fit the size asked for: a key is mapped to its
// bucket by a multiplication, so their number need not be a power of two.
type hash struct {
	buckets []bucket
	age     uint8 // 0 to 63, stepped at every search
}

type bucket [2 * bucketSize]uint64

const (
	bucketSize  = 4
	bucketBytes = bucketSize * 16

	provedDepth = 255 // of entries that no deeper search can change
)

// entry is a data word taken apart:
//
//	bits 0-31 move, 32-47 score, 48-55 depth, 56-57 bound, 58-63 age
type entry struct {
	move  game.Move
	score Score
	depth int
	bound Bound
}

func newHash(mib int) *hash {
	h := &hash{buckets: make([]bucket, max(1, mib<<20/bucketBytes))}
	adviseHugePages(h.buckets)
	h.clear() // a page that is first written to during a search would take its time from there
	return h
}

// clear empties h. All processors take part: what the system does at the first writing
// to a page takes longer than the writing.
func (h *hash) clear() {
	h.age = 0
	parts := min(runtime.GOMAXPROCS(0), 1+len(h.buckets)*bucketBytes/clearBytes)
	var wait sync.WaitGroup
	for i := range parts {
		wait.Go(func() { clear(h.buckets[i*len(h.buckets)/parts : (i+1)*len(h.buckets)/parts]) })
	}
	wait.Wait()
}

// clearBytes is what is not worth sharing among goroutines.
const clearBytes = 16 << 20

// step makes all entries one search older.
func (h *hash) step() { h.age = (h.age + 1) & 63 }

func (h *hash) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(h.buckets)))
	return &h.buckets[i]
}

// probe returns what is known of key; bound is NoBound when nothing is.
func (h *hash) probe(key uint64) entry {
	b := h.bucket(key)
	for i := 0; i < len(b); i += 2 {
		data := atomic.LoadUint64(&b[i+1])
		if atomic.LoadUint64(&b[i])^data == key && data != 0 {
			return unpack(data)
		}
	}
	return entry{}
}

func (h *hash) store(key uint64, e entry) {
	// A decided score in its proving direction holds at any depth; the margin
	// may still grow, so it is no longer exact.
	switch {
	case e.depth == provedDepth:
	case e.score.Won() && e.bound&Lower != 0:
		e.depth, e.bound = provedDepth, Lower
	case e.score.Lost() && e.bound&Upper != 0:
		e.depth, e.bound = provedDepth, Upper
	}
	b := h.bucket(key)
	at, worth := 0, 1<<30
	for i := 0; i < len(b); i += 2 {
		data := atomic.LoadUint64(&b[i+1])
		if data == 0 {
			if worth > -1<<20 {
				at, worth = i, -1<<20
			}
			continue
		}
		depth, age := int(data>>48&255), uint8(data>>58)
		if atomic.LoadUint64(&b[i])^data == key {
			if e.bound != Exact && age == h.age && depth > e.depth+3 {
				return
			}
			if e.move == 0 {
				e.move = game.Move(data)
			}
			at = i
			break
		}
		if v := depth - 4*int((h.age-age)&63); v < worth {
			at, worth = i, v
		}
	}
	data := pack(e, h.age)
	atomic.StoreUint64(&b[at], key^data)
	atomic.StoreUint64(&b[at+1], data)
}

// full returns how many of a thousand entries, sampled, are of this search.
func (h *hash) full() int {
	n := min(len(h.buckets), 250)
	used := 0
	for i := range n {
		for j := 1; j < len(bucket{}); j += 2 {
			if d := atomic.LoadUint64(&h.buckets[i][j]); d != 0 && uint8(d>>58) == h.age {
				used++
			}
		}
	}
	return used * 1000 / (n * bucketSize)
}

func pack(e entry, age uint8) uint64 {
	return uint64(e.move) | uint64(uint16(int16(e.score)))<<32 | uint64(e.depth)<<48 |
		uint64(e.bound)<<56 | uint64(age)<<58
}

func unpack(d uint64) entry {
	return entry{
		move:  game.Move(d),
		score: Score(int16(d >> 32)),
		depth: int(d >> 48 & 255),
		bound: Bound(d >> 56 & 3),
	}
}
