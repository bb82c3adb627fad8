package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/store/pgtest"
)

// contests kills servers in every phase of a contest: SQLite with one process, in rounds and as an arena, and PostgreSQL with
// two, of which each dies in turn.
func contests(ctx context.Context, c *chaos) (result, error) {
	people, rounds := 40, 7
	if c.small {
		people, rounds = 6, 3
	}
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	part := func(kind, address string) func(context.Context, *chaos) (result, error) {
		return func(ctx context.Context, c *chaos) (result, error) {
			e := &evening{chaos: c, address: address, rounds: rounds}
			if e.arena = kind == "arena"; e.arena {
				e.rounds-- // it waits for each of them
			}
			err := e.run(ctx, "contest-"+kind, people)
			return passed(len(e.wrong) == 0, "%s: %s", kind, e), err
		}
	}
	results, err := c.each(ctx, []func(context.Context, *chaos) (result, error){part("SQLite", ""), part("PostgreSQL", database.URL("")), part("arena", "")})
	if err != nil {
		return result{}, err
	}
	failed := slices.ContainsFunc(results, func(r result) bool { return r.verdict != "passed" })
	return passed(!failed, "%s; %s; %s", results[0].measured, results[1].measured, results[2].measured), nil
}

// evening is a contest that is played while servers die.
type evening struct {
	*chaos
	address string // of PostgreSQL, "" for SQLite
	rounds  int    // of an arena: how often all look for an opponent
	arena   bool

	servers []*load.Server
	start   func(ctx context.Context, addr string) (*load.Server, error)
	people  []*settler
	byID    map[string]*settler
	id      string
	kills   int
	games   int
	wrong   []string
}

func (e *evening) String() string {
	text := fmt.Sprintf("%d people, %d rounds, %d kills, %d games", len(e.people), e.rounds, e.kills, e.games)
	if len(e.wrong) > 0 {
		text += ": " + e.wrong[0]
	}
	return text
}

func (e *evening) run(ctx context.Context, name string, people int) error {
	dir, err := e.dir(name)
	if err != nil {
		return err
	}
	where, processes, o := store.DefaultFile(dir), 1, load.ServerOptions{}
	if e.address != "" {
		where, processes, o.Args = e.address, 2, []string{"--store", e.address}
	}
	e.start = func(ctx context.Context, addr string) (*load.Server, error) {
		own := o
		own.Addr = addr
		return e.on(ctx, dir, name, own)
	}
	var addrs []string
	for range processes {
		s, err := e.start(ctx, "")
		if err != nil {
			return err
		}
		e.servers, addrs = append(e.servers, s), append(addrs, s.Addr)
	}
	defer func() {
		for _, s := range e.servers {
			s.Kill()
		}
	}()
	balancer, err := load.NewBalancer(addrs...)
	if err != nil {
		return err
	}
	defer balancer.Close()
	live := client.LiveOptions{LongestWait: 100 * time.Millisecond}
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: balancer.Address(), Seed: e.seed, Live: live})
	if err != nil {
		return err
	}
	defer crowd.Close()
	e.byID = map[string]*settler{}
	for n := range people {
		p := &settler{}
		if p.session, err = crowd.Guest(ctx); err != nil {
			return err
		}
		called := settlers[n%len(settlers)] + " " + settlers[(n/len(settlers)+n+1)%len(settlers)]
		var made api.Claimed
		if err := load.Again(ctx, func() error { return p.session.Call(ctx, "POST", "/api/me/claim", api.Claim{Name: called}, &made) }); err != nil {
			return err
		}
		p.live = p.session.Live(live)
		defer p.live.Close()
		e.people, e.byID[made.Person.ID] = append(e.people, p), p
	}
	if err := e.play(ctx); err != nil {
		return err
	}
	e.wrong, err = e.check(ctx, where)
	return err
}

// kill kills a server and starts it again.
func (e *evening) kill(ctx context.Context) (err error) {
	at := e.kills % len(e.servers)
	addr := e.servers[at].Addr
	e.servers[at].Kill()
	e.kills++
	e.servers[at], err = e.start(ctx, addr)
	return err
}

// all does something for everybody at once, again where a server has died meanwhile or it is too early.
func (e *evening) all(ctx context.Context, do func(p *settler) error) error {
	errs := make([]error, len(e.people))
	var all sync.WaitGroup
	for i, p := range e.people {
		all.Go(func() {
			for {
				errs[i] = load.Again(ctx, func() error { return do(p) })
				var refused *client.Refused
				if !errors.As(errs[i], &refused) || refused.Reason.Code != string(api.ContestEarly) || sleep(ctx, 200*time.Millisecond) != nil {
					return
				}
			}
		})
	}
	all.Wait()
	return errors.Join(errs...)
}

func (e *evening) view(ctx context.Context) (v api.ContestView, err error) {
	err = load.Again(ctx, func() error { return e.people[0].session.Call(ctx, "GET", "/api/contests/"+e.id, nil, &v) })
	return v, err
}

// play lets the contest be played, with a kill in every phase.
func (e *evening) play(ctx context.Context) error {
	o := api.ContestOptions{
		Title: "Evening", Game: games.IDs()[0], Control: "300+3", Rounds: e.rounds, Games: 1, Zone: "UTC",
		Starts: time.Now().Add(5 * time.Second).UnixMilli(),
	}
	if e.arena {
		o.Format, o.Rounds, o.Minutes = api.FormatArena, 0, api.LeastArena
	}
	var v api.ContestView
	if err := load.Again(ctx, func() error { return e.people[0].session.Call(ctx, "POST", "/api/contests", o, &v) }); err != nil {
		return err
	}
	e.id = v.Contest.ID
	for _, action := range []string{"join", "check"} {
		if err := e.all(ctx, func(p *settler) error {
			return p.session.Call(ctx, "POST", "/api/contests/"+e.id+"/"+action, api.ContestCall{}, nil)
		}); err != nil {
			return err
		}
		if err := e.kill(ctx); err != nil {
			return err
		}
	}
	if e.arena {
		return e.playArena(ctx)
	}
	killed := 0 // the last round in which a server died when it began
	for v.Contest.Phase != api.ContestOver {
		var err error
		if v, err = e.view(ctx); err != nil {
			return err
		}
		if n := len(v.Contest.Rounds); n > killed {
			killed = n
			if err := e.kill(ctx); err != nil { // while its tables are made
				return err
			}
			continue
		}
		if killed == 0 {
			if err := sleep(ctx, 100*time.Millisecond); err != nil {
				return err
			}
			continue
		}
		if err := e.endRound(ctx, v.Contest.Rounds[killed-1]); err != nil {
			return err
		}
	}
	return nil
}

// playArena lets all look for an opponent again and again, with a kill when they do, when they are seated, and while their games
// end; then the host ends the arena.
func (e *evening) playArena(ctx context.Context) error {
	act := func(p *settler, action string, c api.ContestCall) error {
		return p.session.Call(ctx, "POST", "/api/contests/"+e.id+"/"+action, c, nil)
	}
	for wave := 1; wave <= e.rounds; {
		v, err := e.view(ctx)
		if err != nil {
			return err
		}
		boards := []api.ContestBoard{}
		if len(v.Contest.Rounds) > 0 {
			boards = v.Contest.Rounds[0].Boards
		}
		open := slices.ContainsFunc(boards, func(b api.ContestBoard) bool { return b.Result == nil })
		switch {
		case open:
			if err := e.kill(ctx); err != nil {
				return err
			}
			if err := e.endRound(ctx, v.Contest.Rounds[0]); err != nil {
				return err
			}
		case v.Contest.Phase == api.ContestRunning && len(boards) >= wave*len(e.people)/2:
			wave++
			if err := e.all(ctx, func(p *settler) error { return act(p, "check", api.ContestCall{}) }); err != nil {
				return err
			}
			if err := e.kill(ctx); err != nil {
				return err
			}
		default:
			if err := sleep(ctx, 200*time.Millisecond); err != nil {
				return err
			}
		}
	}
	for {
		v, err := e.view(ctx)
		if err != nil || v.Contest.Phase == api.ContestOver {
			return err
		}
		for _, r := range v.Contest.Rounds { // of those who were paired once more
			if err := e.endRound(ctx, r); err != nil {
				return err
			}
		}
		err = load.Again(ctx, func() error { return act(e.people[0], "end", api.ContestCall{Seq: v.Contest.Seq}) })
		var refused *client.Refused
		if err != nil && !errors.As(err, &refused) {
			return err // a board without a result is one that is counted in a moment
		}
	}
}

// endRound ends the games of a round that are under way, with a kill after the first half.
func (e *evening) endRound(ctx context.Context, r api.ContestRound) error {
	ended, half := 0, len(e.people)/4
	for _, b := range r.Boards {
		for _, g := range b.Games {
			if g.Phase != api.Playing {
				continue
			}
			m := api.ToServer{Type: "send", Table: g.Table, Event: json.RawMessage(`{"v":1,"kind":"resign"}`)}
			var refused *client.Refused
			if _, err := e.byID[g.First].live.Do(ctx, m); err != nil && !errors.As(err, &refused) {
				return err // one that is over by now is refused
			}
			if ended++; ended == half {
				if err := e.kill(ctx); err != nil {
					return err
				}
			}
		}
	}
	if ended == 0 {
		return sleep(ctx, 50*time.Millisecond)
	}
	return nil
}

// check returns what is wrong with what is stored: a table of no board or of two, a board counted twice or never.
func (e *evening) check(ctx context.Context, where string) (wrong []string, err error) {
	s, err := store.Open(ctx, where, store.Options{Passive: true})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	row, events, err := s.LoadContest(ctx, e.id, 0)
	if err != nil {
		return nil, err
	}
	if row.Phase != string(api.ContestOver) {
		wrong = append(wrong, "the contest is "+row.Phase)
	}
	type payload struct {
		Round, Board int
		Boards       []struct{ Tables []string }
	}
	scored, tables, rounds := map[[2]int]int{}, map[string]int{}, 0
	for _, event := range events {
		var p payload
		if err := json.Unmarshal(event.Payload, &p); err != nil {
			return nil, err
		}
		switch event.Kind {
		case "round":
			rounds++
			for _, b := range p.Boards {
				for _, id := range b.Tables {
					tables[id]++
				}
			}
		case "result":
			scored[[2]int{p.Round, p.Board}]++
		}
	}
	if rounds != e.rounds && !e.arena || len(scored) != len(tables) {
		wrong = append(wrong, fmt.Sprintf("%d rounds, %d tables, %d boards counted", rounds, len(tables), len(scored)))
	}
	for board, n := range scored {
		if n != 1 {
			wrong = append(wrong, fmt.Sprintf("board %d of round %d was counted %d times", board[1], board[0], n))
		}
	}
	ids, err := s.IDs(ctx, "", 10_000)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if tables[id] != 1 {
			wrong = append(wrong, fmt.Sprintf("table %s is at %d boards", id, tables[id]))
		}
	}
	if e.games = len(ids); e.games != len(tables) {
		wrong = append(wrong, fmt.Sprintf("%d tables for %d boards", e.games, len(tables)))
	}
	return wrong, nil
}
