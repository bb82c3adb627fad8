package engine

import (
	"slices"

	"cairn.example/game"
)

// killerRank is the rank of killer moves: below tactical moves that win
// something, above everything else.
const killerRank = 1 << 16

// history holds, by side and slot, how often moves of that slot caused a cutoff in
// other positions, less how often they did not: the history heuristic.
type history [2][Slots]int16

// clear forgets everything.
func (h *history) clear() { *h = history{} }

// age halves all values, so that earlier searches count less.
func (h *history) age() {
	for s := range h {
		for i := range h[s] {
			h[s][i] /= 2
		}
	}
}

// adjust adds a bonus or malus to a history value, the less of it the nearer the
// value is to ±MaxHistory, which it never exceeds.
func adjust(v *int16, by int) {
	x := int(*v)
	*v = int16(x + by - x*max(by, -by)/MaxHistory)
}

// slotOf gives a move a history slot where no [Orderer] does: a hash of the move.
func slotOf(m game.Move) uint16 { return uint16(uint32(m) * 2654435769 >> 20) }

// movePicker is where the search of a node is in its moves: first comes the hash
// move, before any other is generated, then the others by rank.
type movePicker struct {
	hash    game.Move
	stage   uint8
	indexed bool // blockBest of the frame is up to date with its list
	next    int
}

// nextMove returns the next move of f to search, or the zero value when none is
// left.
func (w *worker) nextMove(f *frame, p *movePicker) Ranked {
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
		w.generate(f, p.hash)
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
		if !p.indexed {
			p.indexed = true
			f.indexBlocks()
		}
		f.selectBest(i)
	case i == selected:
		w.sort(l[i:])
	}
	return l[i]
}

// selected is how many moves are found one at a time, by selection. Where a node
// searches more than that it usually searches most of them, so the rest is sorted.
const selected = 10

// Selection from a list of a thousand moves is made faster by dividing the list into
// blocks whose best ranks are kept. The first block holds the moves handed out
// already and is always looked at move by move.
const (
	blockShift = 5
	blockSize  = 1 << blockShift // more than selected
	blocks     = 64              // with longer lists the last block takes the rest
)

// indexBlocks computes the best rank of each block but the first.
func (f *frame) indexBlocks() {
	l := f.list
	f.blocks = 0
	for from := blockSize; from < len(l); from += blockSize {
		b := min(from>>blockShift, blocks-1)
		top := bestRank(l[from:min(from+blockSize, len(l))])
		if b == f.blocks {
			top = max(top, f.blockBest[b])
		}
		f.blockBest[b], f.blocks = top, b
	}
}

// blockRange returns where block b of the list begins and ends.
func (f *frame) blockRange(b int) (from, to int) {
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

// selectBest swaps the best move from i on to place i of a long list; of several
// that are equally good, the first.
func (f *frame) selectBest(i int) {
	l := f.list
	best, top := i, l[i].Rank
	for j := i + 1; j < blockSize; j++ {
		if r := l[j].Rank; r > top {
			best, top = j, r
		}
	}
	high := 0
	for b := 1; b <= f.blocks; b++ {
		if r := f.blockBest[b]; r > top {
			high, top = b, r
		}
	}
	if high == 0 {
		l[i], l[best] = l[best], l[i]
		return
	}
	from, to := f.blockRange(high)
	for best = from; l[best].Rank != top; best++ {
	}
	l[i], l[best] = l[best], l[i]
	f.blockBest[high] = bestRank(l[from:to])
}

// sort sorts moves by rank, best first and stable. A few are sorted by insertion. Of
// more, keys made of rank and place are sorted, because moves are larger to swap.
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

// dropUnlikely removes the unlikely moves not yet searched from the list.
func dropUnlikely(f *frame, p *movePicker) {
	keep := f.list[:p.next]
	for _, m := range f.list[p.next:] {
		if m.Kind != Unlikely {
			keep = append(keep, m)
		}
	}
	f.list, p.indexed = keep, false
}

// generate fills f.list with the moves of f, ranked, without the one that was
// searched already.
func (w *worker) generate(f *frame, but game.Move) {
	f.moves = f.pos.Moves(f.moves[:0])
	l := slices.Grow(f.list[:0], len(f.moves))[:len(f.moves)]
	n := 0
	for _, m := range f.moves {
		if m != but {
			l[n] = Ranked{Move: m}
			n++
		}
	}
	l = l[:n]
	f.list = l
	if w.orderer != nil {
		w.orderer.Order(f.pos, l)
	} else {
		for i := range l {
			l[i].Slot = slotOf(l[i].Move)
		}
	}
	if w.without&History != 0 {
		return
	}
	values := &w.history[f.pos.Side()]
	for i := range l {
		m := &l[i]
		if m.Kind == Tactical {
			m.Rank += int32(values[m.Slot&(Slots-1)]) / 8
			continue
		}
		m.Rank += int32(values[m.Slot&(Slots-1)])
		switch m.Move {
		case f.killers[0]:
			m.Rank += killerRank
		case f.killers[1]:
			m.Rank += killerRank - 1
		}
	}
}

// updateHistory rewards best, which caused a cutoff in f, and punishes the moves
// tried before it, which did not.
func (w *worker) updateHistory(f *frame, best *Ranked, depth int) {
	if w.without&History != 0 {
		return
	}
	values := &w.history[f.pos.Side()]
	bonus := min(32*depth*depth, 2000)
	if best.Kind != Tactical && f.killers[0] != best.Move {
		f.killers[1] = f.killers[0]
		f.killers[0] = best.Move
	}
	adjust(&values[best.Slot&(Slots-1)], bonus)
	for i := range f.tried {
		if t := &f.tried[i]; t.Move != best.Move {
			adjust(&values[t.Slot&(Slots-1)], -bonus)
		}
	}
}
