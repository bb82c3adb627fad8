package table_test

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/rate"
	"cairn.example/internal/people/table"
	"cairn.example/internal/people/table/tabletest"
	"cairn.example/internal/play"
	"cairn.example/record"
)

// clockGames is how many virtual games are played. CAIRN_CLOCK_GAMES=100000 asks
// for more; that takes minutes.
func clockGames() int {
	if n, err := strconv.Atoi(os.Getenv("CAIRN_CLOCK_GAMES")); err == nil {
		return n
	}
	if testing.Short() {
		return 40
	}
	return 250
}

// noLimits lets a test do as much as it likes.
func noLimits(c *table.Config) {
	often := rate.Limit{Burst: 1 << 20, Every: time.Nanosecond}
	c.Limits = table.Limits{
		Tables: often, Open: 1 << 20, Chat: often, Offers: often, Plans: often, Names: often, Reports: often, Links: often, Watches: often,
		Watched: 1 << 10,
	}
}

// model is the clocks of one game, worked out once more: in whole milliseconds,
// from instants, without the code of the service or of play.
type model struct {
	control play.Control
	free    int
	plies   int
	side    int // to move, as the rules of the game say
	left    [2]time.Duration
	quota   [2]time.Duration
	spent   time.Duration // on this ply, at the last event
	held    time.Duration // of the time before it, what the next one is charged with
	last    time.Time     // of the last event
	down    time.Duration // since then
}

func newModel(c play.Control, at time.Time) *model {
	return &model{
		control: c, free: c.FreePlies(), left: [2]time.Duration{c.Base, c.Base},
		quota: [2]time.Duration{time.Second, time.Second}, last: at.Truncate(time.Millisecond),
	}
}

func (m *model) turn() int { return m.side }

func (m *model) runs() bool { return m.control.On() && m.plies >= m.free }

func (m *model) elapsed(at time.Time) time.Duration {
	return at.Truncate(time.Millisecond).Sub(m.last) - m.down + m.held
}

// remaining is what the side to move has left after so long a ply.
func (m *model) remaining(spent time.Duration) time.Duration {
	if m.control.Kind == play.Delay {
		spent = max(0, spent-m.control.Increment)
	}
	return m.left[m.turn()] - spent
}

// fallen reports whether the flag is down for good: no lag can be given back that
// would help, as far as the lag of the mover is known; 0 is for one that is not.
func (m *model) fallen(at time.Time, lag time.Duration) bool {
	if !m.runs() {
		return false
	}
	grace := m.quota[m.turn()]
	if lag > 0 {
		grace = min(grace, lag+50*time.Millisecond)
	}
	return m.spent+m.elapsed(at) >= m.limit()+grace
}

// limit is how long this ply may take.
func (m *model) limit() time.Duration {
	if !m.runs() {
		return 1000 * time.Hour
	}
	if m.control.Kind == play.Delay {
		return m.left[m.turn()] + m.control.Increment
	}
	return m.left[m.turn()]
}

// move plays a move; false where the time was over.
func (m *model) move(at time.Time, lag time.Duration) bool {
	elapsed, side := m.elapsed(at), m.turn()
	var back time.Duration
	if m.runs() {
		back = min(lag.Truncate(time.Millisecond), m.quota[side], elapsed)
	}
	spent := m.spent + elapsed - back
	if m.runs() {
		left := m.remaining(spent)
		if left < 0 {
			return false
		}
		switch m.control.Kind {
		case play.Fischer:
			left += m.control.Increment
		case play.PerMove:
			left = m.control.Base
		}
		m.left[side] = left
	}
	m.quota[side] = min(time.Second, m.quota[side]-back+100*time.Millisecond)
	m.plies++
	m.spent, m.held, m.last, m.down = 0, 0, at.Truncate(time.Millisecond), 0
	return true
}

// other is an event that is no move; false where it is one of the side to move and the
// time was over.
func (m *model) other(at time.Time, by int, lag time.Duration) bool {
	elapsed := m.elapsed(at)
	if late := m.spent + elapsed - m.limit(); late > 0 {
		if by == m.turn() {
			if late > min(lag.Truncate(time.Millisecond), m.quota[by]) {
				return false
			}
			m.quota[by] -= late
		}
		elapsed -= late
	}
	m.held = 0
	if by != m.turn() { // a move may be under way
		m.held = min(elapsed, m.quota[m.turn()])
	}
	m.spent += elapsed - m.held
	m.last, m.down = at.Truncate(time.Millisecond), 0
	return true
}

// Games in virtual time, with lag, offers, restarts, and hours in which no process
// lived: the clocks are those of the model, to the millisecond, and who is flagged
// is who ran out of time in it.
func TestClocks(t *testing.T) {
	// Time in a bubble ends in 2262, and a store in memory is slow when it is full.
	const inBubble = 100
	games := clockGames()
	var mu sync.Mutex
	var ends [3]int
	passes, played := 0, 0
	// Each bubble is alone: a game that fails is found again by its bubble's number.
	t.Run("bubbles", func(t *testing.T) {
		for first := 0; first < games; first += inBubble {
			t.Run(strconv.Itoa(first), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					rng := rand.New(rand.NewPCG(10, uint64(first)))
					var ended [3]int
					passed := 0
					h := newHouse(t, noLimits)
					people := [2]string{h.person(""), h.person("")}
					for n := first; n < min(first+inBubble, games); n++ {
						virtualGame(t, h, people, rng, &ended, &passed)
						if t.Failed() {
							t.Fatalf("game %d", n)
						}
					}
					mu.Lock()
					defer mu.Unlock()
					for i, n := range ended {
						ends[i] += n
					}
					passes += passed
					played += min(inBubble, games-first)
				})
			})
		}
	})
	t.Logf("%d games: ended by rules %d, by the flag in a sweep %d, by the flag found by a message %d; %d passes by the server", games, ends[0], ends[1], ends[2], passes)
	// A bubble played alone, by -run, need not hold all kinds of ends.
	if played == games && !t.Failed() && (slices.Contains(ends[:], 0) || passes == 0) {
		t.Error("one of these has never happened")
	}
}

var controls = []play.Control{
	{Kind: play.Fischer, Base: 3 * time.Minute, Increment: 2 * time.Second},
	{Kind: play.Fischer, Base: 20 * time.Second},
	{Kind: play.Delay, Base: time.Minute, Increment: 3 * time.Second},
	{Kind: play.PerMove, Base: 3 * 24 * time.Hour},
	{Kind: play.PerMove, Base: time.Hour},
	{},
}

func virtualGame(t *testing.T, h *house, people [2]string, rng *rand.Rand, ends *[3]int, passes *int) {
	ctx := t.Context()
	control := controls[rng.IntN(len(controls))]
	made, err := h.Create(ctx, people[0], api.NewTable{Options: api.Options{Game: []string{"lyngk", "dvonn", "lyngk6"}[rng.IntN(3)], Full: false, Side: "first", Control: control.String()}})
	if err != nil {
		t.Fatal(err)
	}
	id := made.ID
	h.must(people[1], api.ToServer{Type: "sit", Table: id})
	sessions := [2]*table.Session{}
	var lag [2]time.Duration
	join := func() {
		for i := range sessions {
			sessions[i] = h.Join(people[i], &tabletest.Recorder{})
			sessions[i].Lag(lag[i])
		}
	}
	join()
	m := newModel(control, h.store.Now())
	typical := 10 * time.Second
	switch {
	case control.Kind == play.PerMove:
		typical = control.Base / 3
	case control.On():
		typical = control.Base/12 + control.Increment
	}
	s := h.game(id)
	for !s.Over() {
		wait := time.Duration(rng.Int64N(int64(typical)*2) + 1)
		if rng.IntN(60) == 0 {
			wait *= 8
		}
		time.Sleep(wait)
		switch rng.IntN(25) {
		case 0: // no process lives for a while; another one takes over
			down := time.Duration(rng.Int64N(int64(3*time.Hour))).Truncate(time.Millisecond) + time.Millisecond
			h.store.Jump(down, false)
			m.down += down
			time.Sleep(time.Millisecond) // the instants are whole milliseconds, the outage is not
			fallthrough
		case 1:
			h.start(noLimits)
			join()
		case 2:
			side := rng.IntN(2)
			lag[side] = time.Duration(rng.Int64N(int64(1500 * time.Millisecond)))
			sessions[side].Lag(lag[side])
		case 3:
			h.Tidy()
		}
		now := h.store.Now()
		moves := s.Position().Moves(nil)
		onlyPass := s.Game().Parts(moves[0]).Pass()
		fallen := !onlyPass && m.fallen(now, lag[m.turn()])
		sweep := rng.IntN(2) == 0
		if onlyPass && m.elapsed(now) >= min(table.PassAfter, m.limit()-m.spent) {
			// The server passes, in a sweep or because of a message.
			if sweep {
				h.Sweep(ctx)
			} else {
				h.refused(string(api.TableStale), people[m.turn()], send(id, s.Ply(), play.Event{Kind: play.Move, Move: "pass"}))
			}
			m.spent = min(m.spent+m.elapsed(now), m.limit())
			m.held, m.last, m.down = 0, now.Truncate(time.Millisecond), 0
			m.move(now, 0)
			s = h.game(id)
			compare(t, m, s)
			*passes++
			if t.Failed() {
				return
			}
			continue
		}
		if sweep {
			h.Sweep(ctx)
			s = h.game(id)
			if s.Over() != fallen {
				t.Errorf("%v: after a sweep over %v, in the model %v; the mover has %v", control, s.Over(), fallen, m.remaining(m.spent+m.elapsed(now)))
			}
			if s.Over() {
				ends[1]++
				break
			}
		}
		side := s.Turn()
		if s.Ply() != m.plies {
			t.Fatalf("at ply %d, the model at %d", s.Ply(), m.plies)
		}
		if rng.IntN(8) == 0 { // an offer and its withdrawal
			by := rng.IntN(2)
			e := api.ToServer{Type: "send", Table: id, ID: h.id(), Event: []byte(`{"kind":"offer","what":"draw"}`)}
			if _, err := sessions[by].Do(ctx, e); (codeOf(err) == string(play.GameOver)) != fallen {
				t.Errorf("%v: an offer: %v, fallen %v", control, err, fallen)
			} else if fallen {
				s = h.game(id)
				ends[2]++
				break
			} else if fine := m.other(now, by, lag[by]); fine != (err == nil) {
				t.Errorf("%v: an offer: %v, in the model it is in time: %v", control, err, fine)
			} else if fine {
				e.ID, e.Event = h.id(), []byte(`{"kind":"withdraw"}`)
				if _, err := sessions[by].Do(ctx, e); err != nil {
					t.Fatal(err)
				}
			}
		}
		message := send(id, s.Ply(), play.Event{Kind: play.Move, Move: s.Game().MoveText(moves[rng.IntN(len(moves))])})
		message.ID = h.id()
		_, err := sessions[side].Do(ctx, message)
		s = h.game(id)
		fine := !fallen && m.move(now, lag[side])
		switch {
		case fine && err != nil:
			t.Errorf("%v: refused %v, in the model %v are left", control, err, m.left)
		case !fine && err == nil:
			t.Errorf("%v: accepted after the time was over in the model", control)
		case fallen:
			ends[2]++
			if !s.Over() || s.End().Why != record.Time || s.End().Outcome != game.Win(side.Other()) {
				t.Errorf("%v: ended by %+v", control, s.End())
			}
		case !fine:
			// The message came too late for its lag, but another one might not have: the flag is still to be found.
			if codeOf(err) != string(play.FlagFell) {
				t.Errorf("%v: too late and refused with %v", control, err)
			}
			time.Sleep(table.MostLag)
			h.Sweep(ctx)
			if s = h.game(id); !s.Over() {
				t.Errorf("%v: no flag after %v", control, table.MostLag)
			}
			ends[1]++
		default:
			compare(t, m, s)
			if s.Over() {
				ends[0]++
			}
		}
		if t.Failed() {
			return
		}
	}
	if _, told := h.view("", id); told.Position().String() != s.Position().String() || told.End() != s.End() {
		t.Errorf("%v: another game is shown than is played", control)
	}
	for _, c := range sessions {
		c.Close()
	}
}

// compare holds the clocks against the model's.
func compare(t *testing.T, m *model, s *play.State) {
	t.Helper()
	m.side = int(s.Turn())
	if s.Ply() != m.plies || !m.control.On() {
		if s.Ply() != m.plies {
			t.Errorf("%d plies, in the model %d", s.Ply(), m.plies)
		}
		return
	}
	for side, want := range m.left {
		if got := s.Left(game.Side(side), 0); got != want {
			t.Errorf("%v, ply %d: side %d has %v, in the model %v", m.control, m.plies, side, got, want)
		}
	}
}

// TestFlagWaitsForLag looks how long after the time is over the flag comes: as long as a
// move may be under way by the lag that was measured.
func TestFlagWaitsForLag(t *testing.T) {
	for _, c := range []struct {
		lag    time.Duration
		second bool // connection
		within time.Duration
	}{
		{lag: time.Millisecond, within: 300 * time.Millisecond},
		{lag: 400 * time.Millisecond, within: 700 * time.Millisecond},
		{lag: 5 * time.Second, within: 1250 * time.Millisecond},
		{lag: 0, within: 1250 * time.Millisecond}, // not measured yet
		{lag: time.Millisecond, second: true, within: 1250 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, noLimits)
			id, people := h.table(api.Options{Control: "20+0"})
			for ply := range 2 { // they cost nothing
				h.move(id, people, ply)
			}
			for _, person := range people {
				h.Join(person, &tabletest.Recorder{}).Lag(c.lag)
				if c.second {
					h.Join(person, &tabletest.Recorder{})
				}
			}
			time.Sleep(20*time.Second - time.Millisecond)
			waited := -time.Millisecond
			for h.Sweep(t.Context()); !h.game(id).Over() && waited < 2*time.Second; h.Sweep(t.Context()) {
				time.Sleep(table.SweepEvery)
				waited += table.SweepEvery
			}
			if waited > c.within || waited < min(c.lag, table.MostLag) {
				t.Errorf("lag %v, two connections %v: the flag is told after %v", c.lag, c.second, waited)
			}
		})
	}
}

// A player whose time is over buys none by doing something else: whatever is measured of the
// connection, nothing counts that came later than can be given back once.
func TestOffersBuyNoTime(t *testing.T) {
	for _, lag := range []time.Duration{0, 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, noLimits)
			id, people := h.table(api.Options{Control: "60+0"})
			for ply := range 2 { // they cost nothing
				h.move(id, people, ply)
			}
			h.must(people[1], send(id, 2, play.Event{Kind: play.Offer, What: play.OfferDraw}))
			c := h.Join(people[0], &tabletest.Recorder{})
			defer c.Close()
			c.Lag(lag)
			late := min(lag, table.MostLag)
			time.Sleep(time.Minute - 100*time.Millisecond)
			for over := -100 * time.Millisecond; over < 5*time.Second; over += 100 * time.Millisecond {
				for _, e := range []play.Event{{Kind: play.MoreTime, Add: time.Second}, {Kind: play.Accept, Offer: 3}, {Kind: play.Move, Move: moveText(h.game(id), 0)}} {
					if over <= late && e.Kind != play.MoreTime {
						continue // that ends the game, or the turn
					}
					if _, err := c.Do(t.Context(), withID(h, send(id, 2, e))); over > late && err == nil {
						t.Fatalf("lag %v: %s counts though the time was over for %v", lag, e.Kind, over)
					}
				}
				h.Sweep(t.Context())
				time.Sleep(100 * time.Millisecond)
			}
			if s := h.game(id); s.End().Why != record.Time || s.End().By != game.First {
				t.Errorf("lag %v: ended by %+v", lag, s.End())
			}
		})
	}
}

// What a move travels is given back though the opponent did something else just before it
// came in, wherever the log is read, and the flag falls no later for that.
func TestOffersTakeNoLag(t *testing.T) {
	for _, offers := range [][]string{
		{},
		{`{"kind":"offer","what":"draw"}`},
		{`{"kind":"offer","what":"draw"}`, `{"kind":"withdraw"}`, `{"kind":"moretime","add":1000}`},
	} {
		for _, restart := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t, noLimits)
				id, people := h.table(api.Options{Control: "60+0"})
				for ply := range 2 { // they cost nothing
					h.move(id, people, ply)
				}
				time.Sleep(10 * time.Second)
				for _, event := range offers {
					h.must(people[1], api.ToServer{Type: "send", Table: id, Event: []byte(event)})
				}
				if restart {
					h.start(noLimits)
				}
				_, c := h.watcher(people[0], id)
				defer c.Close()
				c.Lag(800 * time.Millisecond)
				time.Sleep(100 * time.Millisecond)
				v, s := h.view(people[0], id)
				want := 50*time.Second + 700*time.Millisecond // of a minute
				if len(offers) == 3 {
					want += time.Second
				}
				if got := s.Left(game.First, time.Duration(v.Elapsed)*time.Millisecond); got != want-800*time.Millisecond {
					t.Errorf("%d offers: %v are shown, want %v", len(offers), got, want-800*time.Millisecond)
				}
				if _, err := c.Do(t.Context(), withID(h, send(id, 2, play.Event{Kind: play.Move, Move: moveText(s, 0)}))); err != nil {
					t.Fatal(err)
				}
				if got := h.game(id).Left(game.First, 0); got != want {
					t.Errorf("%d offers, restart %v: %v are left, want %v", len(offers), restart, got, want)
				}

				// The other one thinks, an offer comes, and the time is over to the millisecond.
				time.Sleep(30 * time.Second)
				h.must(people[0], api.ToServer{Type: "send", Table: id, Event: []byte(`{"kind":"offer","what":"draw"}`)})
				time.Sleep(30*time.Second + table.MostLag - time.Millisecond)
				if h.Sweep(t.Context()); h.game(id).Over() {
					t.Error("the flag has fallen too early")
				}
				time.Sleep(time.Millisecond)
				if h.Sweep(t.Context()); !h.game(id).Over() {
					t.Error("the flag has not fallen")
				}
			})
		}
	}
}

// A clock goes on where it was when the process is another one, and an hour without
// any is charged to nobody, whatever the control.
func TestDowntime(t *testing.T) {
	for _, control := range []string{"300+3", "60d3", "1/86400", "1/259200"} {
		t.Run(control, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				id, people := h.table(api.Options{Control: control})
				for range 2 {
					h.move(id, people, 1)
				}
				time.Sleep(7 * time.Second)
				h.store.Jump(1000*time.Hour, false)
				h.start()
				time.Sleep(3 * time.Second)
				h.Sweep(t.Context())
				v, s := h.view("", id)
				if s.Over() || v.Elapsed != 10_000 {
					t.Fatalf("over %v, %d ms have passed, want 10000", s.Over(), v.Elapsed)
				}
				h.move(id, people, 1)
				_, s = h.view("", id)
				if got := s.Plies()[2].Took; got != 10*time.Second {
					t.Errorf("charged %v, want 10s", got)
				}
				// The deadline of the next move counts from then on.
				left, _ := s.Deadline()
				time.Sleep(left + 2*time.Second)
				h.Sweep(t.Context())
				if _, s := h.view("", id); !s.Over() || s.End().Why != record.Time {
					t.Errorf("%v after the deadline: %+v", 2*time.Second, s.End())
				}
			})
		})
	}
}

// While the store takes nothing, who moves is not charged, and is not flagged
// either; who does not move is.
func TestBusyIsNotCharged(t *testing.T) {
	for _, fault := range []error{table.ErrBusy, table.ErrFull, context.DeadlineExceeded} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t)
			defer h.run()()
			id, people := h.table(api.Options{Control: "30+0"})
			for range 2 {
				h.move(id, people, 1)
			}
			time.Sleep(28 * time.Second)
			h.store.Fail(func(method, _ string) error {
				if method == "Append" {
					return fault
				}
				return nil
			}, false)
			_, s := h.view("", id)
			m := send(id, 2, play.Event{Kind: play.Move, Move: moveText(s, 0)})
			m.ID = "late"
			for range 60 { // longer than the player has left
				if _, err := h.Do(t.Context(), people[0], m); err == nil || codeOf(err) != "" {
					t.Fatalf("while the store fails: %v", err)
				}
				time.Sleep(time.Second)
			}
			h.store.Fail(nil, false)
			time.Sleep(time.Second)
			h.must(people[0], m)
			_, s = h.view("", id)
			if got := s.Plies()[2].Took; got != 28*time.Second {
				t.Errorf("%v: charged %v, want 28s", fault, got)
			}
			// Now the other one does nothing.
			time.Sleep(32 * time.Second)
			if _, s := h.view("", id); s.End().Why != record.Time {
				t.Errorf("no flag: %+v", s.End())
			}
		})
	}
}

// A player who thinks at one process and moves at another one, which has the table in memory and has heard nothing of it since,
// is charged all of it, also where they begin to watch there in between.
func TestThinkingElsewhere(t *testing.T) {
	for _, watches := range []bool{false, true} {
		for _, tidied := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				a, b, _ := processes(t, &tabletest.Hub{})
				defer a.run()()
				defer b.run()()
				synctest.Wait()
				id, people := a.table(api.Options{Control: "100+0"})
				_, c := a.watcher(people[0], id)
				defer c.Close()
				_, there := b.watcher(people[0], id)
				there.Close() // from now on b knows of the table, and hears no more of it
				for n := range 2 {
					a.move(id, people, n)
				}
				think := 50 * time.Second
				if tidied {
					think = 80 * time.Second // the state is no longer in memory
				}
				time.Sleep(think)
				if watches {
					_, again := b.watcher(people[0], id)
					defer again.Close()
				}
				s := a.game(id)
				b.must(people[0], send(id, 2, play.Event{Kind: play.Move, Move: moveText(s, 0)}))
				if got := b.game(id).Plies()[2].Took; got != think {
					t.Errorf("watches %v: charged %v, want %v", watches, got, think)
				}
			})
		}
	}
}

// Whatever the opponent sends while the store fails, the mover is charged nothing for that time.
func TestBusyOpponent(t *testing.T) {
	for _, restart := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, noLimits)
			id, people := h.table(api.Options{Control: "30+0"})
			for range 2 {
				h.move(id, people, 1)
			}
			time.Sleep(10 * time.Second)
			_, s := h.view("", id)
			m := send(id, 2, play.Event{Kind: play.Move, Move: moveText(s, 0)})
			m.ID = "late"
			if restart {
				h.start(noLimits) // what is known of the table is not in memory
			}
			h.store.Fail(func(string, string) error { return table.ErrBusy }, false)
			for range 5 {
				for range 100 {
					_, _ = h.Do(t.Context(), people[1], withID(h, send(id, 2, play.Event{Kind: play.Offer, What: play.OfferDraw})))
				}
				if _, err := h.Do(t.Context(), people[0], m); err == nil || codeOf(err) != "" {
					t.Fatalf("while the store fails: %v", err)
				}
				time.Sleep(time.Second)
			}
			h.store.Fail(nil, false)
			h.must(people[0], m)
			_, s = h.view("", id)
			if got := s.Plies()[2].Took; got != 10*time.Second {
				t.Errorf("restart %v: charged %v, want 10s", restart, got)
			}
		})
	}
}

// What could not be read is not charged either, and who thinks on after a fault is.
func TestFaultsOfReading(t *testing.T) {
	for _, c := range []struct {
		name    string
		restart bool
		method  string
		again   time.Duration // until the message is sent again
		other   bool          // another move under the same id
		want    time.Duration
	}{
		{"load", true, "Load", 5 * time.Second, false, 4 * time.Second},
		{"append", false, "Append", 5 * time.Second, false, 4 * time.Second},
		{"thinking on", false, "Append", 15 * time.Second, false, 19 * time.Second},
		{"another move", false, "Append", 5 * time.Second, true, 9 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHouse(t)
				id, people := h.table(api.Options{Control: "60+0"})
				for range 2 {
					h.move(id, people, 1)
				}
				_, s := h.view("", id)
				m := send(id, 2, play.Event{Kind: play.Move, Move: moveText(s, 0)})
				m.ID = "x"
				if c.restart {
					h.start()
				}
				time.Sleep(4 * time.Second)
				h.store.Fail(func(method, _ string) error {
					if method == c.method {
						return table.ErrBusy
					}
					return nil
				}, false)
				if _, err := h.Do(t.Context(), people[0], m); err == nil || codeOf(err) != "" {
					t.Fatalf("while the store fails: %v", err)
				}
				h.store.Fail(nil, false)
				time.Sleep(c.again)
				if c.other {
					m.Event = send(id, 2, play.Event{Kind: play.Move, Move: moveText(s, 1)}).Event
				}
				h.must(people[0], m)
				_, s = h.view("", id)
				if got := s.Plies()[2].Took; got != c.want {
					t.Errorf("charged %v, want %v", got, c.want)
				}
			})
		})
	}
}

// The clock of another process may be a little ahead: no event is before the last.
func TestClocksOfProcesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t)
		id, people := h.table(api.Options{Control: "300+3"})
		time.Sleep(time.Second)
		h.move(id, people, 0)
		h.store.Jump(-20*time.Millisecond, true)
		h.move(id, people, 0)
		row, events, err := h.store.Load(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := table.Replay(row, events); err != nil {
			t.Error(err)
		}
	})
}

// A log that is full refuses what could go on for ever, and no move.
func TestLongLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 50
		h := newHouse(t, noLimits, func(c *table.Config) { c.Limits.Events = most })
		id, people := h.table(api.Options{Control: "300+3"})
		for n := 0; ; n++ {
			if n > most {
				t.Fatal("the log has no end")
			}
			if _, err := h.Do(t.Context(), people[1], withID(h, send(id, 0, play.Event{Kind: play.Offer, What: play.OfferDraw}))); err != nil {
				if codeOf(err) != string(api.TableLong) {
					t.Fatal(err)
				}
				break
			}
			if _, err := h.Do(t.Context(), people[1], withID(h, send(id, 0, play.Event{Kind: play.Withdraw}))); err != nil {
				if codeOf(err) != string(api.TableLong) {
					t.Fatal(err)
				}
				break
			}
		}
		for range 3 {
			h.move(id, people, 0)
		}
		h.refused(string(api.TableLong), people[1], send(id, 0, play.Event{Kind: play.MoreTime, Add: time.Second}))
		h.must(people[0], send(id, 0, play.Event{Kind: play.Resign}))
		h.refused(string(api.TableLong), people[0], api.ToServer{Type: "rematch", Table: id})
	})
}

func withID(h *house, m api.ToServer) api.ToServer {
	m.ID = h.id()
	return m
}

// Who has nothing but a pass does not keep the opponent waiting, and does not lose
// on time.
func TestForcedPass(t *testing.T) {
	for _, control := range []string{"10+0", "300+3", "-", "1/86400"} {
		synctest.Test(t, func(t *testing.T) {
			h := newHouse(t, func(c *table.Config) { c.Log = slog.New(slog.DiscardHandler) })
			defer h.run()()
			found := false
			for seed := 0; !found && seed < 400; seed++ {
				id, people := h.table(api.Options{Game: "lyngk", Control: control})
				rng := rand.New(rand.NewPCG(uint64(seed), 7))
				for {
					_, s := h.view("", id)
					if s.Over() {
						break
					}
					moves := s.Position().Moves(nil)
					if len(moves) == 1 && s.Game().Parts(moves[0]).Pass() {
						found = true
						time.Sleep(table.PassAfter + time.Second)
						_, after := h.view("", id)
						if after.Ply() != s.Ply()+1 || !s.Game().Parts(after.Plies()[s.Ply()].Move).Pass() {
							t.Errorf("%s: not passed: %+v", control, after.End())
						}
						if after.End().Why == record.Time {
							t.Errorf("%s: flagged with nothing but a pass", control)
						}
						break
					}
					h.must(people[s.Turn()], send(id, s.Ply(), play.Event{Kind: play.Move, Move: moveText(s, rng.IntN(len(moves)))}))
				}
			}
			if !found {
				t.Error("no game with a forced pass")
			}
		})
	}
}
