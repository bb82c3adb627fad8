package posting

import (
	"cmp"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"slices"

	"cairn.example/game"
	"cairn.example/record"
)

// ErrDamaged says that a block is not as it was written.
var ErrDamaged = errors.New("the index is damaged")

// A Posting says that a game went through a position: which, after how many plies, how it
// ended and with what margin, and the key of the position it went to, 0 at its end.
type Posting struct {
	key, next uint64
	id        uint32
	ply       uint16
	result    game.Outcome
	margin    int8
}

// Append appends the postings of a game, none of one that has no rules or no start. It
// returns the margin of its last position too.
func Append(list []Posting, id uint32, r *record.Record) (all []Posting, margin int) {
	c, err := record.NewCursor(r)
	if err != nil {
		return list, 0
	}
	begun := len(list)
	for more := true; more; more = c.Next() {
		key := Key(c.Position())
		if c.Ply() > 0 {
			list[len(list)-1].next = key
		}
		list = append(list, Posting{key: key, id: id, ply: uint16(c.Ply()), result: r.Result})
	}
	margin = Margin(c.Position())
	for i := range list[begun:] {
		list[begun+i].margin = int8(margin)
	}
	return list, margin
}

// Margin returns by how much First is ahead in what counts first, at most 127 either way.
func Margin(p game.Position) int {
	s, ok := p.(game.Scorer)
	if !ok {
		return 0
	}
	first, second := s.Standing(game.First), s.Standing(game.Second)
	if len(first) == 0 || len(second) == 0 {
		return 0
	}
	return min(math.MaxInt8, max(-math.MaxInt8, first[0].N-second[0].N))
}

// Sort puts postings in the order in which blocks hold them.
func Sort(list []Posting) {
	slices.SortFunc(list, func(a, b Posting) int {
		switch {
		case a.key != b.key: // nearly always
			return cmp.Compare(a.key, b.key)
		case a.next != b.next:
			return cmp.Compare(a.next, b.next)
		}
		return cmp.Compare(a.id, b.id)
	})
}

// blockSize is about how much a block holds. With what SQLite puts beside it, it fits a page.
const blockSize = 3900

// A Block is all postings of a run whose keys begin at one and end before another, so that
// it shows what was looked up in the right one. The first block of a run begins at 0, and
// the last one ends at the greatest number. It is written as
//
//	the key before which it ends
//	for each key the difference to the one before, and how many keys follow it:
//	  for each of these the key, how many games went there, and the sum of their margins:
//	    where these are many, how each outcome counts among them, and the length of
//	    what follows, so that nothing is read through to be counted
//	    for each the difference to the game before with the outcome, and its ply
//	a checksum of run, first key, and all that
//
// Numbers are varints, of margins signed ones, but for whole keys and the checksum.
type Block struct {
	Run   int
	First uint64
	Data  []byte
}

func (b Block) checksum(data []byte) uint32 {
	head := binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(nil, uint64(b.Run)), b.First)
	return crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, data)
}

// finish gives the block its end.
func (b *Block) finish(end uint64) {
	binary.LittleEndian.PutUint64(b.Data, end)
	b.Data = binary.LittleEndian.AppendUint32(b.Data, b.checksum(b.Data))
}

// Blocks packs the sorted postings of a run.
func Blocks(run int, postings []Posting) []Block {
	list := []Block{{Run: run, Data: make([]byte, 8, blockSize)}}
	b, last := &list[0], uint64(0)
	for len(postings) > 0 {
		key := postings[0].key
		n := runLength(postings, func(p Posting) bool { return p.key == key })
		if len(b.Data) > blockSize-20 {
			b.finish(key)
			list = append(list, Block{run, key, make([]byte, 8, blockSize)})
			b, last = &list[len(list)-1], key
		}
		b.Data = binary.AppendUvarint(b.Data, key-last)
		b.Data = appendNexts(b.Data, postings[:n])
		last, postings = key, postings[n:]
	}
	b.finish(math.MaxUint64)
	return list
}

func runLength(list []Posting, same func(Posting) bool) int {
	if n := slices.IndexFunc(list, func(p Posting) bool { return !same(p) }); n >= 0 {
		return n
	}
	return len(list)
}

// Many is how many postings of one move are worth a tally: that of fewer is counted.
const Many = 8

// appendNexts packs the postings of one key.
func appendNexts(data []byte, list []Posting) []byte {
	nexts := 1
	for i := range list[1:] {
		if list[i].next != list[i+1].next {
			nexts++
		}
	}
	data = binary.AppendUvarint(data, uint64(nexts))
	for len(list) > 0 {
		next := list[0].next
		n := runLength(list, func(p Posting) bool { return p.next == next })
		data = binary.LittleEndian.AppendUint64(data, next)
		data = appendVisits(binary.AppendUvarint(data, uint64(n)), list[:n])
		list = list[n:]
	}
	return data
}

// appendVisits packs the postings of one move.
func appendVisits(data []byte, list []Posting) []byte {
	var t Tally
	for _, p := range list {
		t.Add(p.result, int(p.margin))
	}
	data = binary.AppendVarint(data, int64(t.Margin))
	if len(list) < Many {
		return appendList(data, list)
	}
	visits := appendList(nil, list)
	for _, n := range []int{t.First, t.Second, t.Draws, len(visits)} {
		data = binary.AppendUvarint(data, uint64(n))
	}
	return append(data, visits...)
}

func appendList(data []byte, list []Posting) []byte {
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

// visit calls f for the games and how they ended, in their order, until it returns false. Its result is false
// where the postings are damaged.
func (b branch) visit(f func(Visit, game.Outcome) bool) bool {
	var id uint64
	for range b.Games {
		coded, ply := b.visits.number(), b.visits.number()
		id += coded >> 2
		if b.visits.bad || !f(Visit{int64(id), int(ply)}, game.Outcome(coded&3)) {
			break
		}
	}
	return !b.visits.bad
}

// find calls f for each move that was made in the position of a key. The error is
// [ErrDamaged].
func (b Block) find(key uint64, f func(branch)) error {
	end := len(b.Data) - 4
	if end < 8 || b.checksum(b.Data[:end]) != binary.LittleEndian.Uint32(b.Data[end:]) {
		return ErrDamaged
	}
	r := reader{data: b.Data[:end]}
	if before := r.key(); key < b.First || key >= before {
		return ErrDamaged
	}
	at := b.First
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

func (r *reader) signed() int {
	v := r.number()
	return int(v>>1) ^ -int(v&1)
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
	n, margin := r.number(), r.signed()
	if n < Many {
		b.visits = *r
		b.Margin = margin
		for range n {
			b.Add(game.Outcome(r.number()&3), 0)
			r.number() // the ply
		}
		return b, !r.bad
	}
	b.Tally = Tally{int(n), int(r.number()), int(r.number()), int(r.number()), margin}
	size := r.number()
	if r.bad || size > uint64(len(r.data)) {
		return b, false
	}
	b.visits.data, r.data = r.data[:size], r.data[size:]
	return b, true
}
