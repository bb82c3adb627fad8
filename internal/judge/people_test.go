package judge_test

import (
	"math"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/judge"
	"cairn.example/lyngk"
)

// The chances told to people are less sure than the engine's everywhere in a game, change
// little from a move to the next, also between the phases, and what they change by costs nobody.
func TestPeople(t *testing.T) {
	for _, g := range append([]game.Game{dvonn.Game}, lyngkGames()...) {
		p, random := g.Start("people"), game.NewStream("people", g.ID(), "1")
		var last float64
		for ply, moves := 0, p.Moves(nil); len(moves) > 0; ply, moves = ply+1, p.Moves(nil) {
			curve := judge.PeopleAt(p)
			now := curve.Chance(300)
			if engine := (judge.Curve{}).Chance(300); now <= 0.5 || now >= engine {
				t.Fatalf("%s: %.2f, by the engine %.2f", p, now, engine)
			}
			if math.Abs(curve.Chance(300)+curve.Chance(-300)-1) > 1e-9 {
				t.Errorf("%s: the sides have different chances", p)
			}
			if ply > 0 && math.Abs(now-last) > 0.06 {
				t.Errorf("%s: %.2f after %.2f", p, now, last)
			}
			before := judge.Value{Estimate: 300, Curve: curve}
			last = now
			p.PlayUnchecked(moves[random.Intn(len(moves))])
			if loss := judge.Loss(before, judge.Value{Estimate: 300, Curve: judge.PeopleAt(p)}); loss != 0 {
				t.Errorf("%s: a move that keeps the estimate loses %.2f", p, loss)
			}
		}
	}
}

func lyngkGames() (all []game.Game) {
	for _, g := range lyngk.Games() {
		all = append(all, g)
	}
	return all
}
