package load

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
)

// LiveOptions describe a run of [Live].
type LiveOptions struct {
	// Tables is how many games are played at once.
	Tables int
	// Rate is how many moves a second all of them play together.
	Rate float64
	// For is how long it is measured.
	For time.Duration
	// Ledger records what happens, nil for none.
	Ledger *Ledger
	// Levels is how many games against level 9 of the server are played beside them.
	Levels int
	// Ready is called when all games have begun, nil for nothing.
	Ready func()
}

// LiveReport is what came of [Live].
type LiveReport struct {
	Tables    int
	Asked     float64 // moves a second
	Moves     int
	Took      time.Duration
	Latencies *Latencies
	Games     int64 // that ended
	ByLevels  int64 // moves of the level
	Busy      int64 // answers "busy"
	Errors    []string
}

// PerSecond is how many moves a second were acknowledged.
func (r LiveReport) PerSecond() float64 {
	if r.Took == 0 {
		return 0
	}
	return float64(r.Moves) / r.Took.Seconds()
}

// Live plays many games at once at a steady pace and measures how long each
// acknowledgement takes. The error says that the run itself failed.
func Live(ctx context.Context, crowd *Crowd, o LiveOptions) (LiveReport, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	pairs, err := seat(ctx, crowd, o.Tables)
	defer func() {
		for _, p := range pairs {
			p.Close()
		}
	}()
	if err != nil {
		return LiveReport{}, err
	}
	if o.Ready != nil {
		o.Ready()
	}
	report := LiveReport{Tables: o.Tables, Asked: o.Rate, Latencies: &Latencies{}}
	failed := &failures{}
	every := time.Duration(float64(o.Tables) / o.Rate * float64(time.Second))
	begun := time.Now()
	measured, end := context.WithTimeout(ctx, o.For)
	defer end()
	var playing sync.WaitGroup
	var games, busy, byLevels atomic.Int64
	for n := range o.Levels {
		playing.Go(func() { failed.add(measured, crowd.againstLevel(measured, int64(n), &byLevels)) })
	}
	for n, pair := range pairs {
		playing.Go(func() {
			random := crowd.Random(int64(n))
			pace := &pace{next: begun.Add(time.Duration(random.Int64N(int64(every)))), every: every}
			for number := int64(n); measured.Err() == nil; number += int64(o.Tables) {
				err := pair.Play(measured, func(i int, p *Player) {
					p.Rand, p.Latencies, p.Ledger, p.Wait = crowd.Random(2*number+int64(i)), report.Latencies, o.Ledger, pace.wait
					p.Busy = &busy
				})
				if err != nil {
					failed.add(measured, err)
					return
				}
				games.Add(1)
				if err := crowd.Sit(measured, pair, number); err != nil {
					failed.add(measured, err)
					return
				}
			}
		})
	}
	<-measured.Done()
	report.Took, report.Moves = time.Since(begun), report.Latencies.Len()
	if ctx.Err() == nil {
		for _, pair := range pairs {
			if !pair.Lives[0].Connected() || !pair.Lives[1].Connected() {
				failed.add(ctx, fmt.Errorf("table %s: not connected at the end", pair.ID))
			}
		}
	}
	playing.Wait()
	report.Games, report.Busy, report.ByLevels, report.Errors = games.Load(), busy.Load(), byLevels.Load(), failed.list()
	return report, ctx.Err()
}

// strongest is the id of level 9 at any server.
const strongest = "00000000000000000009"

// againstLevel plays games against the strongest level of the server until ctx ends, at a person's
// pace, and counts the moves of the level.
func (c *Crowd) againstLevel(ctx context.Context, n int64, moves *atomic.Int64) error {
	s, err := c.Guest(ctx)
	if err != nil {
		return err
	}
	l := s.Live(c.o.Live)
	defer l.Close()
	for {
		made, err := s.CreateWith(ctx, api.Options{Game: c.o.Games[int(n)%len(c.o.Games)], Control: c.o.Control}, strongest)
		if refused := new(client.Refused); errors.As(err, &refused) {
			if err := pause(ctx, time.Second); err != nil { // the level does not stand yet, or plays as much as it can
				return err
			}
			continue
		}
		if err != nil {
			return err
		}
		p := &Player{Table: l.Watch(made.ID), Rand: c.Random(-1 - n), Wait: func(ctx context.Context) error { return pause(ctx, 500*time.Millisecond) }}
		err = p.Play(ctx)
		p.Table.View(func(v *client.View) {
			if v.State != nil {
				moves.Add(int64(v.State.Ply() / 2))
			}
		})
		if err != nil {
			return err
		}
		l.Unwatch(made.ID)
	}
}

// seat makes a pair for each of tables tables, where the game has begun.
func seat(ctx context.Context, crowd *Crowd, tables int) ([]*Pair, error) {
	return seatWith(ctx, crowd, tables, nil)
}

// seatWith is seat with an observer for each connection.
func seatWith(ctx context.Context, crowd *Crowd, tables int, observer func() client.Observer) ([]*Pair, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	pairs := make([]*Pair, tables)
	next := make(chan int)
	var workers sync.WaitGroup
	for range 32 {
		workers.Go(func() {
			for n := range next {
				pair, err := crowd.pair(ctx, observer)
				if err == nil {
					pairs[n] = pair
					err = crowd.Sit(ctx, pair, int64(n))
				}
				if err != nil {
					stop(fmt.Errorf("table %d of %d: %w", n+1, tables, err))
				}
			}
		})
	}
	for n := range tables {
		select {
		case next <- n:
		case <-ctx.Done():
		}
	}
	close(next)
	workers.Wait()
	made := pairs[:0]
	for _, p := range pairs {
		if p != nil {
			made = append(made, p)
		}
	}
	return made, context.Cause(ctx)
}

// pace lets one thing happen at a time, evenly. What comes too late is not made up for.
type pace struct {
	mu    sync.Mutex
	next  time.Time
	every time.Duration
}

func (p *pace) wait(ctx context.Context) error {
	p.mu.Lock()
	now := time.Now()
	if p.next.Before(now) {
		p.next = now
	}
	until := p.next
	p.next = p.next.Add(p.every)
	p.mu.Unlock()
	return pause(ctx, time.Until(until))
}

// failures collects errors that are not the end of the run.
type failures struct {
	mu    sync.Mutex
	texts []string
}

func (f *failures) add(ctx context.Context, err error) {
	if ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, client.ErrClosed)) {
		return
	}
	f.mu.Lock()
	f.texts = append(f.texts, err.Error())
	f.mu.Unlock()
}

func (f *failures) list() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.texts
}
