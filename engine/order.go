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
	hash     game.Move
	stage    uint8
	surveyed bool // the list is as it was when [frame.survey] looked at it
	next     int
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
	switch {
	case i < selected && len(l) <= 2*blockSize:
		best := i
		for j := i + 1; j < len(l); j++ {
			if l[j].Rank > l[best].Rank {
				best = j
			}
		}
		l[i], l[best] = l[best], l[i]
	case i < selected:
		if !p.surveyed {
			p.surveyed = true
			f.survey()
		}
		f.bring(i)
	case i == selected:
		w.sort(l[i:])
	}
	return l[i]
}

// selected is how many moves are looked for one by one; where more are wanted,
// the rest is sorted, for then most of it will be.
const selected = 10

// To find the best of a thousand moves again and again, a long list is divided
// into blocks whose best ranks are known. The first block holds what was found
// already, so it is always looked at move by move.
const (
	blockShift = 5
	blockSize  = 1 << blockShift // more than selected
	blocks     = 64              // with longer lists the last block takes the rest
)

// survey finds the best rank of each block but the first.
func (f *frame) survey() {
	l := f.list
	f.blocks = 0
	for from := blockSize; from < len(l); from += blockSize {
		b := min(from>>blockShift, blocks-1)
		top := bestRank(l[from:min(from+blockSize, len(l))])
		if b == f.blocks {
			top = max(top, f.peaks[b])
		}
		f.peaks[b], f.blocks = top, b
	}
}

// block returns where block b begins and ends.
func (f *frame) block(b int) (from, to int) {
	from, to = b<<blockShift, (b+1)<<blockShift
	if b == f.blocks {
		to = len(f.list)
	}
	return from, to
}

func bestRank(l []Ranked) int32 {
	top := l[0].Rank
	for k := range l {
		top = max(top, l[k].Rank)
	}
	return top
}

// bring brings the best of the moves of a long list from i on to i, the first of
// several that are equal.
func (f *frame) bring(i int) {
	l := f.list
	best, top := i, l[i].Rank
	for j := i + 1; j < blockSize; j++ {
		if r := l[j].Rank; r > top {
			best, top = j, r
		}
	}
	high := 0
	for b := 1; b <= f.blocks; b++ {
		if r := f.peaks[b]; r > top {
			high, top = b, r
		}
	}
	if high == 0 {
		l[i], l[best] = l[best], l[i]
		return
	}
	from, to := f.block(high)
	for best = from; l[best].Rank != top; best++ {
	}
	l[i], l[best] = l[best], l[i]
	f.peaks[high] = bestRank(l[from:to])
}

// sort sorts moves by rank, best first. A few are put in order by hand; of more,
// keys of rank and place are moved about instead of the moves, which are larger.
func (w *worker) sort(l []Ranked) {
	if len(l) <= 12 {
		for i := 1; i < len(l); i++ {
			m, j := l[i], i
			for ; j > 0 && l[j-1].Rank < m.Rank; j-- {
				l[j] = l[j-1]
			}
			l[j] = m
		}
		return
	}
	w.keys = w.keys[:0]
	for i := range l {
		w.keys = append(w.keys, uint64(uint32(l[i].Rank)^1<<31)<<32|uint64(i))
	}
	slices.SortFunc(w.keys, func(a, b uint64) int { return int(b>>32) - int(a>>32) })
	w.sorted = append(w.sorted[:0], l...)
	for i, k := range w.keys {
		l[i] = w.sorted[uint32(k)]
	}
}

// dropRemote takes the remote moves not yet searched off the list.
func dropRemote(f *frame, p *picker) {
	keep := f.list[:p.next]
	for _, m := range f.list[p.next:] {
		if m.Kind != Remote {
			keep = append(keep, m)
		}
	}
	f.list, p.surveyed = keep, false
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
