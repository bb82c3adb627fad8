package dvonn

import (
	"fmt"
	"strings"
	"testing"
)

// class writes down what a key stands for, as the comment of Position says.
func class(p *Position) string {
	var b strings.Builder
	for _, s := range layout.Spots {
		fmt.Fprintf(&b, "%d%t%t%t ", p.height[s], p.tops[0]&s.Bit() != 0, p.tops[1]&s.Bit() != 0, p.dvonn&s.Bit() != 0)
	}
	fmt.Fprint(&b, p.side, p.placing)
	return b.String()
}

// TestKey walks trees in which many ways lead to the same position: what counts
// as equal has equal keys, and all else different ones.
func TestKey(t *testing.T) {
	keyOf := map[string]uint64{}
	classOf := map[uint64]string{}
	texts := map[string]bool{}
	nodes := 0
	var walk func(p *Position, depth int)
	walk = func(p *Position, depth int) {
		nodes++
		c := class(p)
		if k, ok := keyOf[c]; ok && k != p.Key() {
			t.Fatalf("keys %x and %x for equal positions\n%s", k, p.Key(), p)
		}
		if other, ok := classOf[p.Key()]; ok && other != c {
			t.Fatalf("key %x for different positions\n%s", p.Key(), p)
		}
		keyOf[c], classOf[p.Key()] = p.Key(), c
		texts[p.String()] = true
		if depth == 0 {
			return
		}
		for _, m := range p.Moves(nil) {
			child := *p
			child.PlayUnchecked(m)
			walk(&child, depth-1)
		}
	}
	walk(newEmpty(), 2)
	for _, text := range []string{few + " w move", blocked + " w move", blocked + " b move"} {
		p, err := Game.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		walk(p.(*Position), 7)
	}
	full := Game.StartFull("key").(*Position)
	walk(full, 2)
	t.Logf("%d nodes, %d texts, %d positions", nodes, len(texts), len(keyOf))
	if nodes <= len(texts) || len(texts) <= len(keyOf) {
		t.Errorf("%d nodes, %d texts, %d positions: no two ways to one position, or to two orders in a stack", nodes, len(texts), len(keyOf))
	}
}

// TestKeyOfOrder: the order inside a stack decides nothing, what it holds does.
func TestKeyOfOrder(t *testing.T) {
	key := func(stack string) uint64 {
		p, err := Game.Parse(strings.Replace(few, "WB", stack, 1) + " w move")
		if err != nil {
			t.Fatal(err)
		}
		return p.Key()
	}
	for _, c := range []struct {
		a, b  string
		equal bool
	}{
		{"WBB", "BWB", true},
		{"WBB", "BBB", true},
		{"DWB", "WDB", true},
		{"DWB", "DDB", true}, // how many DVONN pieces a stack holds decides nothing
		{"WBB", "WBW", false},
		{"WBB", "DBB", false},
		{"WB", "WBB", false},
		{"D", "W", false},
		{"D", "B", false},
		{"W", "B", false},
	} {
		if (key(c.a) == key(c.b)) != c.equal {
			t.Errorf("keys with %s and %s on c3: equal is %v, want %v", c.a, c.b, !c.equal, c.equal)
		}
	}
}
