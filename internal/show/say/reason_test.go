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
	claim := Reason{Key: "lyngk.opens", Args: map[string]string{"color": "red", "n": "13", "less": "8"}, Text: "claims {color}"}
	next := Reason{Key: "next", Args: map[string]string{"move": "b2-b3", "loss": "12"}, Text: "keeps {loss} more than {move}"}
	cut := Reason{Key: "dvonn.cuts", Args: map[string]string{"n": "2"}, Text: "cuts off {n}"}
	unknown := Reason{Key: "chess.mates", Args: map[string]string{"spot": "e8"}, Text: "mates on {spot}"}
	for _, test := range []struct {
		lang string
		list []Reason
		want string
	}{
		{"en", nil, ""},
		{"en", []Reason{five}, "It completes a stack of 5 on e4."},
		{"en", []Reason{five, claim, cut}, "It completes a stack of 5 on e4. It also claims red (moves: 13 more, 8 fewer for the opponent)."},
		{"en", []Reason{next}, "It keeps 12% more of the chance to win than b2-b3, the next best one."},
		{"de", []Reason{five, claim}, "Dieser Spielzug komplettiert auf e4 einen 5er-Stapel. Und er wählt Rot (Spielzüge: 13 mehr, für den Gegner 8 weniger)."},
		{"pl", []Reason{cut}, "Ten ruch odcina 2 piony przeciwnika."},
		{"pl", []Reason{unknown}, "Ten ruch mates on e8."},
	} {
		if got := Reasons(i18n.New(test.lang), test.list, ""); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}

func TestHint(t *testing.T) {
	b3, c3, d3, e3 := dvonn.Placing(1), dvonn.Placing(2), dvonn.Placing(3), dvonn.Placing(4)
	names := dvonn.Game.Layout().Names
	first, second, third := names[1], names[2], names[3]
	for _, test := range []struct {
		lang, why       string
		expected, ifNot []game.Move
		want            string
	}{
		{"en", "It wins by force.", []game.Move{b3, c3}, nil, "Hint: " + first + ". It wins by force."},
		{"en", "It wins by force.", nil, []game.Move{c3, d3, e3}, "Hint: " + first + ". It wins by force. Otherwise: " + second + ", " + third},
		{"en", "", nil, nil, "Hint: " + first + ". The engine found nothing better."},
		{"en", "", []game.Move{b3}, nil, "Hint: " + first + ". The engine found nothing better."},
		{"en", "", []game.Move{c3, b3}, nil, "Hint: " + first + ". The engine found nothing better."}, // a line of another move
		{"en", "", []game.Move{b3, c3, d3, e3}, nil, "Hint: " + first + ". The engine’s line from here: " + second + ", " + third + "."},
		{"de", "", []game.Move{b3, c3}, nil, "Tipp: " + first + ". So rechnet die Engine weiter: " + second + "."},
	} {
		if got := Hint(i18n.New(test.lang), dvonn.Game, b3, test.why, test.expected, test.ifNot); got != test.want {
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
