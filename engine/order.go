package engine

import (
	"slices"

	"cairn.example/game"
)

// killerRank is the rank of killer moves: below tactical moves that win
// something, above everything else.
const killerRank = 1 << 16

// The ranks of moves that come before and after all others, whatever an [Orderer], history
// and estimates say of these.
const (
	firstRank = 1 << 28
	lastRank  = -firstRank
)

// rankFirst puts a move in front of all others of the list, where it is among them.
func (f *frame) rankFirst(m game.Move) {
	for i := range f.list {
		if f.list[i].Move == m {
			f.list[i].Rank = firstRank
		}
	}
}

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
	likely  bool // unlikely moves are listed only when all others were handed out
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
		if p.likely {
			f.moves, p.likely = w.likely.LikelyMoves(f.pos, f.moves[:0])
		}
		if p.likely {
			w.rank(f, p.hash)
		} else {
			w.generate(f, p.hash)
		}
	}
	l := f.list
	i := p.next
	if i >= len(l) && p.likely {
		p.likely, p.indexed, p.next = false, false, 0
		w.generate(f, p.hash)
		f.list = slices.DeleteFunc(f.list, func(m Ranked) bool { return m.Kind != Unlikely })
		l, i = f.list, 0
	}
	if i >= len(l) {
		return Ranked{}
	}
	p.next++
	if len(l) <= 2*blockSize {
		best, top := i, l[i].Rank
		for j := i + 1; j < len(l); j++ {
			if r := l[j].Rank; r > top {
				best, top = j, r
			}
		}
		l[i], l[best] = l[best], l[i]
		return l[i]
	}
	if !p.indexed {
		p.indexed = true
		f.indexBlocks()
	}
	f.selectBest(i)
	return l[i]
}

// Moves are found one at a time, by selection: most nodes search a few of their moves,
// and sorting a thousand of them costs more than finding a hundred. Selection from a
// long list is made faster by dividing it into blocks whose best ranks are kept. The
// block of the next place is looked at move by move.
const (
	blockShift = 5
	blockSize  = 1 << blockShift
	blocks     = 64 // with longer lists the last block takes the rest
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

// bestRank returns the highest rank of a list that is not empty.
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
	current := min(i>>blockShift, f.blocks)
	_, end := f.blockRange(current)
	best, top := i, l[i].Rank
	for j := i + 1; j < end; j++ {
		if r := l[j].Rank; r > top {
			best, top = j, r
		}
	}
	high := current
	for b := current + 1; b <= f.blocks; b++ {
		if r := f.blockBest[b]; r > top {
			high, top = b, r
		}
	}
	if high == current {
		l[i], l[best] = l[best], l[i]
		return
	}
	from, to := f.blockRange(high)
	for best = from; l[best].Rank != top; best++ {
	}
	l[i], l[best] = l[best], l[i]
	f.blockBest[high] = bestRank(l[from:to])
}

// drop removes the moves of these kinds that are not yet searched from the list.
func (f *frame) drop(p *movePicker, kinds ...Kind) {
	keep := f.list[:p.next]
	for _, m := range f.list[p.next:] {
		if !slices.Contains(kinds, m.Kind) {
			keep = append(keep, m)
		}
	}
	f.list, p.indexed = keep, false
}

// generate fills f.list with the moves of f, ranked, without the one that was searched
// already.
func (w *worker) generate(f *frame, searched game.Move) {
	f.moves = f.pos.Moves(f.moves[:0])
	w.rank(f, searched)
}

// rank fills f.list with f.moves, ranked, without the one that was searched already.
func (w *worker) rank(f *frame, searched game.Move) {
	l := slices.Grow(f.list[:0], len(f.moves))[:len(f.moves)]
	n := 0
	for _, m := range f.moves {
		if m != searched {
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
