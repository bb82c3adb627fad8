package say

import (
	"encoding/json"
	"os"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

func TestReasons(t *testing.T) {
	five := Reason{Key: "lyngk.completes", Args: map[string]string{"spot": "e4"}, Text: "completes a five on {spot}"}
	claim := Reason{Key: "lyngk.claims", Args: map[string]string{"color": "red"}, Text: "claims {color}"}
	cut := Reason{Key: "dvonn.cuts", Args: map[string]string{"n": "2"}, Text: "cuts off {n}"}
	unknown := Reason{Key: "chess.mates", Args: map[string]string{"spot": "e8"}, Text: "mates on {spot}"}
	for _, test := range []struct {
		lang string
		list []Reason
		want string
	}{
		{"en", nil, ""},
		{"en", []Reason{five}, "completes a stack of 5 on e4"},
		{"en", []Reason{five, claim, cut}, "completes a stack of 5 on e4 and claims red before the opponent can"},
		{"de", []Reason{five, claim}, "komplettiert auf e4 einen 5er-Stapel und wählt Rot, bevor der Gegner es kann"},
		{"pl", []Reason{cut}, "odcina 2 piony przeciwnika"},
		{"pl", []Reason{unknown}, "mates on e8"},
	} {
		if got := Reasons(i18n.New(test.lang), test.list); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}

func TestHint(t *testing.T) {
	b3, c3, d3, e3 := dvonn.Placing(1), dvonn.Placing(2), dvonn.Placing(3), dvonn.Placing(4)
	names := dvonn.Game.Layout().Names
	first, second, third := names[1], names[2], names[3]
	for _, test := range []struct {
		lang, why string
		expected  []game.Move
		want      string
	}{
		{"en", "wins by force", []game.Move{b3, c3}, "Hint: " + first + ". It wins by force."},
		{"en", "", nil, "Hint: " + first + ". The engine found nothing better."},
		{"en", "", []game.Move{b3}, "Hint: " + first + ". The engine found nothing better."},
		{"en", "", []game.Move{c3, b3}, "Hint: " + first + ". The engine found nothing better."}, // a line of another move
		{"en", "", []game.Move{b3, c3, d3, e3}, "Hint: " + first + ". The engine’s line from here: " + second + ", " + third + "."},
		{"de", "", []game.Move{b3, c3}, "Tipp: " + first + ". So rechnet die Engine weiter: " + second + "."},
	} {
		if got := Hint(i18n.New(test.lang), dvonn.Game, b3, test.why, test.expected); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}

// The cases are the page's too (web/src/analysis/remark.test.ts).
func TestComment(t *testing.T) {
	data, err := os.ReadFile("testdata/remarks.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Case, Comment, Command string
		Says                   map[string]string
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	for _, test := range cases {
		note := record.Note{Comment: test.Comment}
		note.AddCommand("remark", test.Command)
		for lang, want := range test.Says {
			if got := Comment(i18n.New(lang), note); got != want {
				t.Errorf("%s, %s: %q, want %q", test.Case, lang, got, want)
			}
		}
	}
}
