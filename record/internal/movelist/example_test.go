package movelist_test

import (
	"fmt"
	"strings"

	"cairn.example/record"
	"cairn.example/record/internal/movelist"
)

// A format of lists of DVONN moves with a full stop after each move.
func ExampleStyle() {
	dots := movelist.Style{
		Format: "dots",
		Ending: ".dots",
		Games:  []string{"dvonn"},
		Move:   func(word string) (string, bool) { return strings.CutSuffix(word, ".") },
		Word:   func(move string) string { return move + "." },
	}
	for e := range dots.Read(strings.NewReader("e3. f3. g3.\n"), record.Options{}) {
		fmt.Println(e.Record.Texts(), e.Err)
	}
	// Output:
	// [e3 f3 g3] <nil>
}
