package games

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"cairn.example/game"
)

// A posting says that a game went through a position: which, after how many plies, how it
// ended, and the key of the position it went to, 0 at its end.
type posting struct {
	key, next uint64
	id        uint32
	ply       uint16
	result    game.Outcome
}

// comparePostings is the order in which blocks hold postings.
func comparePostings(a, b posting) int {
	switch {
	case a.key != b.key: // nearly always
		return cmp.Compare(a.key, b.key)
	case a.next != b.next:
		return cmp.Compare(a.next, b.next)
	}
	return cmp.Compare(a.id, b.id)
}

// blockSize is about how much a block holds. With what SQLite puts beside it, it fits a page.
const blockSize = 3900

// A block is all postings of a run whose keys begin at one and end before another, so that
// it shows what was looked up in the right one. The first block of a run begins at 0, and
// the last one ends at the greatest number. It is written as
//
//	the key before which it ends
//	for each key the difference to the one before, and how many keys follow it:
//	  for each of these the key, and how many games went there:
//	    where these are many, how each outcome counts among them, and the length of
//	    what follows, so that nothing is read through to be counted
//	    for each the difference to the game before with the outcome, and its ply
//	a checksum of run, first key, and all that
//
// Numbers are varints but for whole keys and the checksum.
type block struct {
	run   int
	first uint64
	data  []byte
}

func (b block) checksum(data []byte) uint32 {
	head := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(b.run)), b.first)
	return crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, data)
}

// finish gives the block its end.
func (b *block) finish(end uint64) {
	binary.LittleEndian.PutUint64(b.data, end)
	b.data = binary.LittleEndian.AppendUint32(b.data, b.checksum(b.data))
}

// blocks packs the sorted postings of a run.
func blocks(run int, postings []posting) []block {
	list := []block{{run: run, data: make([]byte, 8, blockSize)}}
	b, last := &list[0], uint64(0)
	for len(postings) > 0 {
		key := postings[0].key
		n := runLength(postings, func(p posting) bool { return p.key == key })
		if len(b.data) > blockSize-20 {
			b.finish(key)
			list = append(list, block{run, key, make([]byte, 8, blockSize)})
			b, last = &list[len(list)-1], key
		}
		b.data = binary.AppendUvarint(b.data, key-last)
		b.data = appendNexts(b.data, postings[:n])
		last, postings = key, postings[n:]
	}
	b.finish(math.MaxUint64)
	return list
}

func runLength(list []posting, same func(posting) bool) int {
	if n := slices.IndexFunc(list, func(p posting) bool { return !same(p) }); n >= 0 {
		return n
	}
	return len(list)
}

// many is how many postings of one move are worth a tally: that of fewer is counted.
const many = 8

// appendNexts packs the postings of one key.
func appendNexts(data []byte, list []posting) []byte {
	nexts := 1
	for i := range list[1:] {
		if list[i].next != list[i+1].next {
			nexts++
		}
	}
	data = binary.AppendUvarint(data, uint64(nexts))
	for len(list) > 0 {
		next := list[0].next
		n := runLength(list, func(p posting) bool { return p.next == next })
		data = binary.LittleEndian.AppendUint64(data, next)
		data = binary.AppendUvarint(data, uint64(n))
		data = appendVisits(data, list[:n])
		list = list[n:]
	}
	return data
}

// appendVisits packs the postings of one move.
func appendVisits(data []byte, list []posting) []byte {
	if len(list) < many {
		return appendList(data, list)
	}
	var t Tally
	for _, p := range list {
		t.add(p.result)
	}
	visits := appendList(nil, list)
	for _, n := range []int{t.First, t.Second, t.Draws, len(visits)} {
		data = binary.AppendUvarint(data, uint64(n))
	}
	return append(data, visits...)
}

func appendList(data []byte, list []posting) []byte {
	var id uint32
	for _, p := range list {
		data = binary.AppendUvarint(data, uint64(p.id-id)<<2|uint64(p.result))
		data = binary.AppendUvarint(data, uint64(p.ply))
		id = p.id
	}
	return data
}

// A branch is the postings of one move in a block: the key of the position it leads to, and
// what games made it, in their order, still packed.
type branch struct {
	next uint64
	Tally
	visits reader
}

// visit calls f for the games, in their order, until it returns false. Its result is false
// where the postings are damaged.
func (b branch) visit(f func(Visit) bool) bool {
	var id uint64
	for range b.Games {
		coded, ply := b.visits.number(), b.visits.number()
		id += coded >> 2
		if b.visits.bad || !f(Visit{int64(id), int(ply)}) {
			break
		}
	}
	return !b.visits.bad
}

// find calls f for each move that was made in the position of a key. The error is
// [ErrDamaged].
func (b block) find(key uint64, f func(branch)) error {
	end := len(b.data) - 4
	if end < 8 || b.checksum(b.data[:end]) != binary.LittleEndian.Uint32(b.data[end:]) {
		return ErrDamaged
	}
	r := reader{data: b.data[:end]}
	if before := r.key(); key < b.first || key >= before {
		return ErrDamaged
	}
	at := b.first
	for len(r.data) > 0 {
		if at += r.number(); at > key {
			return nil
		}
		for range r.number() {
			one, ok := r.branch()
			if !ok {
				return ErrDamaged
			}
			if at == key {
				f(one)
			}
		}
	}
	if r.bad {
		return ErrDamaged
	}
	return nil
}

// reader takes numbers off a block.
type reader struct {
	data []byte
	bad  bool // the block has ended before
}

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.data)
	if n <= 0 {
		r.bad, r.data = true, nil
		return 0
	}
	r.data = r.data[n:]
	return v
}

func (r *reader) key() uint64 {
	if len(r.data) < 8 {
		r.bad, r.data = true, nil
		return 0
	}
	v := binary.LittleEndian.Uint64(r.data)
	r.data = r.data[8:]
	return v
}

// branch takes the postings of one move off.
func (r *reader) branch() (b branch, ok bool) {
	b.next = r.key()
	n := r.number()
	if n < many {
		b.visits = *r
		for range n {
			b.add(game.Outcome(r.number() & 3))
			r.number() // the ply
		}
		return b, !r.bad
	}
	b.Tally = Tally{int(n), int(r.number()), int(r.number()), int(r.number())}
	size := r.number()
	if r.bad || size > uint64(len(r.data)) {
		return b, false
	}
	b.visits.data, r.data = r.data[:size], r.data[size:]
	return b, true
}
