package boardspace_test

import (
	"errors"
	"strings"
	"testing"

	"cairn.example/record"
	"cairn.example/record/boardspace"
)

// TestClicks plays clicks of people: what they come to, and what is refused with
// which reason. The first two turns of DVONN place d3 and e3, so that c3 and the
// like are free.
func TestClicks(t *testing.T) {
	const dvonn = "(;GM[Dvonn]SU[dvonn 1];P0[dropb D 3];P0[done];P1[dropb E 3];P1[done]"
	const lyngk = "(;GM[lyngk]SU[lyngk 2 1 100]"
	for _, test := range []struct {
		name, root, clicks string
		moves              string // of which those of the root are left out
		code               string
	}{
		{"a piece from the rack", dvonn, "pick wr 1|dropb C 3|done", "c3", ""},
		{"back to the rack", dvonn, "pick wr 1|drop wr 1|dropb C 3|done", "c3", ""},
		{"two from the rack, one after the other", dvonn, "pick wr 1|pick wr 2|dropb C 3|done", "c3", ""},
		{"the rack while a stack is picked up", dvonn, "pickb D 3|pick wr 2", "", "boardspace.air"},
		{"nothing to put back", dvonn, "drop wr 1", "", "boardspace.nothing_up"},
		{"put down and taken up", dvonn, "dropb C 3|pickb C 3|dropb F 3|done", "f3", ""},
		{"put down and another taken up", dvonn, "dropb C 3|pickb D 3", "", "boardspace.dropped"},
		{"taken up twice", dvonn, "pick wr 1|pickb D 3", "", "boardspace.air"},
		{"taken up from one spot twice", dvonn, "dropb C 3|pickb C 3|pickb C 3|dropb F 3|done", "f3", ""},
		{"taken up from two spots", dvonn, "pickb D 3|pickb E 3", "", "boardspace.air"},
		{"put down twice", dvonn, "dropb C 3|dropb F 3", "", "boardspace.dropped"},
		{"put down and another from the rack", dvonn, "dropb C 3|pick wr 1|dropb F 3|done", "f3", ""},
		{"put down and another from the rack, not put down", dvonn, "dropb C 3|pick wr 1|done", "", "boardspace.air"},
		{"on the own tray and back", dvonn, "pick wr 1|drop wc 0|pick wc 0|dropb C 3|done", "c3", ""},
		{"on the other tray and back", dvonn, "pick wr 1|drop BC 0|pick bc 0|dropb C 3|done", "c3", ""},
		{"on the tray twice", dvonn, "pick wr 1|drop wc 0|pick wc 0|drop wc 0|pick wc 0|dropb C 3|done", "c3", ""},
		{"on the tray, then reset", dvonn, "pick wr 1|drop wc 0|reset|dropb C 3|done", "c3", ""},
		{"on the tray at the end", dvonn, "pick wr 1|drop wc 0|done", "", "boardspace.tray"},
		{"on the tray beside a move", dvonn, "pick wr 1|drop wc 0|dropb C 3|done", "", "boardspace.tray"},
		{"on the tray, another put down and taken up", dvonn, "pick wr 1|drop wc 0|dropb C 3|pick wc 0|dropb F 3|done", "f3", ""},
		{"a stack on the tray and back where it was", dvonn, "pickb D 3|drop wc 0|pick wc 0|dropb D 3|dropb C 3|done", "c3", ""},
		{"two on the tray", dvonn, "pick wr 1|drop wc 0|pick wr 2|drop wc 0", "", "boardspace.tray_full"},
		{"nothing for the tray", dvonn, "drop wc 0", "", "boardspace.nothing_up"},
		{"nothing on the tray", dvonn, "pick wc 0", "", "boardspace.tray_empty"},
		{"from the wrong tray", dvonn, "pick wr 1|drop wc 0|pick bc 0", "", "boardspace.tray_empty"},
		{"a tray without a number", dvonn, "pick wr 1|drop wc", "", "boardspace.nothing_up"},
		{"pick alone", dvonn, "pick", "", "boardspace.operation_form"},
		{"a move with a piece picked up", dvonn, "pick wr 1|move D 3 E 3", "", "boardspace.air"},
		{"a move after a piece was put down", dvonn, "dropb C 3|move D 3 E 3", "", "boardspace.dropped"},
		{"picked up at the end", dvonn, "pick wr 1|done", "", "boardspace.air"},
		{"all taken back", dvonn, "pick wr 1|reset|dropb C 3|done", "c3", ""},
		{"pass after a piece was put down", dvonn, "dropb C 3|pass", "", "boardspace.dropped"},
		{"no spot", dvonn, "dropb C", "", "boardspace.operation_form"},
		{"no such spot", dvonn, "dropb C x", "", "boardspace.operation_form"},
		{"no such rack", dvonn, "pick xx 1 2", "", "boardspace.operation_form"},
		{"start in the middle", dvonn, "start P1", "", "boardspace.operation_form"},
		{"no word", dvonn, "17", "", "boardspace.operation_empty"},

		{"a claim and a move", lyngk, "pick R|drop F|pickb b 2 0|dropb c 3|done", "R,b2-c3", ""},
		{"a claim taken back", lyngk, "pick R|drop R|pickb b 2 0|dropb c 3|done", "b2-c3", ""},
		{"a color picked up", lyngk, "pick R|pickb b 2 0", "", "boardspace.air"},
		{"a color put on the board", lyngk, "pick R|dropb b 2", "", "boardspace.air"},
		{"a color picked up at the end", lyngk, "pick R|done", "", "boardspace.air"},
		{"a claim alone", lyngk, "pick R|drop F|done", "", "boardspace.claim"},
		{"a stack put back", lyngk, "pickb b 2 0|dropb b 2|pickb b 2 0|dropb c 3|done", "b2-c3", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			player := "P0"
			var text strings.Builder
			text.WriteString(test.root)
			for _, click := range strings.Split(test.clicks, "|") {
				text.WriteString(";" + player + "[" + click + "]")
			}
			text.WriteString(")")
			n := 0
			for e := range (boardspace.SGF{}).Read(strings.NewReader(text.String()), record.Options{Start: layout}) {
				n++
				var bad *record.Error
				if errors.As(e.Err, &bad) != (test.code != "") || bad != nil && bad.Code != test.code {
					t.Fatalf("%v, want %q", e.Err, test.code)
				}
				if e.Err != nil {
					continue
				}
				if got := strings.TrimPrefix(strings.Join(e.Record.Texts(), " "), "d3 e3 "); got != test.moves || len(e.Warnings) > 0 {
					t.Errorf("the moves are %q, want %q; %v", got, test.moves, e.Warnings)
				}
			}
			if n != 1 {
				t.Errorf("%d games", n)
			}
		})
	}
}
