package codecup_test

import (
	"fmt"
	"strings"

	"cairn.example/record"
	"cairn.example/record/codecup"
)

func Example() {
	const file = "# final, round 1\nE3 F3 G3\n"
	for e := range codecup.Format.Read(strings.NewReader(file), record.Options{}) {
		fmt.Println(e.Record.Comment, e.Record.Texts(), e.Err)
	}
	// Output:
	// final, round 1 [e3 f3 g3] <nil>
}
