package lyngk

import (
	"strings"
	"testing"
)

// build makes a position from a list of stacks such as "c1=IB c2=K" and the
// three fields after the board.
func build(t testing.TB, g Game, stacks, rest string) *Position {
	t.Helper()
	cells := map[string]string{}
	for _, item := range strings.Fields(stacks) {
		spot, pieces, _ := strings.Cut(item, "=")
		if _, ok := layout.Lookup(spot); !ok {
			t.Fatalf("no spot %s", spot)
		}
		cells[spot] = pieces
	}
	var columns []string
	for _, column := range layout.Columns {
		var list []string
		for _, s := range column {
			pieces := cells[name(s)]
			if pieces == "" {
				pieces = "."
			}
			list = append(list, pieces)
		}
		columns = append(columns, strings.Join(list, ","))
	}
	p, err := g.Parse(strings.Join(columns, "/") + " " + rest)
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}
