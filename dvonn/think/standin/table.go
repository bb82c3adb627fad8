package standin

import (
	"cairn.example/engine"
	"cairn.example/game"
)

// table is the transposition table, one entry a slot. An entry is replaced by one
// of a later search, or by one searched at least as deep.
type table struct {
	slots []slot
	age   uint8
}

type slot struct {
	key   uint64
	move  game.Move
	score int16
	depth int8
	bound engine.Bound
	age   uint8
}

const slotBytes = 24

func newTable(mib int) *table {
	return &table{slots: make([]slot, max(1, mib<<20/slotBytes))}
}

func (t *table) clear() { clear(t.slots) }

func (t *table) at(key uint64) *slot { return &t.slots[key%uint64(len(t.slots))] }

// probe returns the entry of key, nil without one.
func (t *table) probe(key uint64) *slot {
	if s := t.at(key); s.key == key && s.bound != engine.NoBound {
		return s
	}
	return nil
}

func (t *table) store(key uint64, m game.Move, score engine.Score, depth int, b engine.Bound) {
	s := t.at(key)
	if s.bound != engine.NoBound && s.age == t.age && int(s.depth) > depth {
		return
	}
	*s = slot{key, m, int16(score), int8(depth), b, t.age}
}
