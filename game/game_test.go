package game

import (
	"math"
	"strings"
	"testing"
)

// TestStream holds the stream against numbers that a Python program computed
// from the text of the contract.
func TestStream(t *testing.T) {
	s := NewStream(StartDomain, "lyngk", "demo")
	want := []uint32{2808143165, 1525481326, 2570757432, 1007406539, 4221898815, 2088126129, 3877747898, 3980532394, 1005925971}
	for i, w := range want {
		if got := s.Uint32(); got != w {
			t.Errorf("number %d is %d, want %d", i, got, w)
		}
	}
}

// TestIntn checks the range, and that a bound with many rejections gives every
// number about equally often.
func TestIntn(t *testing.T) {
	s := NewStream("test", "none", "")
	const n, draws = 3, 30000
	var seen [n]int
	for range draws {
		seen[s.Intn(n)]++
	}
	for v, times := range seen {
		if d := math.Abs(float64(times) - draws/n); d > 5*math.Sqrt(draws/n) {
			t.Errorf("%d came %d times of %d", v, times, draws)
		}
	}
	if s.Intn(1) != 0 {
		t.Error("Intn(1) is not 0")
	}
	defer func() {
		if recover() == nil {
			t.Error("Intn(0) returns")
		}
	}()
	s.Intn(0)
}

// TestIntnRejects: what would make some numbers likelier than others is drawn
// again.
func TestIntnRejects(t *testing.T) {
	const n = 3 << 30 // every fourth number is too large
	raw, s := NewStream("test", "none", "b"), NewStream("test", "none", "b")
	rejected := 0
	for range 1000 {
		want := raw.Uint32()
		for ; want >= n; want = raw.Uint32() {
			rejected++
		}
		if got := s.Intn(n); got != int(want) {
			t.Fatalf("%d is drawn, want %d", got, want)
		}
	}
	if rejected < 200 {
		t.Errorf("only %d of about 330 numbers were rejected", rejected)
	}
}

func TestShuffleKeepsAll(t *testing.T) {
	list := []int{0, 1, 2, 3, 4, 5, 6}
	NewStream("test", "none", "a").Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	sum := 0
	for _, v := range list {
		sum |= 1 << v
	}
	if sum != 127 {
		t.Errorf("shuffled to %v", list)
	}
}

func TestOutcome(t *testing.T) {
	for _, s := range []Side{First, Second} {
		if w, ok := Win(s).Winner(); !ok || w != s || s.Other() == s || s.Other().Other() != s {
			t.Errorf("side %d: winner %d, %v", s, w, ok)
		}
	}
	for _, o := range []Outcome{Ongoing, Draw} {
		if _, ok := o.Winner(); ok {
			t.Errorf("outcome %d has a winner", o)
		}
	}
}

func TestError(t *testing.T) {
	e := &Error{Code: "x.y", Clause: "1.5", Text: "the stack on {from} is lower than {to}; {other} stays", Args: map[string]string{"from": "c3", "to": "{from}"}}
	if got, want := e.Error(), "rule 1.5: the stack on c3 is lower than {from}; {other} stays"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (&Error{Text: "no move"}).Error(); got != "no move" {
		t.Errorf("%q", got)
	}
}

// TestLayout builds a hexagon of seven spots.
func TestLayout(t *testing.T) {
	h := math.Sqrt(3) / 2
	steps := [6]Point{{1, 0}, {0.5, h}, {-0.5, h}, {-1, 0}, {-0.5, -h}, {0.5, -h}}
	l := NewLayout([][]Spot{{1, 2}, {3, 0, 4}, {5, 6}},
		func(s Spot) string { return string(rune('a' + s)) },
		func(s Spot) Point {
			order := [7]Point{{}, steps[3], steps[2], steps[4], steps[1], steps[5], steps[0]}
			return order[s]
		}, steps)
	if l.All != 127 || len(l.Spots) != 7 {
		t.Fatalf("all %b", l.All)
	}
	for d, s := range l.Neighbors[0] {
		if s == NoSpot {
			t.Fatalf("no neighbor in direction %d", d)
		}
		if back := l.Neighbors[s][(d+3)%6]; back != 0 {
			t.Errorf("direction %d does not lead back", d)
		}
	}
	far := l.Neighbors[0][3]
	if d, n, ok := l.Direction(l.Neighbors[0][0], far); !ok || d != 3 || n != 2 {
		t.Errorf("direction %d, distance %d, %v", d, n, ok)
	}
	if _, _, ok := l.Direction(0, 0); ok {
		t.Error("a spot lies in no direction of itself")
	}
	if _, _, ok := l.Direction(NoSpot, 0); ok {
		t.Error("no spot lies in a direction")
	}
	if s, ok := l.Lookup("c"); !ok || s != 2 {
		t.Errorf("c is %d, %v", s, ok)
	}
	if _, ok := l.Lookup(""); ok {
		t.Error("a spot without a name was found")
	}
}

func TestShown(t *testing.T) {
	for text, want := range map[string]string{
		"":                        "",
		"b1-b2 łódź":              "b1-b2 łódź",
		"\x1b[31m\ufeff\n\xff":    "\ufffd[31m\ufffd\ufffd\ufffd",
		strings.Repeat("ź", 40):   strings.Repeat("ź", 40),
		strings.Repeat("ź", 41):   strings.Repeat("ź", 40) + "…",
		strings.Repeat("\x00", 3): "\ufffd\ufffd\ufffd",
	} {
		if got := Shown(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
