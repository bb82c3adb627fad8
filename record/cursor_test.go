package record_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"cairn.example/games"
	"cairn.example/record"
)

// TestCursor walks at random through trees that it makes, and holds the place against the
// moves that led there.
func TestCursor(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, g := range games.All() {
		r := &record.Record{Game: g.ID(), Start: g.Start("x").String()}
		c, err := record.NewCursor(r)
		if err != nil {
			t.Fatal(err)
		}
		var way []string
		for range 400 {
			before := c.Choices()
			switch k := rng.IntN(6); {
			case k < 2: // a move that may be there already
				moves := c.Position().Moves(nil)
				if len(moves) == 0 {
					continue
				}
				text := g.MoveText(moves[rng.IntN(min(len(moves), 4))])
				if err := c.Play(text); err != nil {
					t.Fatal(err)
				}
				way = append(way, text)
			case k < 4:
				if c.Choose(rng.IntN(4) - 1) {
					way = append(way, c.Move().Text)
					if !slices.Contains(before, c.Move().Text) {
						t.Fatalf("%s was not among %q", c.Move().Text, before)
					}
				}
			case c.Previous() != (len(way) > 0):
				t.Fatalf("back after %q", way)
			case len(way) > 0:
				text := way[len(way)-1]
				if way = way[:len(way)-1]; !slices.Contains(c.Choices(), text) {
					t.Fatalf("%s is not among %q any more", text, c.Choices())
				}
			}
			p := g.Start("x")
			for _, text := range way {
				m, err := p.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				p.PlayUnchecked(m)
			}
			if c.Ply() != len(way) || c.Position().String() != p.String() || (c.Move() == nil) != (len(way) == 0) {
				t.Fatalf("ply %d at %s, want %s", c.Ply(), c.Position(), p)
			}
			if len(way) > 0 && (c.Move().Text != way[len(way)-1] || g.MoveText(c.Played()) != c.Move().Text) {
				t.Fatalf("move %s, want %q", c.Move().Text, way)
			}
		}
		if err := c.Play("nonsense"); err == nil {
			t.Error("nonsense is played")
		}
		text := r.Clone()
		if _, err := r.Check(); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(text.Texts(), r.Texts()) {
			t.Error("the record was not sound")
		}
		for c.Previous() {
		}
		if c.Ply() != 0 || c.Variation() != 0 || c.Choose(99) || c.Choose(-1) {
			t.Error("the way back does not end at the start")
		}
	}
}
