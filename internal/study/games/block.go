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
		var id uint32
		for _, p := range list[:n] {
			data = binary.AppendUvarint(data, uint64(p.id-id)<<2|uint64(p.result))
			data = binary.AppendUvarint(data, uint64(p.ply))
			id = p.id
		}
		list = list[n:]
	}
	return data
}

// find calls visit for the postings of a key until it returns false. The error is
// [ErrDamaged].
func (b block) find(key uint64, visit func(posting) bool) error {
	end := len(b.data) - 4
	if end < 8 || b.checksum(b.data[:end]) != binary.LittleEndian.Uint32(b.data[end:]) {
		return ErrDamaged
	}
	r := reader{data: b.data[:end]}
	if before := r.key(); key < b.first || key >= before {
		return ErrDamaged
	}
	at := b.first
	for len(r.data) > 0 && !r.bad {
		if at += r.number(); at > key {
			return nil
		}
		for range r.number() {
			next := r.key()
			var id uint32
			for range r.number() {
				coded, ply := r.number(), r.number()
				id += uint32(coded >> 2)
				if r.bad {
					return ErrDamaged
				}
				if at == key && !visit(posting{key, next, id, uint16(ply), game.Outcome(coded & 3)}) {
					return nil
				}
			}
			if r.bad {
				return ErrDamaged
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
