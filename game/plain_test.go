package game_test

import (
	"errors"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
)

// TestPlain reads moves and positions as they look, and says where in the text itself
// something is wrong.
func TestPlain(t *testing.T) {
	for _, id := range games.IDs() {
		g, err := games.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		start, _ := game.StartOf(g, "plain", true)
		m := start.Moves(nil)[0]
		text := g.MoveText(m)
		for _, odd := range []string{"\u200b" + text, text[:1] + "\u2060" + text[1:] + "\ufeff", text[:2] + "\u2013" + text[3:], text[:2] + "\u2212" + text[3:], string(rune(text[0])+0xfee0) + text[1:]} {
			if got, err := start.ParseMove(odd); err != nil || got != m {
				t.Errorf("%s: %+q is read as %v, %v", id, odd, got, err)
			}
		}
		if _, err := g.Parse(start.String()[:8] + "\u200d" + start.String()[8:]); err != nil {
			t.Errorf("%s: %v", id, err)
		}
		_, err = start.ParseMove("a\u200b1\u2013z\u200b9")
		var refused *game.Error
		if !errors.As(err, &refused) || refused.Offset != 0 && refused.Offset != 8 {
			t.Errorf("%s: %+v", id, err)
		}
	}
}

// TestQuoted shows what turns the direction of text, or cannot be seen, by its number.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]string{
		"Müller":            `"Müller"`,
		`a"b\c`:             `"a\"b\\c"`,
		"a\u202eb":          `"aU+202Eb"`,
		"\u200b\U000e0001":  `"U+200BU+E0001"`,
		"a\nb\t\x1b[7m\x7f": `"a\nb\t\x1b[7mU+007F"`,
		"\xff":              "\"\uFFFD\"",
	} {
		if got := game.Quoted(text); got != want {
			t.Errorf("%q is shown as %s, want %s", text, got, want)
		}
	}
}
