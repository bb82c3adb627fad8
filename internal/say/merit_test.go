package say

import (
	"testing"

	"cairn.example/internal/i18n"
)

func TestMerits(t *testing.T) {
	five := Merit{Key: "lyngk.completes", Args: map[string]string{"spot": "e4"}, Text: "completes a five on {spot}"}
	claim := Merit{Key: "lyngk.claims", Args: map[string]string{"color": "red"}, Text: "claims {color}"}
	cut := Merit{Key: "dvonn.cuts", Args: map[string]string{"n": "2"}, Text: "cuts off {n}"}
	unknown := Merit{Key: "chess.mates", Args: map[string]string{"spot": "e8"}, Text: "mates on {spot}"}
	for _, test := range []struct {
		lang string
		list []Merit
		want string
	}{
		{"en", nil, ""},
		{"en", []Merit{five}, "completes a stack of 5 on e4"},
		{"en", []Merit{five, claim, cut}, "completes a stack of 5 on e4 and claims red before the opponent can"},
		{"de", []Merit{five, claim}, "komplettiert auf e4 einen 5er-Stapel und wählt Rot, bevor der Gegner es kann"},
		{"pl", []Merit{cut}, "odcina 2 piony przeciwnika"},
		{"pl", []Merit{unknown}, "mates on e8"},
	} {
		if got := Merits(i18n.New(test.lang), test.list); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}
