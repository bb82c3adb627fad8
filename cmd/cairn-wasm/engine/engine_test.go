//go:build !js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/players"
)

const five = "./.,.,.,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,R,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,KGIB,./.,.,.,./. 1 R:K 0:0"

// ask puts questions to a fresh service and returns its events, told on the way
// to each as well.
func ask(t *testing.T, each func(*service, *message.EngineEvent), questions ...message.EngineQuestion) []*message.EngineEvent {
	t.Helper()
	var events []*message.EngineEvent
	var s *service
	s = newService(func(e *message.EngineEvent) {
		events = append(events, e)
		if each != nil {
			each(s, e)
		}
	}, nil, time.Now)
	for _, q := range questions {
		b, err := json.Marshal(q)
		if err != nil {
			t.Fatal(err)
		}
		s.enqueue(string(b))
	}
	close(s.tasks)
	s.run()
	return events
}

func last(t *testing.T, events []*message.EngineEvent) *message.EngineEvent {
	t.Helper()
	if len(events) == 0 {
		t.Fatal("nothing was told")
	}
	return events[len(events)-1]
}

func TestSearch(t *testing.T) {
	for _, g := range games.All() {
		t.Run(g.ID(), func(t *testing.T) {
			p := g.Start("search")
			events := ask(t, nil, message.EngineQuestion{
				Op: "search", ID: 3, Game: g.ID(), Position: p.String(), MultiPV: 2, Limits: &message.Limits{Depth: 2},
			})
			e := last(t, events)
			if e.Best == nil || e.ID != 3 {
				t.Fatalf("the last word is %s", textOf(e))
			}
			m, err := p.ParseMove(e.Best.Move)
			if err != nil {
				t.Fatal(err)
			}
			if e.Best.Ponder != "" {
				q := p.Copy()
				q.PlayUnchecked(m)
				if _, err := q.ParseMove(e.Best.Ponder); err != nil {
					t.Error(err)
				}
			}
			if e.Best.Stopped {
				t.Errorf("best is %s", textOf(e))
			}
			// The value of the move rides with it, as every other program of ours finds it.
			if f := e.Best.Final; f == nil || f.MultiPV != 1 || len(f.PV) == 0 || f.PV[0] != e.Best.Move {
				t.Errorf("best is %s", textOf(e))
			} else if want := searched(t, p); f.Score != int(want.Score) || f.Proved != want.Proved || f.Bound != want.Bound.String() {
				t.Errorf("best is %s, an engine of its own finds %v", textOf(e), want.Score)
			}
			var ranks []int
			for _, i := range events[:len(events)-1] {
				if i.Info == nil || i.ID != 3 || i.Info.Chance < 0 || i.Info.Chance > 1 || len(i.Info.PV) == 0 {
					t.Fatalf("info is %s", textOf(i))
				}
				ranks = append(ranks, i.Info.MultiPV)
			}
			if !slices.Contains(ranks, 1) || !slices.Contains(ranks, 2) {
				t.Errorf("lines told: %v", ranks)
			}
		})
	}
}

// searched is what an engine of its own finds in two plies, as cairn annotate asks it.
func searched(t *testing.T, p game.Position) engine.Result {
	t.Helper()
	e, err := players.NewEngine(p.Game(), engine.Options{Hash: defaultHash, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return e.Search(context.Background(), p, engine.Limits{Depth: 2, MultiPV: 2}, nil)
}

// TestTimes: the times of a question reach the search.
func TestTimes(t *testing.T) {
	g := games.All()[0]
	task, err := newTask(&message.EngineQuestion{Game: g.ID(), Position: g.Start("").String(), Limits: &message.Limits{
		Clock: &[2]float64{9000, 8000}, Increment: &[2]float64{20, 30}, Clocked: true, Base: 10_000, Ply: 4, Overhead: 0.5, Late: 7,
	}})
	if err != nil {
		t.Fatal(err)
	}
	const ms = time.Millisecond
	want := engine.Limits{
		Clock: [2]time.Duration{9000 * ms, 8000 * ms}, Increment: [2]time.Duration{20 * ms, 30 * ms}, Clocked: true,
		Base: 10_000 * ms, Ply: 4, Overhead: ms / 2, Late: 7 * ms,
	}
	if !reflect.DeepEqual(task.limits, want) {
		t.Errorf("%+v, want %+v", task.limits, want)
	}
}

func TestOnly(t *testing.T) {
	p, err := games.Lookup("lyngk")
	if err != nil {
		t.Fatal(err)
	}
	start := p.Start("only")
	m := p.MoveText(start.Moves(nil)[5])
	e := last(t, ask(t, nil, message.EngineQuestion{Op: "search", Game: "lyngk", Position: start.String(), Only: []string{m}, Limits: &message.Limits{Nodes: 500}}))
	if e.Best == nil || e.Best.Move != m {
		t.Errorf("of %s alone it chose %s", m, textOf(e))
	}
}

// TestSolve proves an ending and tells what it is won by.
func TestSolve(t *testing.T) {
	const end = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,K,.,G,.,KGIB,./.,.,.,./. 1 R:K 1:0"
	events := ask(t, nil, message.EngineQuestion{Op: "search", Game: "lyngk", Position: end, Solve: true, Limits: &message.Limits{Nodes: 200000}})
	var i *message.Info
	for _, e := range events {
		if e.Info != nil {
			i = e.Info
		}
	}
	if i == nil || !i.Proved || i.Result == "" || i.Margin == nil || i.Chance != 0 && i.Chance != 1 {
		t.Errorf("the last info is %+v, the last word %s", i, textOf(last(t, events)))
	}
}

// TestStop stops a search without any limit from within, as a page does, and
// one that still waits.
func TestStop(t *testing.T) {
	q := message.EngineQuestion{Op: "search", Game: "lyngk", Position: five}
	first, second := q, q
	first.ID, second.ID = 1, 2
	first.Position = games.All()[0].Start("stop").String()
	second.Position = first.Position
	stopped := false
	events := ask(t, func(s *service, e *message.EngineEvent) {
		if e.Info != nil && !stopped {
			stopped = true
			s.enqueue(`{"op":"stop","id":2}`)
			s.enqueue(`{"op":"stop","id":1}`)
			s.enqueue(`{"op":"stop","id":99}`)
		}
	}, first, second)
	var best []int
	for _, e := range events {
		if e.Best != nil {
			best = append(best, e.ID)
			if !e.Best.Stopped || e.Best.Move == "" {
				t.Errorf("a stopped search says %s", textOf(e))
			}
		}
	}
	if !slices.Equal(best, []int{1, 2}) {
		t.Errorf("answered were %v", best)
	}
}

func TestYield(t *testing.T) {
	now := time.Unix(0, 0)
	yields := 0
	s := newService(func(*message.EngineEvent) {}, func() { yields++ }, func() time.Time {
		now = now.Add(time.Millisecond)
		return now
	})
	g := games.All()[0]
	b, _ := json.Marshal(message.EngineQuestion{Op: "search", Game: g.ID(), Position: g.Start("yield").String(), Limits: &message.Limits{Nodes: 40000}})
	s.enqueue(string(b))
	close(s.tasks)
	s.run()
	if yields == 0 {
		t.Error("a long search never gave way")
	}
}

func TestOver(t *testing.T) {
	const over = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 R:K 1:0"
	for _, name := range []string{"", "level1", "greedy"} {
		e := last(t, ask(t, nil, message.EngineQuestion{Op: "search", Game: "lyngk", Position: over, Player: name}))
		if e.Best == nil || e.Best.Move != "" || e.Best.Final != nil && !e.Best.Final.Proved {
			t.Errorf("%q says of a finished game: %s", name, textOf(e))
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, q := range map[string]message.EngineQuestion{
		"unknown question": {Op: "guess"},
		"unknown game":     {Op: "search", Game: "chess"},
		"bad position":     {Op: "search", Game: "lyngk", Position: "x"},
		"unknown player":   {Op: "search", Game: "lyngk", Position: five, Player: "level11"},
		"illegal move":     {Op: "search", Game: "lyngk", Position: five, Only: []string{"a1-b1"}},
		"huge hash":        {Op: "search", Game: "lyngk", Position: five, Hash: 1 << 20},
		"negative depth":   {Op: "search", Game: "lyngk", Position: five, Limits: &message.Limits{Depth: -1}},
	} {
		t.Run(name, func(t *testing.T) {
			if e := last(t, ask(t, nil, q)); e.Error == nil || e.Error.Text == "" {
				t.Errorf("answer %s", textOf(e))
			}
		})
	}
	t.Run("the same id twice", func(t *testing.T) {
		q := message.EngineQuestion{Op: "search", ID: 7, Game: "lyngk", Position: five, Player: "level1"}
		events := ask(t, nil, q, q)
		if events[0].Error == nil || last(t, events).Best == nil {
			t.Error("it was not refused")
		}
	})
	t.Run("no JSON", func(t *testing.T) {
		var e *message.EngineEvent
		s := newService(func(x *message.EngineEvent) { e = x }, nil, time.Now)
		s.enqueue("no JSON")
		if e == nil || e.Error == nil {
			t.Error("it was not refused")
		}
	})
}

// TestReasons holds that an answer is explained where that is asked for.
func TestReasons(t *testing.T) {
	e := last(t, ask(t, nil, message.EngineQuestion{Op: "search", Game: "lyngk", Position: five, Limits: &message.Limits{Nodes: 20000}, Explain: true}))
	if e.Best == nil || !slices.ContainsFunc(e.Best.Reasons, func(r message.Reason) bool { return strings.HasPrefix(r.Key, "lyngk.") }) {
		t.Errorf("a five is completed: %s", textOf(e))
	}
	e = last(t, ask(t, nil, message.EngineQuestion{Op: "search", Game: "lyngk", Position: five, Limits: &message.Limits{Nodes: 2000}}))
	if e.Best == nil || len(e.Best.Reasons) > 0 {
		t.Errorf("nobody asked why: %s", textOf(e))
	}
}

// sameQuestions has each game at every level that no clock decides: the low ones
// at four moments of a game, the dear ones at two or one; and the engine itself, with
// its net, where positions it may look at are counted.
func sameQuestions(t *testing.T) []message.EngineQuestion {
	t.Helper()
	var list []message.EngineQuestion
	for _, g := range games.All() {
		p := g.Start("same")
		if f, ok := g.(game.FullStarter); ok {
			p = f.StartFull("same")
		}
		for n := range 4 {
			for level := 1; level <= 9; level++ {
				if level > 6 && n%2 == 0 || level == 9 && n != 3 {
					continue
				}
				list = append(list, message.EngineQuestion{
					Op: "search", ID: len(list) + 1, Game: g.ID(), Position: p.String(),
					Player: fmt.Sprintf("level%d", level), Seed: fmt.Sprintf("seed %d", n%3),
				})
			}
			list = append(list, message.EngineQuestion{
				Op: "search", ID: len(list) + 1, Game: g.ID(), Position: p.String(), Limits: &message.Limits{Nodes: 5000},
			})
			for range 4 + n {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					t.Fatal("the game ended")
				}
				p.PlayUnchecked(moves[len(moves)*2/3])
			}
		}
	}
	return list
}
