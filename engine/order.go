package engine

import (
	"slices"

	"cairn.example/game"
)

// Ranks of moves that the search itself knows to be good. Tactical moves that
// win something are expected above rankKiller, others below.
const (
	rankKiller  = 1 << 16
	rankCounter = 1 << 15
)

// history remembers how moves did in other positions: of a slot, by side; of a
// slot after the move before; and which move refuted the move before.
type history struct {
	main    [2][Slots]int16
	cont    [][Slots]int16 // by the destination of the move before, and side
	counter [2][Slots]game.Move
}

const contRows = 128

func (h *history) init() { h.cont = make([][Slots]int16, contRows) }

func (h *history) clear() {
	h.main = [2][Slots]int16{}
	h.counter = [2][Slots]game.Move{}
	clear(h.cont)
}

// age halves what earlier searches learned.
func (h *history) age() {
	for s := range h.main {
		for i := range h.main[s] {
			h.main[s][i] /= 2
		}
	}
}

// bump moves one value towards ±MaxHistory; the nearer it is, the less.
func bump(v *int16, by int) {
	x := int(*v)
	*v = int16(x + by - x*max(by, -by)/MaxHistory)
}

// slotOf gives moves a slot where no Orderer does.
func slotOf(m game.Move) uint16 { return uint16(uint32(m) * 2654435769 >> 20) }

// contRow is the row of continuation history after the move that led to f, or
// -1 where there is none.
func (w *worker) contRow(f *frame) int {
	if f.ply == 0 || w.off&Continue != 0 || w.frames[f.ply-1].null {
		return -1
	}
	return int(w.frames[f.ply-1].slot&63)<<1 | int(f.pos.Side())
}

// picker hands out the moves of a node, best first: the hash move before any
// other is even generated, then all by rank.
type picker struct {
	hash  game.Move
	stage uint8
	next  int
}

// pick returns the next move of f, or the zero value when none is left.
func (w *worker) pick(f *frame, p *picker) Ranked {
	switch p.stage {
	case 0:
		p.stage = 1
		if p.hash != 0 {
			f.list = append(f.list[:0], Ranked{Move: p.hash, Slot: slotOf(p.hash)})
			if w.orderer != nil {
				w.orderer.Order(f.pos, f.list)
			}
			return f.list[0]
		}
		fallthrough
	case 1:
		p.stage = 2
		w.list(f, p.hash)
	}
	l := f.list
	i := p.next
	if i >= len(l) {
		return Ranked{}
	}
	p.next++
	const selected = 10
	if i < selected {
		best := i
		for j := i + 1; j < len(l); j++ {
			if l[j].Rank > l[best].Rank {
				best = j
			}
		}
		l[i], l[best] = l[best], l[i]
	} else if i == selected {
		slices.SortFunc(l[i:], func(a, b Ranked) int { return int(b.Rank) - int(a.Rank) })
	}
	return l[i]
}

// dropRemote takes the remote moves not yet searched off the list.
func dropRemote(f *frame, p *picker) {
	keep := f.list[:p.next]
	for _, m := range f.list[p.next:] {
		if m.Kind != Remote {
			keep = append(keep, m)
		}
	}
	f.list = keep
}

// list fills f.list with the ranked moves of f but the one already searched.
func (w *worker) list(f *frame, but game.Move) {
	f.moves = f.pos.Moves(f.moves[:0])
	l := f.list[:0]
	for _, m := range f.moves {
		if m != but {
			l = append(l, Ranked{Move: m})
		}
	}
	f.list = l
	if w.orderer != nil {
		w.orderer.Order(f.pos, l)
	} else {
		for i := range l {
			l[i].Slot = slotOf(l[i].Move)
		}
	}
	if w.off&History != 0 {
		return
	}
	side := f.pos.Side()
	main := &w.history.main[side]
	var cont *[Slots]int16
	var counter game.Move
	if row := w.contRow(f); row >= 0 {
		cont = &w.history.cont[row]
		counter = w.history.counter[side][w.frames[f.ply-1].slot]
	}
	for i := range l {
		m := &l[i]
		if m.Kind == Tactical {
			m.Rank += int32(main[m.Slot&(Slots-1)]) / 8
			continue
		}
		m.Rank += int32(main[m.Slot&(Slots-1)])
		if cont != nil {
			m.Rank += int32(cont[m.Slot&(Slots-1)])
		}
		switch m.Move {
		case f.killers[0]:
			m.Rank += rankKiller
		case f.killers[1]:
			m.Rank += rankKiller - 1
		case counter:
			m.Rank += rankCounter
		}
	}
}

// learn tells the history that best refuted f, and that the moves tried before
// did not.
func (w *worker) learn(f *frame, best *Ranked, depth int) {
	if w.off&History != 0 {
		return
	}
	side := f.pos.Side()
	bonus := min(32*depth*depth, 2000)
	row := w.contRow(f)
	if best.Kind != Tactical {
		if f.killers[0] != best.Move {
			f.killers[1] = f.killers[0]
			f.killers[0] = best.Move
		}
		if row >= 0 {
			w.history.counter[side][w.frames[f.ply-1].slot] = best.Move
		}
	}
	bump(&w.history.main[side][best.Slot&(Slots-1)], bonus)
	if row >= 0 {
		bump(&w.history.cont[row][best.Slot&(Slots-1)], bonus)
	}
	for i := range f.tried {
		t := &f.tried[i]
		if t.Move == best.Move {
			continue
		}
		bump(&w.history.main[side][t.Slot&(Slots-1)], -bonus)
		if row >= 0 {
			bump(&w.history.cont[row][t.Slot&(Slots-1)], -bonus)
		}
	}
}
