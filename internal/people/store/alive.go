package store

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cairn.example/internal/people/store/queries"
)

const (
	// beatEvery is the time between two heartbeats.
	beatEvery = time.Second

	// beatLimit is how old the last heartbeat may be while somebody is alive.
	beatLimit = 5 * time.Second

	// handingOver is how soon after it was announced people are sent to other processes: each of those has renewed its
	// heartbeat by then, and knows of it. movingOver is how long that takes people.
	handingOver = beatEvery + beatEvery/2
	movingOver  = 3 * time.Second

	// lostEvery is the least time between two processes whose loss stops the clocks: one
	// that comes and goes must not keep them standing.
	lostEvery = 30 * time.Second

	// mostReturning bounds how long after downtime people may need until they are back.
	mostReturning = 15 * time.Second

	// cleanEvery is the time between two removals of expired credentials.
	cleanEvery = time.Hour
)

// returning is how much longer than the downtime itself nobody's clock runs: clients
// that have lost their connection try again after growing pauses, so the longer it has
// lasted, the longer it takes until they are back.
func returning(downtime time.Duration) time.Duration {
	return min(downtime+2*time.Second, mostReturning)
}

// heartbeat says that this process serves the store, and finds out which others do.
type heartbeat struct {
	*base
	beating  sync.Mutex // one heartbeat at a time
	cleaned  time.Time  // when expired credentials were deleted last
	began    int64      // the first heartbeat, in milliseconds
	stop     context.CancelFunc
	leaving  sync.Once
	left     atomic.Bool // Leave was called
	finished sync.WaitGroup
}

// keepBeating renews the heartbeat until the context ends.
func (s *heartbeat) keepBeating(ctx context.Context) {
	ticker := time.NewTicker(beatEvery)
	defer ticker.Stop()
	failing := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.database.failed():
			return
		case <-ticker.C:
		}
		one, cancel := context.WithTimeout(ctx, beatLimit)
		err := s.beat(one, false)
		cancel()
		if (err != nil) != failing && ctx.Err() == nil {
			failing = err != nil
			if failing {
				s.options.Log.Warn("the store takes no heartbeat; the clocks of tables stand still", "error", err)
			} else {
				s.options.Log.Info("the store takes heartbeats again")
			}
		}
	}
}

// beat renews the heartbeat. It records downtime when the last one is too old, and
// when this is the first one of a process that found nobody else alive.
func (s *heartbeat) beat(ctx context.Context, first bool) error {
	s.beating.Lock()
	defer s.beating.Unlock()
	if err := s.database.measure(ctx); err != nil {
		return err
	}
	now := s.Now()
	clean := now.Sub(s.cleaned) > cleanEvery
	var gaps []gap
	var at int64
	known := s.alive.known()
	err := s.database.beat(ctx, func(ctx context.Context, q tx) error {
		if _, err := q.FirstBeat(ctx, millis(now)); err != nil {
			return err
		}
		beat, err := q.Beat(ctx, millis(now))
		if err != nil {
			return err
		}
		at = beat.At
		if err := s.recordDowntime(ctx, q, beat, first); err != nil {
			return err
		}
		if err := q.ProcessAlive(ctx, queries.ProcessAliveParams{ID: s.process, At: beat.At}); err != nil {
			return err
		}
		if clean {
			if _, err := q.DeleteExpired(ctx, millis(now)); err != nil {
				return err
			}
		}
		gaps, err = gapsSince(ctx, q, known)
		return err
	})
	if err != nil {
		return err
	}
	// Another process's clock may be ahead, where the database's was set back before this one began.
	s.database.atLeast(instant(at))
	if first {
		s.began = at
	}
	if clean {
		s.cleaned = now
	}
	s.alive.beat(now, gaps)
	return nil
}

// recordDowntime charges nobody for the time since the heartbeat before this one where
// nobody was alive then, and else for moving away from a process that was lost.
func (s *heartbeat) recordDowntime(ctx context.Context, q tx, beat queries.BeatRow, first bool) error {
	alive := beat.At - beatLimit.Milliseconds() // who is alive has a heartbeat since then
	down := beat.Previous < alive
	if first && !down && beat.At > beat.Previous {
		n, err := q.CountProcesses(ctx, alive)
		if err != nil {
			return err
		}
		down = n == 0
	}
	lost, err := q.TakeLost(ctx, alive)
	switch {
	case err != nil:
		return err
	case down:
		passed := time.Duration(beat.At-beat.Previous) * time.Millisecond
		ended := beat.At + returning(passed).Milliseconds()
		return q.InsertDowntime(ctx, queries.InsertDowntimeParams{Began: beat.Previous, Ended: ended})
	case len(lost) > 0:
		return s.insertLost(ctx, q, slices.Max(lost), beat.At)
	}
	return nil
}

// insertLost charges nobody for moving away from a process that was lost: it has not said
// so, and is missed when its heartbeat, at last, is too old. What its people needed to
// reach another process has passed by then, and is left out in hindsight. Where this
// process was started in its place, and is alone, that took until it was there.
func (s *heartbeat) insertLost(ctx context.Context, q tx, last, now int64) error {
	recent, err := q.DowntimeSince(ctx, last-lostEvery.Milliseconds())
	if err != nil || len(recent) > 0 {
		return err
	}
	serving, err := q.CountProcesses(ctx, now-beatLimit.Milliseconds())
	if err != nil {
		return err
	}
	ended := last + (beatEvery + movingOver).Milliseconds()
	if gone := s.began - last; gone > 0 && serving <= 1 {
		ended = s.began + returning(time.Duration(gone)*time.Millisecond).Milliseconds()
	}
	return q.InsertDowntime(ctx, queries.InsertDowntimeParams{Began: last, Ended: ended})
}

// HandOver announces that the people of this process are about to be sent to others. It
// returns after which time that is to be done: then the clocks of all tables stand still
// for as long as moving takes, so that nobody is charged for it. Where no other process
// lives there is nothing to announce, and it returns 0: Leave is enough.
func (s *heartbeat) HandOver(ctx context.Context) (time.Duration, error) {
	if s.options.Passive || s.database.err() != nil {
		return 0, s.database.err()
	}
	now := s.Now()
	began := now.Add(handingOver)
	g := gap{millis(began), millis(began.Add(movingOver))}
	others := false
	err := s.database.beat(ctx, func(ctx context.Context, q tx) error {
		n, err := q.CountProcesses(ctx, millis(now)-beatLimit.Milliseconds())
		if others = n > 1; err != nil || !others {
			return err
		}
		return q.InsertDowntime(ctx, queries.InsertDowntimeParams{Began: g.began, Ended: g.ended})
	})
	if err != nil || !others {
		return 0, err
	}
	s.alive.add(g)
	return handingOver, nil
}

// Leave says that this process serves no more, though it may still answer: no table
// is due here from now on, and what passes is downtime if no other process lives. Only
// its first call does something.
func (s *heartbeat) Leave() error {
	var err error
	s.leaving.Do(func() {
		s.left.Store(true)
		s.stop()
		s.finished.Wait()
		if s.options.Passive || s.database.err() != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), beatLimit)
		defer cancel()
		err = s.leave(ctx)
	})
	return err
}

// leave deletes this process. The next one that starts finds nobody alive, if no other
// is, however soon it starts.
func (s *heartbeat) leave(ctx context.Context) error {
	if err := s.beat(ctx, false); err != nil {
		return err
	}
	var last, others int64
	err := s.database.beat(ctx, func(ctx context.Context, q tx) error {
		err := q.ProcessEnded(ctx, s.process)
		if err != nil {
			return err
		}
		last, others, err = lastAlive(ctx, q, s.Now())
		return err
	})
	if err == nil && others == 0 {
		s.alive.nobodySince(last)
	}
	return err
}

// lastAlive returns the last heartbeat, and how many processes serve.
func lastAlive(ctx context.Context, q tx, now time.Time) (last, serving int64, err error) {
	if last, err = q.LastBeat(ctx); err != nil {
		return 0, 0, err
	}
	serving, err = q.CountProcesses(ctx, millis(now)-beatLimit.Milliseconds())
	return last, serving, err
}

// readDowntime is what a store without a heartbeat does instead of one. Where nobody
// serves, the downtime that is still under way belongs to it.
func (s *heartbeat) readDowntime(ctx context.Context) error {
	var gaps []gap
	var last, serving int64
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		if last, serving, err = lastAlive(ctx, q, s.Now()); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		gaps, err = gapsSince(ctx, q, -1)
		return err
	})
	if err != nil {
		return err
	}
	s.alive.beat(time.Time{}, gaps)
	if last > 0 && serving == 0 {
		s.alive.nobodySince(last)
	}
	return nil
}

// Heard returns until when it is known of every process whether it served: the last
// heartbeat of the one that is silent for longest, now where no other one serves. One
// that is silent for too long is taken for lost, and waited for no longer. Downtime that
// ended before is known to Served from now on. A command waits for nobody: where
// all have ended, nobody would tell it that they are lost.
func (s *heartbeat) Heard(ctx context.Context) (time.Time, error) {
	now := s.Now()
	if s.options.Passive {
		return now, nil
	}
	var oldest int64
	var gaps []gap
	err := s.database.query(ctx, func(ctx context.Context, q tx) error {
		var err error
		if oldest, err = q.OldestBeatOfOthers(ctx, s.process); err != nil {
			return err
		}
		// The process that takes another one for lost records the downtime in the same transaction, so
		// it is there when the process is not.
		gaps, err = gapsSince(ctx, q, s.alive.known())
		return err
	})
	if err != nil {
		return time.Time{}, err
	}
	s.alive.add(gaps...)
	if heard := instant(oldest); oldest > 0 && heard.Before(now) {
		return heard, nil
	}
	return now, nil
}

// Processes returns how many processes serve the store, this one included.
func (s *heartbeat) Processes(ctx context.Context) (int, error) {
	n, err := get(ctx, s.base, (*queries.Queries).CountProcesses, millis(s.Now())-beatLimit.Milliseconds())
	return int(n), err
}

// Alive tells when a process renewed the heartbeat last, and whether one that serves
// did so a moment ago.
func (s *heartbeat) Alive(ctx context.Context) (last time.Time, serving bool, err error) {
	err = s.database.query(ctx, func(ctx context.Context, q tx) error {
		at, n, err := lastAlive(ctx, q, s.Now())
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		last, serving = instant(at), n > 0
		return err
	})
	return last, serving, err
}
