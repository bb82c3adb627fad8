package players

import (
	"context"
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
)

func uct(t testing.TB, g game.Game) *uctPlayer {
	p, err := New(g, "uct", Options{Seed: "u"})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*uctPlayer)
}

// UCT sees a five that it can complete at once, with a claim or without.
func TestUCTCompletes(t *testing.T) {
	for text, want := range map[string]string{
		"./.,.,.,./IBRG,K,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./B,.,.,.,.,R,./.,.,.,./. 1 K:- 0:0": "c2-c1",
	} {
		g, _ := games.Lookup("lyngk")
		p, err := g.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		u := uct(t, g)
		r, err := u.Choose(context.Background(), p, engine.Limits{Nodes: 3000}, nil)
		if err != nil || g.MoveText(r.Move) != want {
			t.Errorf("%s: %s, %v", text, g.MoveText(r.Move), err)
		}
	}
}

// The tree has claims as plies of their own, and counts every playout.
func TestUCTTree(t *testing.T) {
	g, _ := games.Lookup("lyngk")
	u := uct(t, g)
	const n = 2000
	if _, err := u.Choose(context.Background(), g.Start("tree"), engine.Limits{Nodes: n}, nil); err != nil {
		t.Fatal(err)
	}
	root := u.tree[0]
	claims, visits := 0, 0.0
	for _, c := range u.tree[root.first : root.first+root.count] {
		visits += c.n
		if c.move == 0 {
			claims++
		}
		if c.wins < 0 || c.wins > c.n {
			t.Errorf("%v wins of %v", c.wins, c.n)
		}
	}
	if claims != 5 {
		t.Errorf("%d claims at the start, not 5", claims)
	}
	if root.n != n || visits != n {
		t.Errorf("%v playouts at the root, %v below, not %d", root.n, visits, n)
	}
}

func BenchmarkPlayouts(b *testing.B) {
	for _, g := range games.All() {
		b.Run(g.ID(), func(b *testing.B) {
			u := uct(b, g)
			p := opening(g, "bench", 0)
			b.ResetTimer()
			for b.Loop() {
				u.Choose(context.Background(), p, engine.Limits{Nodes: 100}, nil)
			}
			b.ReportMetric(float64(100*b.N)/b.Elapsed().Seconds(), "playouts/s")
		})
	}
}
