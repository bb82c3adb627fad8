package annotate

import (
	"testing"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/judge"
	"cairn.example/players"
	"cairn.example/record"
)

// A mistake or a blunder is no worse than a second look with four times the nodes finds it, and
// while pieces are placed a move has a mark only where it loses much.
func TestSecondLook(t *testing.T) {
	milder, placings := 0, 0
	for _, g := range games.All() {
		e, err := players.NewEngine(g, engine.Options{Hash: 1, Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Limits: engine.Limits{Nodes: 200}, Plies: 1}
		p := g.Start("second look")
		random := game.NewStream("second look", g.ID(), "1")
		for moves := p.Moves(nil); len(moves) > 0; moves = p.Moves(nil) {
			before, m := p.Copy(), moves[random.Intn(len(moves))]
			p.PlayUnchecked(m)
			first, err := look(t.Context(), e, before, p, m, o.Limits, judge.PeopleAt(before))
			if err != nil {
				t.Fatal(err)
			}
			want := first.Mark
			if want >= judge.Mistake {
				second, err := look(t.Context(), e, before, p, m, engine.Limits{Nodes: 800}, judge.PeopleAt(before))
				if err != nil {
					t.Fatal(err)
				}
				if want = min(want, second.Mark); want < first.Mark {
					milder++
				}
			}
			got, err := o.judge(t.Context(), e, before, p, &record.Move{Text: g.MoveText(m)}, judge.PeopleAt(before))
			if err != nil || got.Mark != want {
				t.Fatalf("%s %s: mark %d, not %d: %v", before, g.MoveText(m), got.Mark, want, err)
			}
			if placer, ok := before.(game.Placer); ok && placer.Next() != 0 {
				placings++
				if got.Mark != judge.NoMark && got.Loss < placingLoss {
					t.Errorf("%s: a mark for a loss of %.2f", before, got.Loss)
				}
			}
		}
	}
	if milder == 0 || placings == 0 {
		t.Errorf("%d marks are milder at the second look, %d placings were judged", milder, placings)
	}
}
