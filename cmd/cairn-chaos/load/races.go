package load

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/play"
)

// RaceReport is what came of [Races].
type RaceReport struct {
	Tables, Rounds                 int64
	Acknowledged, Refused, NoCodes int64
	Codes                          map[string]int64
	Findings                       []Finding
	Took                           time.Duration
}

// Races lets people do at the same moment what excludes each other: one person moves
// differently in two tabs, the opponent moves too, offers and answers cross moves,
// and both end the game. Of each such set the tables must hold what can follow on each
// other, once, and the senders of the rest hear why not.
func Races(ctx context.Context, crowd *Crowd, ledger *Ledger, pairs int, until time.Duration) (RaceReport, error) {
	begun := time.Now()
	racing, stop := context.WithTimeout(ctx, until)
	defer stop()
	r := &racer{crowd: crowd, ledger: ledger, report: RaceReport{Codes: map[string]int64{}}}
	games := &gameList{ledger: ledger}
	var failed failures
	var all sync.WaitGroup
	for n := range pairs {
		all.Go(func() {
			if err := r.pair(racing, games, int64(n)); err != nil {
				failed.add(racing, err)
			}
		})
	}
	all.Wait()
	if list := failed.list(); len(list) > 0 {
		return r.report, fmt.Errorf("%d of %d pairs: %s", len(list), pairs, list[0])
	}
	judge, err := crowd.Guest(ctx)
	if err != nil {
		return r.report, err
	}
	if _, err := games.compare(ctx, judge, games.all(), 0); err != nil {
		return r.report, err
	}
	r.report.Tables, r.report.Findings, r.report.Took = int64(len(games.all())), ledger.Findings(), time.Since(begun)
	return r.report, ctx.Err()
}

type racer struct {
	crowd  *Crowd
	ledger *Ledger

	mu     sync.Mutex
	report RaceReport
}

// pair plays games in which every ply is a race.
func (r *racer) pair(ctx context.Context, games *gameList, n int64) error {
	random := r.crowd.Random(n)
	for number := n; ctx.Err() == nil; number++ {
		pair, err := r.crowd.Pair(ctx)
		if err != nil {
			return err
		}
		if err := r.crowd.Sit(ctx, pair, number); err != nil {
			pair.Close()
			return err
		}
		games.add(pair.ID)
		err = r.game(ctx, pair, random)
		pair.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// game opens a second tab for each player and races until the game is over.
func (r *racer) game(ctx context.Context, pair *Pair, random *rand.Rand) error {
	var tabs [2][2]*client.Table
	for i, s := range pair.Sessions {
		second := s.Live(r.crowd.o.Live)
		defer second.Close()
		tabs[i] = [2]*client.Table{pair.Tables[i], second.Watch(pair.ID)}
		if err := tabs[i][1].Wait(ctx, func(v *client.View) bool { return v.State != nil }); err != nil {
			return err
		}
	}
	for {
		var seq int64
		var over bool
		var round []entry
		pair.Tables[0].View(func(v *client.View) {
			seq, over = v.Table.Seq, v.State.Over()
			if !over {
				round = r.round(v, tabs, random)
			}
		})
		if over {
			return nil
		}
		// All know the same before each race; then they run at once.
		for _, t := range []*client.Table{tabs[0][0], tabs[0][1], tabs[1][0], tabs[1][1]} {
			if err := t.Wait(ctx, func(v *client.View) bool { return v.Table.Seq >= seq }); err != nil {
				return err
			}
		}
		if err := r.run(ctx, round, seq); err != nil {
			return err
		}
		r.mu.Lock()
		r.report.Rounds++
		r.mu.Unlock()
	}
}

// entry is what one tab does in a race.
type entry struct {
	tab   *client.Table
	event play.Event
	ply   int
}

// round draws a race: who is to move sends two moves from two tabs, and the opponent
// does something else.
func (r *racer) round(v *client.View, tabs [2][2]*client.Table, random *rand.Rand) []entry {
	turn := v.State.Turn()
	mover := 0
	if side, _ := v.Side(); side != turn {
		mover = 1
	}
	ply := v.State.Ply()
	move := func(tab *client.Table, by int) entry {
		side := turn
		if by != mover {
			side = turn.Other()
		}
		return entry{tab, play.Event{Kind: play.Move, Move: randomMove(v.State, random), Side: side}, ply}
	}
	other := func(e play.Event) entry {
		e.Side = turn.Other()
		return entry{tabs[1-mover][random.IntN(2)], e, ply}
	}
	all := []entry{move(tabs[mover][0], mover), move(tabs[mover][1], mover)}
	offers := v.State.Offers()
	switch n := random.IntN(10); {
	case n == 0: // at the same moment as the mover
		all = append(all, move(tabs[1-mover][0], 1-mover), move(tabs[1-mover][1], 1-mover))
	case n == 1 && random.IntN(8) == 0:
		all = append(all, other(play.Event{Kind: play.Resign}))
	case n <= 3 && len(offers) > 0:
		for _, o := range offers {
			kind := play.Decline
			if random.IntN(10) == 0 {
				kind = play.Accept
			}
			e := play.Event{Kind: kind, Offer: o.Offer}
			if o.By == turn {
				all = append(all, other(e))
			} else {
				e.Side = turn
				all = append(all, entry{tabs[mover][random.IntN(2)], e, ply})
			}
		}
	case n <= 5:
		all = append(all, other(play.Event{Kind: play.Offer, What: play.OfferDraw}))
	case n == 6:
		all = append(all, other(play.Event{Kind: play.MoreTime, Add: time.Second}))
	}
	random.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all
}

// run lets all of a race run and judges the answers: of the moves for one ply no more
// than one is carried out.
func (r *racer) run(ctx context.Context, all []entry, since int64) error {
	var racers sync.WaitGroup
	start := make(chan struct{})
	var mu sync.Mutex
	var moved []string
	var failed error
	for _, e := range all {
		r.ledger.Sending(e.tab.ID(), e.event)
		racers.Go(func() {
			<-start
			text, _ := json.Marshal(e.event)
			receipt, err := e.tab.Do(ctx, api.ToServer{Type: "send", Event: text, Ply: e.ply, Since: since})
			refused := new(client.Refused)
			code := ""
			if errors.As(err, &refused) {
				code, err = refused.Reason.Code, nil
				if code == "" {
					code = "none"
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
				return
			}
			r.ledger.Answered(e.tab.ID(), e.event, receipt, code)
			if code == "" && e.event.Kind == play.Move {
				moved = append(moved, fmt.Sprintf("%s (event %d)", e.event.Move, receipt.Seq))
			}
			r.mu.Lock()
			defer r.mu.Unlock()
			switch code {
			case "":
				r.report.Acknowledged++
			case "none":
				r.report.NoCodes++
			default:
				r.report.Refused++
				r.report.Codes[code]++
			}
		})
	}
	close(start)
	racers.Wait()
	if failed != nil {
		return failed
	}
	if len(moved) > 1 {
		r.ledger.mu.Lock()
		r.ledger.find("doubled", all[0].tab.ID(), since, "several moves were acknowledged for one ply: %v", moved)
		r.ledger.mu.Unlock()
	}
	return nil
}
