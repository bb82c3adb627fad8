package load

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

// Herd is many people who each watch a table and do nothing.
type Herd struct {
	crowd *Crowd
	seen  *resumed
	lives []*client.Live
	pairs []*Pair
	ids   []string
}

// HerdOptions describe a [Herd].
type HerdOptions struct {
	// Sockets is how many connections are held.
	Sockets int
	// Tables is over how many tables they are spread; half as many as sockets where it is 0, so that all are players.
	Tables int
}

// resumed counts how connections went on after they were lost.
type resumed struct {
	again, bySeq, whole atomic.Int64
	problems            atomic.Int64
}

// resumption is one connection's part of it.
type resumption struct {
	sum     *resumed
	waiting bool // for the first answer of another connection; only the reader's goroutine uses it
}

func (r *resumption) Connected(again bool) {
	if again {
		r.sum.again.Add(1)
		r.waiting = true
	}
}
func (r *resumption) Lost(error) {}
func (r *resumption) EventsReceived(string, []api.Event) {
	if r.waiting {
		r.waiting = false
		r.sum.bySeq.Add(1)
	}
}

func (r *resumption) TableReceived(*api.Table) {
	if r.waiting {
		r.waiting = false
		r.sum.whole.Add(1)
	}
}
func (r *resumption) Problem(client.Problem) { r.sum.problems.Add(1) }

// NewHerd connects the people of o and returns when each has received its table.
func NewHerd(ctx context.Context, crowd *Crowd, o HerdOptions) (*Herd, error) {
	h := &Herd{crowd: crowd, seen: &resumed{}}
	if o.Tables == 0 {
		o.Tables = (o.Sockets + 1) / 2
	}
	pairs, err := seatWith(ctx, crowd, o.Tables, func() client.Observer { return &resumption{sum: h.seen} })
	h.pairs = pairs
	for _, p := range pairs {
		h.ids = append(h.ids, p.ID)
		h.lives = append(h.lives, p.Lives[0], p.Lives[1])
	}
	if err != nil {
		h.Close()
		return nil, err
	}
	return h, h.join(ctx, o.Sockets-len(h.lives))
}

// join adds watchers.
func (h *Herd) join(ctx context.Context, n int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	numbers := make(chan int)
	var mu sync.Mutex
	var workers sync.WaitGroup
	for range 32 {
		workers.Go(func() {
			for i := range numbers {
				s, err := h.crowd.Guest(ctx)
				if err == nil {
					o := h.crowd.o.Live
					o.Observer = &resumption{sum: h.seen}
					live := s.Live(o)
					mu.Lock()
					h.lives = append(h.lives, live)
					mu.Unlock()
					err = live.Watch(h.ids[i%len(h.ids)]).Wait(ctx, func(v *client.View) bool { return v.Known })
				}
				if err != nil {
					stop(fmt.Errorf("watcher %d of %d: %w", i+1, n, err))
				}
			}
		})
	}
	for i := range max(0, n) {
		select {
		case numbers <- i:
		case <-ctx.Done():
		}
	}
	close(numbers)
	workers.Wait()
	return context.Cause(ctx)
}

// Len returns how many connections the herd holds.
func (h *Herd) Len() int { return len(h.lives) }

// Connected returns how many of them the server has said hello to.
func (h *Herd) Connected() int {
	n := 0
	for _, l := range h.lives {
		if l.Connected() {
			n++
		}
	}
	return n
}

// Close ends all connections.
func (h *Herd) Close() {
	var all sync.WaitGroup
	for _, l := range h.lives {
		all.Go(l.Close)
	}
	all.Wait()
}

// StormReport is what came of [Herd.Storm].
type StormReport struct {
	Cut, Resumed  int
	BySeq, Whole  int64
	Took          time.Duration // until all had resumed
	Moves         int           // played meanwhile
	StillDetached int
}

// Storm cuts all connections at once and waits until all have resumed, at most so
// long. At some tables a move is played as soon as its player is back, so that there
// is something to resume.
func (h *Herd) Storm(ctx context.Context, within time.Duration) (StormReport, error) {
	ctx, stop := context.WithTimeout(ctx, within)
	defer stop()
	again, bySeq, whole := h.seen.again.Load(), h.seen.bySeq.Load(), h.seen.whole.Load()
	report := StormReport{Cut: len(h.lives)}
	begun := time.Now()
	for _, l := range h.lives {
		go l.Drop()
	}
	var movers sync.WaitGroup
	var moves atomic.Int64
	for n, p := range h.pairs[:min(len(h.pairs), 100)] {
		movers.Go(func() {
			for _, t := range p.Tables {
				var text string
				t.View(func(v *client.View) {
					if v.MyTurn() {
						text = randomMove(v.State, h.crowd.Random(int64(n)))
					}
				})
				if text == "" {
					continue
				}
				if _, err := t.Move(ctx, text); err == nil {
					moves.Add(1)
				}
			}
		})
	}
	for ctx.Err() == nil {
		if h.seen.again.Load()-again >= int64(report.Cut) && h.seen.bySeq.Load()+h.seen.whole.Load()-bySeq-whole >= int64(report.Cut) {
			break
		}
		_ = pause(ctx, 10*time.Millisecond)
	}
	report.Took = time.Since(begun)
	movers.Wait()
	report.BySeq, report.Whole, report.Moves = h.seen.bySeq.Load()-bySeq, h.seen.whole.Load()-whole, int(moves.Load())
	report.Resumed = int(report.BySeq + report.Whole)
	report.StillDetached = report.Cut - h.Connected()
	return report, nil
}
