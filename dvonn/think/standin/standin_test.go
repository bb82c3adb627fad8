package standin_test

import (
	"context"
	"flag"
	"fmt"
	"math/bits"
	"testing"
	"time"

	"cairn.example/dvonn"
	"cairn.example/dvonn/think/standin"
	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/lyngk"
)

func choose(t testing.TB, p *standin.Player, pos game.Position, l engine.Limits) (game.Move, engine.Info) {
	t.Helper()
	var last engine.Info
	r, err := p.Choose(context.Background(), pos, l, func(i engine.Info) { last = i })
	if err != nil {
		t.Fatal(err)
	}
	return r.Move, last
}

// TestGames plays whole games from the empty board: every move must be legal,
// and the same seed must give the same game.
func TestGames(t *testing.T) {
	play := func(seed string) string {
		p := standin.New(1, seed)
		pos := dvonn.Game.Start("")
		text := ""
		for pos.Outcome() == game.Ongoing {
			before := pos.String()
			m, _ := choose(t, p, pos, engine.Limits{Nodes: 300})
			if pos.String() != before {
				t.Fatal("Choose changed the position")
			}
			if err := pos.Play(m); err != nil {
				t.Fatalf("%s: %v", before, err)
			}
			text += dvonn.Game.MoveText(m) + " "
		}
		return text
	}
	one := play("1")
	if two := play("1"); one != two {
		t.Errorf("the same seed gave\n%s\nand\n%s", one, two)
	}
	if two := play("2"); one == two {
		t.Error("the seed changes nothing")
	}
}

// TestExact compares the score of a search to the end with brute force.
func TestExact(t *testing.T) {
	compared := 0
	for i := range 40 {
		pos := dvonn.Game.StartFull(fmt.Sprint("exact ", i))
		s := game.NewStream("standin test", "dvonn", fmt.Sprint(i))
		for len(pos.Moves(nil)) > 0 && bits.OnesCount64(pos.(*dvonn.Position).Occupied()) > 11 {
			moves := pos.Moves(nil)
			pos.PlayUnchecked(moves[s.Intn(len(moves))])
		}
		if pos.Outcome() != game.Ongoing {
			continue
		}
		want := outcome(pos)
		p := standin.New(1, "")
		_, info := choose(t, p, pos, engine.Limits{})
		got := 0
		switch {
		case info.Score.Won():
			got = 1
		case info.Score.Lost():
			got = -1
		}
		compared++
		if got != want {
			t.Errorf("%s: score %v, brute force says %d", pos, info.Score, want)
		}
	}
	if compared < 10 {
		t.Errorf("compared %d positions, want more", compared)
	}
}

// outcome is the result for the side to move by brute force.
func outcome(p game.Position) int {
	switch w, ok := p.Outcome().Winner(); {
	case ok && w == p.Side():
		return 1
	case ok:
		return -1
	case p.Outcome() == game.Draw:
		return 0
	}
	best := -1
	for _, m := range p.Moves(nil) {
		c := p.Copy()
		c.PlayUnchecked(m)
		if best = max(best, -outcome(c)); best == 1 {
			break
		}
	}
	return best
}

func TestLimits(t *testing.T) {
	pos := dvonn.Game.StartFull("limits")
	p := standin.New(1, "")
	_, info := choose(t, p, pos, engine.Limits{Depth: 2})
	if info.Depth != 2 {
		t.Errorf("depth %d, want 2", info.Depth)
	}
	if _, info = choose(t, p, pos, engine.Limits{Nodes: 5000}); info.Nodes > 5000 {
		t.Errorf("%d nodes, want at most 5000", info.Nodes)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := p.Choose(ctx, pos, engine.Limits{}, nil); err != nil || pos.Legal(r.Move) != nil {
		t.Errorf("after its context ended: move %d, error %v", r.Move, err)
	}
	if _, err := p.Choose(ctx, lyngk.Standard.Start("x"), engine.Limits{}, nil); err != standin.ErrOther {
		t.Errorf("LYNGK: %v, want ErrOther", err)
	}
}

// TestTableDoesNotHideTheMove searches a position again whose best move the
// table knows: the answer must still be a searched one.
func TestTableDoesNotHideTheMove(t *testing.T) {
	pos := dvonn.Game.StartFull("again")
	p := standin.New(4, "")
	first, _ := choose(t, p, pos, engine.Limits{Depth: 4})
	if second, _ := choose(t, p, pos, engine.Limits{Depth: 4}); first != second {
		t.Errorf("first %s, again %s", dvonn.Game.MoveText(first), dvonn.Game.MoveText(second))
	}
}

func BenchmarkSearch(b *testing.B) {
	pos := dvonn.Game.StartFull("speed")
	p := standin.New(16, "")
	for b.Loop() {
		p.Reset()
		choose(b, p, pos, engine.Limits{Nodes: 200_000})
	}
}

var depths = flag.Int("depths", 0, "games to play against itself at 5 s a game and side, printing depths; one short game without it")

// TestDepths shows how deep it searches at the contest's time:
//
//	go test ./dvonn/think/standin -run Depths -v -depths 4
func TestDepths(t *testing.T) {
	games, long := *depths, 5*time.Second
	if games == 0 {
		games, long = 1, 50*time.Millisecond // enough to see that it still works
	}
	type bucket struct {
		low, high, sum, n int
	}
	var at [49]bucket
	for g := range games {
		pos := dvonn.Game.StartFull(fmt.Sprint("depths ", g))
		left := [2]time.Duration{long, long}
		two := [2]*standin.Player{standin.New(32, "a"), standin.New(32, "b")}
		for pos.Outcome() == game.Ongoing {
			s := pos.Side()
			start := time.Now()
			m, info := choose(t, two[s], pos, engine.Limits{Clock: left, Clocked: true})
			left[s] -= time.Since(start)
			empty := 49 - bits.OnesCount64(pos.(*dvonn.Position).Occupied())
			if info.Depth > 0 && !info.Score.Decided() {
				b := &at[empty]
				if b.n == 0 || info.Depth < b.low {
					b.low = info.Depth
				}
				b.high = max(b.high, info.Depth)
				b.sum += info.Depth
				b.n++
			}
			if err := pos.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("game %d: time left %v, result %s", g, left, dvonn.Game.OutcomeName(pos.Outcome()))
	}
	for empty, b := range at {
		if b.n > 0 {
			t.Logf("%2d empty: depth %2d to %2d, mean %.1f (%d searches)", empty, b.low, b.high, float64(b.sum)/float64(b.n), b.n)
		}
	}
}
