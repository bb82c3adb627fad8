package main

import (
	"context"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"cairn.example/cmd/cairn-chaos/load"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/client"
	"cairn.example/internal/people/store"
	"cairn.example/internal/play"
)

// moved counts the connections that were made again.
type moved struct{ again, problems atomic.Int64 }

func (m *moved) Connected(again bool) {
	if again {
		m.again.Add(1)
	}
}
func (m *moved) Lost(error)                         {}
func (m *moved) EventsReceived(string, []api.Event) {}
func (m *moved) TableReceived(*api.Table)           {}
func (m *moved) Problem(client.Problem)             { m.problems.Add(1) }

// TestDrainMovesPlayers ends one of two servers on a database in the middle of a game.
// Players and watchers go on at the other one, every move is there once, and nobody was
// charged for more time than there was.
func TestDrainMovesPlayers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no signal to send")
	}
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	where := postgres.Server(t).New(t)
	var servers [2]*serving
	var addresses []string
	for i := range servers {
		s, err := startServing(nil, "--addr", "127.0.0.1:0", "--store", where)
		if err != nil {
			t.Fatal(err)
		}
		defer s.cancel()
		servers[i] = s
		u, err := url.Parse(s.url)
		if err != nil {
			t.Fatal(err)
		}
		addresses = append(addresses, u.Host)
	}
	balancer, err := load.NewBalancer(addresses...)
	if err != nil {
		t.Fatal(err)
	}
	defer balancer.Close()

	observed := &moved{}
	var players [2]*client.Session
	for i := range players {
		if players[i], err = client.NewSession(balancer.Address(), client.Options{}); err != nil {
			t.Fatal(err)
		}
		if _, err := players[i].Guest(ctx, ""); err != nil {
			t.Fatal(err)
		}
	}
	made, err := players[0].Create(ctx, api.Options{Game: "dvonn", Full: true, Side: "first", Control: "60+0"})
	if err != nil {
		t.Fatal(err)
	}
	var seats [2]*client.Table
	for i := range 8 { // two who play, the others look on: both servers have some of them
		l := players[i%2].Live(client.LiveOptions{Observer: observed})
		defer l.Close()
		table := l.Watch(made.ID)
		if err := table.Wait(ctx, func(v *client.View) bool { return v.Known }); err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			seats[i] = table
		}
	}
	if _, err := seats[1].Sit(ctx); err != nil {
		t.Fatal(err)
	}

	const moves = 12
	began := time.Now()
	for n := range moves {
		if n == moves/3 {
			if err := servers[0].cmd.Process.Signal(syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
		}
		// Some moves are made before the clients are sent away, the others after that.
		for n == 2*moves/3 && observed.again.Load() == 0 {
			if ctx.Err() != nil {
				t.Fatal("nobody was sent away")
			}
			time.Sleep(5 * time.Millisecond)
		}
		var text string
		if err := seats[n%2].Wait(ctx, func(v *client.View) bool {
			if !v.MyTurn() || v.State.Ply() != n {
				return false
			}
			text = v.State.Game().MoveText(v.State.Position().Moves(nil)[0])
			return true
		}); err != nil {
			t.Fatalf("move %d: %v", n, err)
		}
		if _, err := seats[n%2].Move(ctx, text); err != nil {
			t.Fatalf("move %d: %v", n, err)
		}
	}
	passed := time.Since(began)
	if err := servers[0].cmd.Wait(); err != nil {
		t.Errorf("the server that was asked to end: %v\n%s", err, servers[0].stderr)
	}
	if log := servers[0].stderr.String(); !strings.Contains(log, "telling clients to connect again") || strings.Contains(log, "level=ERROR") {
		t.Errorf("the server that was asked to end had nobody to send away, or failed:\n%s", log)
	}
	if observed.again.Load() == 0 || observed.problems.Load() != 0 {
		t.Errorf("%d connections were made again, %d problems", observed.again.Load(), observed.problems.Load())
	}
	read, err := players[0].Table(ctx, made.ID)
	if err != nil {
		t.Fatal(err)
	}
	var log play.Log
	if err := log.UnmarshalJSON(read.Log); err != nil {
		t.Fatal(err)
	}
	state, err := play.Replay(log)
	if err != nil || state.Ply() != moves || len(log.Events) != moves || state.Over() {
		t.Errorf("%d moves, %d events, over %t, %v, want %d", state.Ply(), len(log.Events), state.Over(), err, moves)
	}
	var charged time.Duration
	for _, e := range log.Events {
		charged += e.Took
	}
	// Whatever people needed to move is charged to nobody.
	kept, err := store.Open(ctx, where, store.Options{Passive: true})
	if err != nil {
		t.Fatal(err)
	}
	if served := kept.Served(began, began.Add(time.Hour)); served > time.Hour-2*time.Second {
		t.Errorf("%v of an hour are charged: the clocks ran while people were sent away", served)
	}
	if err := kept.Close(); err != nil {
		t.Error(err)
	}
	if charged > passed+time.Second {
		t.Errorf("%v were charged, %v have passed", charged, passed)
	}
	if _, err := servers[1].end(); err != nil {
		t.Errorf("the other server: %v", err)
	}
}
