package engine

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"cairn.example/game"
)

func TestHashKeepsEntries(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 14))
	for _, e := range []entry{
		{move: 1<<32 - 1, score: Infinity, depth: provedDepth, bound: Exact},
		{move: 1, score: -Infinity, depth: provedDepth, bound: Exact},
		{score: -1, bound: Upper},
		{move: 1 << 31, score: MaxEstimate, depth: maxPly, bound: Lower},
	} {
		for _, age := range []uint8{0, 63} {
			h := newHash(1)
			h.age = age
			key := rng.Uint64()
			h.store(key, e)
			if got := h.probe(key); got != e {
				t.Errorf("%+v became %+v", e, got)
			}
			if got := h.probe(key ^ 1); got.bound != NoBound {
				t.Errorf("the entry of another key is found: %+v", got)
			}
			// The halves of two writes are no entry.
			for i, word := range h.bucket(key) {
				if word != 0 {
					h.bucket(key)[i] ^= 1 << 40
					break
				}
			}
			if got := h.probe(key); got.bound != NoBound {
				t.Errorf("a torn entry is believed: %+v", got)
			}
		}
	}
}

// TestHashProofs: what proves a win or a loss holds at any depth, and its margin is a bound;
// the other direction proves nothing.
func TestHashProofs(t *testing.T) {
	for _, c := range []struct{ stored, want entry }{
		{entry{score: Win(3), depth: 2, bound: Exact}, entry{score: Win(3), depth: provedDepth, bound: Lower}},
		{entry{score: Win(3), depth: 2, bound: Lower}, entry{score: Win(3), depth: provedDepth, bound: Lower}},
		{entry{score: Win(3), depth: 2, bound: Upper}, entry{score: Win(3), depth: 2, bound: Upper}},
		{entry{score: Loss(3), depth: 2, bound: Exact}, entry{score: Loss(3), depth: provedDepth, bound: Upper}},
		{entry{score: Loss(3), depth: 2, bound: Upper}, entry{score: Loss(3), depth: provedDepth, bound: Upper}},
		{entry{score: Loss(3), depth: 2, bound: Lower}, entry{score: Loss(3), depth: 2, bound: Lower}},
		{entry{score: Win(3), depth: provedDepth, bound: Exact}, entry{score: Win(3), depth: provedDepth, bound: Exact}},
		{entry{score: 50, depth: 2, bound: Exact}, entry{score: 50, depth: 2, bound: Exact}},
	} {
		h := newHash(1)
		h.store(7, c.stored)
		if got := h.probe(7); got != c.want {
			t.Errorf("%+v became %+v, want %+v", c.stored, got, c.want)
		}
	}
}

// TestHashReplaces fills a bucket: the entry of least depth goes, counting four plies less
// for each search since, and that of the same key stays where it is worth much more.
func TestHashReplaces(t *testing.T) {
	const first = 1000 // keys so small are all of the first bucket
	depths := func(h *hash) (list []int) {
		for key := range uint64(5) {
			if e := h.probe(first + key); e.bound != NoBound {
				list = append(list, e.depth)
			}
		}
		return list
	}
	check := func(what string, h *hash, want ...int) {
		t.Helper()
		got := depths(h)
		if len(got) != len(want) {
			t.Fatalf("%s: depths %v, want %v", what, got, want)
		}
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("%s: depths %v, want %v", what, got, want)
			}
		}
	}
	h := newHash(1)
	for i, depth := range []int{6, 3, 9, 5} {
		h.store(first+uint64(i), entry{move: game.Move(i + 1), depth: depth, bound: Lower})
	}
	check("full", h, 6, 3, 9, 5)
	h.store(first+4, entry{depth: 1, bound: Lower})
	check("a fifth key", h, 6, 9, 5, 1)

	h.store(first+2, entry{depth: 5, bound: Upper})
	check("a bound of much less depth", h, 6, 9, 5, 1)
	h.store(first+2, entry{depth: 6, bound: Upper})
	check("a bound of little less depth", h, 6, 6, 5, 1)
	if m := h.probe(first + 2).move; m != 3 {
		t.Errorf("an entry without a move forgot that of the one before: %d", m)
	}

	h.step()
	h.store(first, entry{depth: 2, bound: Lower})
	check("a later search", h, 2, 6, 5, 1)
	h.store(first+4, entry{depth: 3, bound: Lower})
	h.store(first+1, entry{depth: 1, bound: Lower}) // 5 plies of the search before are worth 1 now
	if h.probe(first+1).bound == NoBound || h.probe(first+3).bound != NoBound {
		t.Errorf("what an older search left stays: depths %v", depths(h))
	}
}

func TestHashFull(t *testing.T) {
	h := newHash(1)
	if n := h.full(); n != 0 {
		t.Errorf("an empty hash is full to %d thousandths", n)
	}
	rng := rand.New(rand.NewPCG(3, 15))
	for range 8 * bucketSize * len(h.buckets) {
		h.store(rng.Uint64(), entry{depth: 1, bound: Exact})
	}
	if n := h.full(); n < 990 {
		t.Errorf("after many stores it is full to %d thousandths", n)
	}
	if h.step(); h.full() != 0 {
		t.Errorf("of a new search are %d thousandths", h.full())
	}
}

// TestHashClears: clearing empties every bucket, also where processors share the work.
func TestHashClears(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(3))
	for _, bytes := range []int{bucketBytes, clearBytes - bucketBytes, clearBytes, 2*clearBytes + bucketBytes, 3 * clearBytes} {
		h := &hash{buckets: make([]bucket, bytes/bucketBytes), age: 7}
		for i := range h.buckets {
			h.buckets[i][i%len(bucket{})] = 1
		}
		h.clear()
		for i := range h.buckets {
			if h.buckets[i] != (bucket{}) {
				t.Fatalf("of %d buckets number %d is not empty", len(h.buckets), i)
			}
		}
		if h.age != 0 {
			t.Errorf("age %d", h.age)
		}
	}
}
