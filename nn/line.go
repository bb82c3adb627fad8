package nn

import (
	"fmt"

	"cairn.example/game"
)

// Line holds the accumulators of the positions from the root of a search to the
// one that is looked at. It is used by one goroutine.
//
// A move only notes what it changes; the sums are brought up to date when a
// position is evaluated, for many positions of a search never are.
type Line struct {
	net      *Net
	features Features
	plies    []ply
	at       int
	buf      []Feature
}

// ply is a position of a line.
type ply struct {
	sides [2]sideState // by game.Side
}

// sideState is what is known of one side's accumulator of a ply.
type sideState struct {
	sums    []int16
	ready   bool
	refresh bool      // changes are not known
	off, on []Feature // changes since the ply before
}

// NewLine returns a line for a net and the features it was trained for. The error
// says where they do not fit together.
func NewLine(n *Net, f Features) (*Line, error) {
	if n.Features != f.ID() {
		return nil, fmt.Errorf("nn: the net is for the features %q, not %q", n.Features, f.ID())
	}
	if n.Inputs != f.Count() || n.Buckets != f.Buckets() || n.MaxActive < f.MaxActive() {
		return nil, fmt.Errorf("nn: the net has %d inputs, %d buckets and %d active features at most; the features %q have %d, %d and %d",
			n.Inputs, n.Buckets, n.MaxActive, f.ID(), f.Count(), f.Buckets(), f.MaxActive())
	}
	l := &Line{net: n, features: f}
	l.grow()
	return l, nil
}

// grow adds a ply.
func (l *Line) grow() {
	p := ply{}
	for s := range p.sides {
		p.sides[s].sums = make([]int16, l.net.Hidden)
		p.sides[s].refresh = true
	}
	l.plies = append(l.plies, p)
}

// Reset starts a line anew at a position.
func (l *Line) Reset(game.Position) {
	l.at = 0
	for s := range l.plies[0].sides {
		l.plies[0].sides[s].ready, l.plies[0].sides[s].refresh = false, true
	}
}

// Push adds child, which m gave in parent, the last position of the line.
func (l *Line) Push(parent game.Position, m game.Move, child game.Position) {
	l.at++
	if l.at == len(l.plies) {
		l.grow()
	}
	for s := range l.plies[l.at].sides {
		side := &l.plies[l.at].sides[s]
		var ok bool
		side.off, side.on, ok = l.features.Changes(parent, m, child, game.Side(s), side.off[:0], side.on[:0])
		side.ready, side.refresh = false, !ok
	}
}

// Pop removes the last position of the line, which must not be its first.
func (l *Line) Pop() { l.at-- }

// Evaluate returns the net's estimate of p, the last position of the line, in
// hundredths for its side to move.
func (l *Line) Evaluate(p game.Position) int {
	us := p.Side()
	return l.net.output(l.features.Bucket(p), l.sums(p, us), l.sums(p, us.Other()))
}

// sums returns the accumulator of a side at p, the last position.
func (l *Line) sums(p game.Position, side game.Side) []int16 {
	// Back to the last ply whose sums are there, unless a refresh is nearer: a
	// refresh is only possible at p itself, for earlier positions are gone.
	from := l.at
	for !l.plies[from].sides[side].ready {
		if l.plies[from].sides[side].refresh {
			last := &l.plies[l.at].sides[side]
			l.compute(p, side, last)
			return last.sums
		}
		from--
	}
	for from < l.at {
		before := l.plies[from].sides[side].sums
		from++
		next := &l.plies[from].sides[side]
		copy(next.sums, before)
		for _, f := range next.off {
			sub(next.sums, l.net.row(f))
		}
		for _, f := range next.on {
			add(next.sums, l.net.row(f))
		}
		next.ready = true
	}
	return l.plies[l.at].sides[side].sums
}

// compute adds up an accumulator from nothing.
func (l *Line) compute(p game.Position, side game.Side, s *sideState) {
	copy(s.sums, l.net.Bias)
	l.buf = l.features.Active(p, side, l.buf[:0])
	for _, f := range l.buf {
		add(s.sums, l.net.row(f))
	}
	s.ready = true
}
