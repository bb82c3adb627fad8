package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/games"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/store/pgtest"
	"cairn.example/internal/people/table"
)

// settling kills a server again and again while the games that have just ended are counted:
// SQLite with one process, PostgreSQL with two, of which each dies in turn.
func settling(ctx context.Context, c *chaos) (result, error) {
	kills := 200
	if c.small {
		kills = 8
	}
	database, err := pgtest.Start()
	if err != nil {
		return result{}, err
	}
	defer database.Stop()
	part := func(kind, address string) func(context.Context, *chaos) (result, error) {
		return func(ctx context.Context, c *chaos) (result, error) {
			r, err := c.settlingOn(ctx, "settling-"+kind, address, kills, load.ServerOptions{}, false)
			return passed(len(r.wrong) == 0 && r.games > 0, "%s: %s", kind, r), err
		}
	}
	results, err := c.each(ctx, []func(context.Context, *chaos) (result, error){part("SQLite", ""), part("PostgreSQL", database.URL(""))})
	if err != nil {
		return result{}, err
	}
	return passed(results[0].verdict == "passed" && results[1].verdict == "passed", "%s; %s", results[0].measured, results[1].measured), nil
}

// settlingPlanted lets a server rate a game and mark it as settled in two transactions, which must
// be found.
func settlingPlanted(ctx context.Context, c *chaos) (result, error) {
	if c.planted == "" {
		return notRun("no program with planted faults was named"), nil
	}
	r, err := c.settlingOn(ctx, "settling-planted", "", 40, load.ServerOptions{Binary: c.planted, Env: []string{"CAIRN_PLANTED=settle-halves"}}, true)
	if err != nil {
		return result{}, err
	}
	return passed(len(r.wrong) > 0, "settle-halves: %s", r), nil
}

// settled is what came of games that were counted while servers died.
type settled struct {
	kills, games int
	wrong        []string
}

func (s settled) String() string {
	text := fmt.Sprintf("%d kills, %d games ended, %d counted wrongly", s.kills, s.games, len(s.wrong))
	if len(s.wrong) > 0 {
		text += ": " + s.wrong[0]
	}
	return text
}

// settlers are those who play: of each two only some games count.
var settlers = strings.Fields("Ann Ben Cleo Dora Emil Fred Greta Hans Ida Jonas Karla Marta Nora Otto Paul Rosa")

// settlingOn does so on PostgreSQL, or on SQLite where the address is "".
func (c *chaos) settlingOn(ctx context.Context, name, address string, kills int, o load.ServerOptions, untilFound bool) (settled, error) {
	var r settled
	dir, err := c.dir(name)
	if err != nil {
		return r, err
	}
	where, processes := store.DefaultFile(dir), 1
	if address != "" {
		where, processes, o.Args = address, 2, []string{"--store", address}
	}
	var servers []*load.Server
	var addrs []string
	start := func(ctx context.Context, addr string) (*load.Server, error) {
		own := o
		own.Addr = addr
		return c.on(ctx, dir, name, own)
	}
	for range processes {
		s, err := start(ctx, "")
		if err != nil {
			return r, err
		}
		servers, addrs = append(servers, s), append(addrs, s.Addr)
	}
	defer func() {
		for _, s := range servers {
			s.Kill()
		}
	}()
	balancer, err := load.NewBalancer(addrs...)
	if err != nil {
		return r, err
	}
	defer balancer.Close()
	crowd, err := load.NewCrowd(load.CrowdOptions{Address: balancer.Address(), Seed: c.seed, Live: client.LiveOptions{LongestWait: 100 * time.Millisecond}})
	if err != nil {
		return r, err
	}
	defer crowd.Close()
	var people []*settler
	for _, name := range settlers {
		p := &settler{}
		if p.session, err = crowd.Guest(ctx); err != nil {
			return r, err
		}
		if err := load.Again(ctx, func() error { return p.session.Call(ctx, "POST", "/api/me/claim", api.Claim{Name: name}, nil) }); err != nil {
			return r, err
		}
		p.live = p.session.Live(client.LiveOptions{LongestWait: 100 * time.Millisecond})
		defer p.live.Close()
		people = append(people, p)
	}
	random := rand.New(rand.NewPCG(c.seed, 32))
	var ended, unplayed []string
	planned := &answers{first: people[0], second: people[1]}
	for n := range kills {
		ids, err := endGames(ctx, people, n)
		if err != nil {
			return r, err
		}
		if wrong, err := planned.next(ctx); err != nil {
			return r, err
		} else if wrong != "" {
			unplayed = append(unplayed, wrong)
		}
		ended = append(ended, ids...)
		if err := sleep(ctx, time.Duration(random.Int64N(int64(1300*time.Millisecond)))); err != nil {
			return r, err
		}
		at := n % processes
		servers[at].Kill()
		if servers[at], err = start(ctx, addrs[at]); err != nil {
			return r, err
		}
		r.kills, r.games = n+1, len(ended)
		if untilFound && n%5 == 4 {
			if r.wrong, err = countedWrongly(ctx, where, ended); err != nil || len(r.wrong) > 0 {
				return r, err
			}
		}
	}
	r.wrong, err = countedWrongly(ctx, where, ended)
	r.wrong = append(r.wrong, unplayed...)
	return r, err
}

// settler is somebody whose games are counted.
type settler struct {
	session *client.Session
	live    *client.Live
}

// endGames lets four pairs play a rated game that ends at once, and returns the tables.
func endGames(ctx context.Context, people []*settler, round int) ([]string, error) {
	const pairs = 4
	ids, errs := make([]string, pairs), make([]error, pairs)
	var all sync.WaitGroup
	for k := range pairs {
		n := round*pairs + k
		first := n % len(settlers)
		second := (first + 1 + n/len(settlers)%(len(settlers)-1)) % len(settlers)
		all.Go(func() { ids[k], errs[k] = endGame(ctx, people[first], people[second]) })
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return ids, nil
}

func endGame(ctx context.Context, first, second *settler) (string, error) {
	var made api.Table
	if err := load.Again(ctx, func() (err error) {
		made, err = first.session.Create(ctx, api.Options{Game: games.IDs()[0], Control: "300+3", Rated: true})
		return err
	}); err != nil {
		return "", err
	}
	if _, err := second.live.Do(ctx, api.ToServer{Type: "sit", Table: made.ID}); err != nil {
		return "", err
	}
	_, err := second.live.Do(ctx, api.ToServer{Type: "send", Table: made.ID, Event: json.RawMessage(`{"v":1,"kind":"resign"}`)})
	return made.ID, err
}

// countedWrongly waits until nothing is left to settle, and returns what is wrong with how the
// games at some tables were counted.
func countedWrongly(ctx context.Context, where string, ended []string) (wrong []string, err error) {
	s, err := store.Open(ctx, where, store.Options{Passive: true})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	for waited := 0; ; waited++ {
		left, err := s.Unsettled(ctx, 0, 1)
		switch {
		case err != nil:
			return nil, err
		case len(left) == 0:
		case waited == 200:
			return []string{"table " + left[0] + " is not settled after 20 s"}, nil
		default:
			if err := sleep(ctx, 100*time.Millisecond); err != nil {
				return nil, err
			}
			continue
		}
		break
	}
	for _, id := range ended {
		if r, err := s.Result(ctx, id); err != nil || !r.Rated {
			wrong = append(wrong, fmt.Sprintf("table %s: rated %v, %q, %v", id, r.Rated, r.Unrated, err))
		}
	}
	for _, pool := range table.Pools() {
		results, err := s.RatedIn(ctx, pool)
		if err != nil {
			return nil, err
		}
		games, led := map[string]int{}, map[string][]float64{}
		for _, r := range results {
			for side, id := range r.People {
				games[id]++
				led[id] = append(led[id], r.After[side])
			}
		}
		for id, n := range games {
			ratings, err := s.RatingsOf(ctx, id)
			if err != nil {
				return nil, err
			}
			for _, r := range ratings {
				if r.Pool == pool && (r.Games != n || !slices.Contains(led[id], r.Rating.Rating)) {
					wrong = append(wrong, fmt.Sprintf("%s has %d games in %s and %d results; rating %.1f", id, r.Games, pool, n, r.Rating.Rating))
				}
			}
		}
	}
	return wrong, nil
}
