package draw

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"cairn.example/game"
)

func TestListing(t *testing.T) {
	b := board(t, parse(t, "lyngk", "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,JRK,.,.,./.,.,.,.,.,./.,.,KBIJR,.,.,.,./J,G,.,./. 1 G:- 0:0"))
	want := `e4: stack of 3, black on top; below: red, joker; neutral
g3: stack of 5, red on top; below: joker, ivory, blue, black; neutral; full
h1: joker
h2: green; of player 1
`
	if got := b.Listing(nil); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	d := board(t, parse(t, "dvonn", ".,.,./.,.,.,./.,.,BBDWWW,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,D/.,.,B w move"))
	want = `c3: stack of 6, white on top, holds a DVONN piece; below: 2 white, DVONN, 2 black
j5: DVONN
k5: black
`
	if got := d.Listing(nil); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	d.Stacks = [64][]game.Piece{}
	if got := d.Listing(nil); got != "no pieces on the board\n" {
		t.Errorf("an empty board: %q", got)
	}
}

// Marks are said, too.
func TestSpotWords(t *testing.T) {
	for _, c := range []struct{ scene, spot, want string }{
		{"lyngk-choose-light", "h4", "red; of player 2; selected"},
		{"lyngk-choose-light", "g4", "stack of 3, blue on top; below: ivory, black; of player 1; target"},
		{"lyngk-choose-light", "g5", "stack of 2, red on top; below: green; of player 2; go on from here"},
		{"lyngk-captured-dark", "f1", "empty; removed: stack of 5, red on top; below: joker, ivory, black, blue"},
		{"lyngk-captured-dark", "c1", "empty; last move from here"},
		{"dvonn-cut-dark", "i2", "stack of 2, black on top; below: white; last move to here"},
		{"dvonn-forecast-light", "g1", "empty; removed: stack of 2, black on top; below: white"},
	} {
		found := false
		for _, sc := range scenes {
			if sc.name != c.scene {
				continue
			}
			found = true
			b := sc.mark(t, parse(t, sc.game, sc.pos))
			if got := b.SpotWords(spot(t, b, c.spot), nil); got != c.want {
				t.Errorf("%s, %s: %q, want %q", c.scene, c.spot, got, c.want)
			}
		}
		if !found {
			t.Errorf("there is no scene %s", c.scene)
		}
	}
}

// A translator gets only keys that Messages lists, and every argument the
// English text uses.
func TestWords(t *testing.T) {
	messages := english
	used := map[string]bool{}
	words := Words(func(key string, args map[string]string) string {
		text, ok := messages[key]
		if !ok {
			t.Errorf("unknown key %q", key)
		}
		used[key] = true
		out := game.Expand(text, args)
		if strings.ContainsAny(strings.TrimPrefix(out, "{ }"), "{}") { // the sign of the cursor
			t.Errorf("%s: %q lacks an argument", key, out)
		}
		return "<" + out + ">"
	})
	for _, sc := range scenes {
		b := sc.mark(t, parse(t, sc.game, sc.pos))
		b.Marks.Hinges, b.Marks.Blocked = b.Layout.Spots[0].Bit(), b.Layout.Spots[0].Bit()
		b.Stacks[b.Layout.Spots[0]] = b.Stacks[b.Layout.Spots[1]]
		if got := b.Listing(words); strings.Count(got, "<") != strings.Count(got, ">") || !strings.Contains(got, "<") {
			t.Errorf("%s: %q", sc.name, got)
		}
		b.Marks.Focus = b.Layout.Spots[0].Bit()
		Text(b, Terminal{Words: words})
	}
	for _, id := range []string{"lyngk", "dvonn"} {
		b := full(t, id)
		b.Listing(words)
		b.Stacks, b.Marks = [64][]game.Piece{}, Marks{}
		b.Listing(words)
		for s, q := range b.Style.Pieces {
			b.Stacks[b.Layout.Spots[s]] = []game.Piece{q.Letter, q.Letter}
		}
		b.Listing(words)
	}
	var missing []string
	for key := range messages {
		if !used[key] {
			missing = append(missing, key)
		}
	}
	sort.Strings(missing)
	if len(missing) > 0 {
		t.Errorf("no drawing says %s", missing)
	}
}

// TestLegend: each sign that a board shows is explained in the words that belong
// to it, one that it does not show is not, and whose the colors are is said.
func TestLegend(t *testing.T) {
	for _, c := range []struct {
		scene string
		o     Terminal
		want  string
	}{
		{"lyngk-choose-light", Terminal{}, "[ ] selected, » « chosen target, › ‹ target, ( ) go on from here, • its way"},
		{"lyngk-choose-light", Terminal{ASCII: true}, "[ ] selected, # # chosen target, > < target, ( ) go on from here, * its way"},
		{"lyngk-captured-dark", Terminal{}, "○ last move from here, • its way, ~ ~ removed"},
		{"lyngk-captured-dark", Terminal{Depth: TrueColor}, "c1 last move from here, • its way, ~ ~ removed"},
		{"lyngk-captured-dark", Terminal{}, "I ivory (player 2), B blue, R red (player 2), G green (player 1),"},
		{"dvonn-cut-dark", Terminal{}, "○ last move from here, = = last move to here, • its way, ~ ~ removed"},
	} {
		for _, sc := range scenes {
			if sc.name != c.scene {
				continue
			}
			b := sc.mark(t, parse(t, sc.game, sc.pos))
			text := Legend(b, c.o)
			if c.o.Depth == NoColor {
				text = Text(b, c.o)
			}
			if !strings.Contains(text, "\n"+c.want+"\n") {
				t.Errorf("%s: the legend lacks %q:\n%s", c.scene, c.want, text)
			}
		}
	}
	bare := full(t, "dvonn")
	bare.Marks = Marks{}
	if text := Legend(bare, Terminal{}); strings.Count(text, "\n") != 1 {
		t.Errorf("a board without marks has the legend\n%s", text)
	}
}

func ExampleBoard_StackWords() {
	b := &Board{Style: discStyle(5)}
	fmt.Println(b.StackWords([]game.Piece("JRK"), nil))
	fmt.Println(b.StackWords([]game.Piece("G"), nil))
	// Output:
	// stack of 3, black on top; below: red, joker
	// green
}
