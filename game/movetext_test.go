package game_test

import (
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

func TestMoveText(t *testing.T) {
	for _, test := range []struct {
		text, claim, way, route string
		claims, move            bool
	}{
		{"R,c1-c2", "R", "c1-c2", "", true, true},
		{"c1-c2", "", "c1-c2", "", false, true},
		{"r,C1-c2-C3", "r", "C1-c2-C3", "c1-c2-c3", true, true},
		{",c1-c2", "", "c1-c2", "", true, true},
		{"R,", "R", "", "", true, true},
		{"e3", "", "e3", "", false, true},
		{"PASS", "", "PASS", "", false, true},
		{"c1c2", "", "c1c2", "", false, true},
		{"hint", "", "hint", "", false, false},
		{"e", "", "e", "", false, false},
		{"", "", "", "", false, false},
	} {
		claim, way, claims := game.CutClaim(test.text)
		if claim != test.claim || way != test.way || claims != test.claims {
			t.Errorf("%q is cut into %q and %q, %v", test.text, claim, way, claims)
		}
		if claim != "" && game.WithClaim(claim, way) != test.text {
			t.Errorf("%q is put together as %q", test.text, game.WithClaim(claim, way))
		}
		if got := game.RouteText(test.text); got != test.route {
			t.Errorf("%q spells the way %q, want %q", test.text, got, test.route)
		}
		if got := game.LooksLikeMove(test.text); got != test.move {
			t.Errorf("%q is meant as a move: %v", test.text, got)
		}
	}
	if got := game.Piece('R').Letter() + game.Piece(0).Letter(); got != "R" {
		t.Errorf("the letters are %q", got)
	}
}

func TestWay(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	l := g.Layout()
	for text, want := range map[string]string{"a1-B2-c3": "a1-b2-c3", "a1-b2-": "a1-b2", "a1": "a1", "a1-x9-b2": "a1", "": ""} {
		way, ok := l.ReadWay(text)
		if got := l.WayText(way); got != want || ok != (len(want) == len(text) && text != "") {
			t.Errorf("%q is read as %q, %v; want %q", text, got, ok, want)
		}
	}
	for text, want := range map[string]string{
		"a1 B2": "a1-B2", "r, a1  b2 c3": "r,a1-b2-c3", "a1-b2": "a1-b2", "a1": "a1",
		"look a1": "look a1", "a1 x9": "a1 x9", "a1 - b2": "a1 - b2", ",a1 b2": ",a1 b2", "": "",
	} {
		if got := l.Typed(text); got != want {
			t.Errorf("%q is meant as %q, want %q", text, got, want)
		}
	}
}
