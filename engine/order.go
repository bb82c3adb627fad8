package engine

import (
	"slices"

	"cairn.example/game"
)

// rankKiller is the rank of killers: below tactical moves that win something,
// above everything else.
const rankKiller = 1 << 16

// history remembers how moves of a slot did in other positions, by side.
type history [2][Slots]int16

// clear forgets everything.
func (h *history) clear() { *h = history{} }

// age halves what earlier searches learned.
func (h *history) age() {
	for s := range h {
		for i := range h[s] {
			h[s][i] /= 2
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
	past := &w.history[f.pos.Side()]
	for i := range l {
		m := &l[i]
		if m.Kind == Tactical {
			m.Rank += int32(past[m.Slot&(Slots-1)]) / 8
			continue
		}
		m.Rank += int32(past[m.Slot&(Slots-1)])
		switch m.Move {
		case f.killers[0]:
			m.Rank += rankKiller
		case f.killers[1]:
			m.Rank += rankKiller - 1
		}
	}
}

// learn tells the history that best refuted f, and that the moves tried before
// did not.
func (w *worker) learn(f *frame, best *Ranked, depth int) {
	if w.off&History != 0 {
		return
	}
	past := &w.history[f.pos.Side()]
	bonus := min(32*depth*depth, 2000)
	if best.Kind != Tactical && f.killers[0] != best.Move {
		f.killers[1] = f.killers[0]
		f.killers[0] = best.Move
	}
	bump(&past[best.Slot&(Slots-1)], bonus)
	for i := range f.tried {
		if t := &f.tried[i]; t.Move != best.Move {
			bump(&past[t.Slot&(Slots-1)], -bonus)
		}
	}
}
