package line

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestNarrowTerminal plays in a terminal of 40 columns: no line of the help is longer,
// but a position stays one line, which can be copied.
func TestNarrowTerminal(t *testing.T) {
	o := options(t, "dvonn", "narrow", "de")
	o.Boards = BoardsOff
	o.Columns = func() int { return 40 }
	for l := range strings.Lines(run(t, "help\nmoves\n", o)) {
		if n := utf8.RuneCountInString(strings.TrimRight(l, "\n")); n > 40 {
			t.Errorf("%d columns: %s", n, l)
		}
	}
	position := o.Session.Position().String() + "\n"
	if said := run(t, "position\n", o); !strings.Contains(said, position) || len(position) <= 40 {
		t.Errorf("the position is not one line:\n%s", said)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"one two three", 0, "one two three"},
		{"one two three", 13, "one two three"},
		{"one two three", 12, "one two\nthree"},
		{"äöü äöü äöü", 7, "äöü äöü\näöü"},
		{"a\n  b c d e\nf", 5, "a\n  b c\n  d e\nf"},
		{"  cut x   what is cut off", 20, "  cut x   what is\n          cut off"},
		{"a line with  a gap far behind", 16, "a line with a\ngap far behind"},
		{"unbreakable end", 5, "unbreakable\nend"},
		{"     ^ here", 40, "     ^ here"},
	} {
		if got := Wrap(c.text, c.columns); got != c.want {
			t.Errorf("%q in %d columns is\n%s\nwant\n%s", c.text, c.columns, got, c.want)
		}
	}
}
