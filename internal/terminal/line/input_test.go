package line

import (
	"context"
	"errors"
	"strings"
	"testing"
)

// TestInput reads lines of all lengths and what stands before and after them.
func TestInput(t *testing.T) {
	whole := strings.Repeat("x", longestLine)
	for _, test := range []struct {
		name, text string
		want       []string // "long" for a line that is skipped
	}{
		{"nothing", "", nil},
		{"lines", "a\n\nb\n", []string{"a", "", "b"}},
		{"no end", "a\nb", []string{"a", "b"}},
		{"a mark in front", "\ufeffa\n\ufeffb\n", []string{"a", "\ufeffb"}},
		{"the mark alone", "\ufeff", nil},
		{"the longest", whole + "\nb\n", []string{whole, "b"}},
		{"longer", whole + "xx\nb\n", []string{"long", "b"}},
		{"longer without an end", whole + whole, []string{"long"}},
	} {
		in := newInput(strings.NewReader(test.text))
		for i := 0; ; i++ {
			l := in.next()
			text, long, ok := l.text, l.long, l.ok
			if long {
				text = "long"
			}
			if !ok || i == len(test.want) {
				if ok || i < len(test.want) {
					t.Errorf("%s: line %d: %t, want %d lines", test.name, i, ok, len(test.want))
				}
				break
			}
			if text != test.want[i] {
				t.Errorf("%s: line %d has %d bytes, want %d", test.name, i, len(text), len(test.want[i]))
			}
		}
		if in.err != nil {
			t.Errorf("%s: %v", test.name, in.err)
		}
	}
	bad := newInput(broken{})
	if l := bad.next(); l.ok || bad.err == nil {
		t.Errorf("a stream that fails ends with %v", bad.err)
	}
}

// broken is a stream that fails.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("no cable") }

// TestStrangeLines goes on after a line that is far too long, begins after a byte
// order mark, and says of a word only that it is no spot.
func TestStrangeLines(t *testing.T) {
	o := options(t, "dvonn", "", "en")
	var out strings.Builder
	script := "\ufeffe3\n" + strings.Repeat("f", longestLine+5) + "\nf3\nlook zz\nlook z9\n"
	if err := Run(context.Background(), strings.NewReader(script), &out, o); err != nil {
		t.Fatal(err)
	}
	if o.Session.Ply() != 2 {
		t.Errorf("%d plies are played, want 2:\n%s", o.Session.Ply(), out.String())
	}
	for _, want := range []string{"This line is too long for a move or a command; it was skipped.\n", "\nDVONN has no spot zz.\n", "no space z9"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not said:\n%s", want, out.String())
		}
	}
}
