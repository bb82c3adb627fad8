package boardspace_test

import (
	"fmt"
	"os"
	"strings"

	"cairn.example/record"
	"cairn.example/record/boardspace"
)

func ExampleSGF_Read() {
	const file = `(;GM[Dvonn]SU[dvonn 1]P0[id "Ann"]P1[id "Bob"]
;P0[0 Start P0]
;P0[1 pick wr 2];P0[2 dropb D 3];P0[3 pickb D 3];P0[4 dropb E 3];P0[5 done]
;P1[6 dropb F 3];P1[7 done]
;P0[8 resign];P0[9 done])`
	for e := range (boardspace.SGF{}).Read(strings.NewReader(file), record.Options{}) {
		fmt.Println(e.Record.Texts(), e.Record.Termination, e.Err)
	}
	// Output:
	// [e3 f3] resignation <nil>
}

func ExampleSGF_Write() {
	r := &record.Record{Game: "dvonn", First: "Ann", Second: "Bob"}
	r.Moves = []record.Move{{Text: "e3"}, {Text: "f3"}}
	if _, err := (boardspace.SGF{}).Write(os.Stdout, r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// (;
	// GM[Dvonn]VV[1]
	// SU[dvonn 0]
	// P0[id "Ann"]
	// P1[id "Bob"]
	// ; P0[0 Start P0]
	// ; P0[1 dropb E 3]
	// ; P0[2 done]
	// ; P1[3 dropb F 3]
	// ; P1[4 done]
	// )
}
