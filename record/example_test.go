package record_test

import (
	"fmt"
	"os"
	"strings"

	"cairn.example/record"
)

const file = `[Game "dvonn"]
[First "Ann"]
[Second "Bob"]

1. d3 h3 2. f1 {the third red one} A1 *

[Game "dvonn"]

1. d3 d3 *
`

func ExampleCairn_Read() {
	for e := range (record.Cairn{}).Read(strings.NewReader(file), record.Options{File: "two.cairn"}) {
		if e.Err != nil {
			fmt.Println(e.Err)
			continue
		}
		fmt.Println(e.Record.First, "-", e.Record.Second, e.Record.Texts())
	}
	// Output:
	// Ann - Bob [d3 h3 f1 a1]
	// two.cairn:9: game 2, ply 2: d3 is illegal: rule 2.1: d3 is occupied; a piece is placed on a vacant space
}

func ExampleCairn_Write() {
	r := &record.Record{Game: "dvonn", First: "Ann", Second: "Bob", Termination: record.Resignation}
	r.Result = 1 // First wins
	for _, text := range []string{"d3", "h3", "f1", "a1"} {
		r.Moves = append(r.Moves, record.Move{Text: text})
	}
	r.Moves[2].Comment = "the third red one"
	r.Moves[2].AddCommand("clk", "0:04:31")
	r.SetTag("Event", "Club evening")
	if _, err := (record.Cairn{}).Write(os.Stdout, r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Game "dvonn"]
	// [Start ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place"]
	// [First "Ann"]
	// [Second "Bob"]
	// [Result "w"]
	// [Termination "resignation"]
	// [Event "Club evening"]
	//
	// 1. d3 h3 2. f1 {[%clk 0:04:31] the third red one} a1 1-0
}

func ExampleJSON() {
	line := `{"game":"dvonn","moves":["D3","h3"],"result":"ongoing","rating":1500}`
	for e := range (record.JSON{}).Read(strings.NewReader(line), record.Options{}) {
		fmt.Println(e.Record.Texts(), e.Err)
		fmt.Println(e.Warnings[0])
	}
	// Output:
	// [d3 h3] <nil>
	// line 1: game 1: the field rating is not supported; 1500 is ignored
}
