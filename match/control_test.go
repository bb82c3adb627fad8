package match

import (
	"reflect"
	"testing"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

// Clocks are read to the millisecond, and what bounds none is refused.
func TestParseTime(t *testing.T) {
	for text, want := range map[string][2]time.Duration{
		"5": {5 * time.Second}, "60+0.5": {time.Minute, 500 * time.Millisecond}, "0.0014": {time.Millisecond}, "1+0": {time.Second},
		"9999999": {9_999_999 * time.Second},
	} {
		if base, increment, err := ParseTime(text); err != nil || base != want[0] || increment != want[1] {
			t.Errorf("%s: %v and %v, %v, want %v", text, base, increment, err, want)
		}
	}
	for _, text := range []string{"", "0", "0+1", "-1", "10000000", "1+10000000", "1+", "1+-1", "+1", "NaN", "Inf", "five", "1+2+3"} {
		if base, increment, err := ParseTime(text); err == nil || base != 0 || increment != 0 {
			t.Errorf("%q is read as %v and %v, %v", text, base, increment, err)
		}
	}
}

// A contestant with a clock gets both clocks and increments; it sees an opponent without one
// as having as much time as itself.
func TestLimitsOfClocks(t *testing.T) {
	left := [2]time.Duration{4 * time.Second, 7 * time.Second}
	increment := [2]time.Duration{100 * time.Millisecond, 300 * time.Millisecond}
	first := Control{Time: 5 * time.Second, Increment: increment[0]}
	second := Control{Time: 8 * time.Second, Increment: increment[1]}
	nodes := Control{Nodes: 10}
	for _, c := range []struct {
		controls [2]Control
		side     game.Side
		want     engine.Limits
	}{
		{[2]Control{first, second}, game.First, engine.Limits{Clocked: true, Clock: left, Increment: increment}},
		{[2]Control{first, second}, game.Second, engine.Limits{Clocked: true, Clock: left, Increment: increment}},
		{[2]Control{nodes, second}, game.First, engine.Limits{Nodes: 10}},
		{[2]Control{nodes, second}, game.Second, engine.Limits{Clocked: true, Clock: [2]time.Duration{left[1], left[1]}, Increment: [2]time.Duration{0, increment[1]}}},
	} {
		if got := c.controls[c.side].limits(c.side, left, c.controls); !reflect.DeepEqual(got, c.want) {
			t.Errorf("side %d of %v is told %+v, want %+v", c.side, c.controls, got, c.want)
		}
	}
}

// What a control says stands in results files, each limit that is set and no other.
func TestControlInWords(t *testing.T) {
	for want, c := range map[string]Control{
		"no limit":             {},
		"5 s a game":           {Time: 5 * time.Second},
		"0.001+0.001 s a game": {Time: time.Millisecond, Increment: time.Millisecond},
		"0.1 s a move":         {MoveTime: 100 * time.Millisecond},
		"1 nodes a move":       {Nodes: 1},
		"depth 1":              {Depth: 1},
		"60+0.5 s a game, 2 s a move, 3000 nodes a move, depth 9": {
			Time: time.Minute, Increment: 500 * time.Millisecond, MoveTime: 2 * time.Second, Nodes: 3000, Depth: 9,
		},
	} {
		if got := c.String(); got != want {
			t.Errorf("%+v is %q, want %q", c, got, want)
		}
	}
}
