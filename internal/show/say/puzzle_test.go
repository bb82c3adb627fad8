package say

import (
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

func TestRefuted(t *testing.T) {
	a, b, c := dvonn.Placing(1), dvonn.Placing(2), dvonn.Placing(3)
	names := dvonn.Game.Layout().Names
	move, line := names[1], names[2]+" "+names[3]
	for _, test := range []struct {
		lang string
		r    Refutation
		want string
	}{
		{"en", Refutation{Move: a}, move + " is wrong; what refutes it wasn’t proved in two seconds."},
		{"en", Refutation{Move: a, Outcome: game.Draw, Proved: true}, move + " is wrong: it ends the game: draw."},
		{"en", Refutation{Move: a, Line: []game.Move{b, c}, Outcome: game.Win(1), Proved: true}, move + " is wrong: after " + line + " the result is proved: Black wins."},
		{"de", Refutation{Move: a, Line: []game.Move{b, c}, Outcome: game.Draw, Proved: true}, move + " ist ein Fehler: nach " + line + " ist das Ergebnis bewiesen: Unentschieden."},
	} {
		if got := New(dvonn.Game, i18n.New(test.lang)).Refuted(test.r); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}

func TestBecause(t *testing.T) {
	s := New(dvonn.Game, i18n.New("en"))
	if got := s.Because(nil); got != "" {
		t.Errorf("without a reason: %q", got)
	}
	cut := Reason{Key: "dvonn.cuts", Args: map[string]string{"n": "2"}, Text: "cuts off {n}"}
	if got, want := s.Because([]Reason{cut}), "Why: cuts off 2 pieces of the opponent."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
