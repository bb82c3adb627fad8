package record_test

import (
	"fmt"
	"os"
	"strings"
	"time"

	"cairn.example/game"
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
	r.Result = game.FirstWins
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

// Warnings of one kind count as one, with their number.
func ExampleWarningCounts() {
	var counts record.WarningCounts
	r := &record.Record{Game: "dvonn"}
	for _, text := range []string{"d3", "h3", "f1"} {
		m := record.Move{Text: text}
		m.Comment = "a comment"
		r.Moves = append(r.Moves, m)
	}
	warnings := r.UnsupportedNotes("pbm")
	for _, w := range warnings {
		counts.Add(w)
	}
	for _, w := range counts.List() {
		fmt.Println(w.Warning, "-", w.Count, "times")
	}
	// Output:
	// ply 1: pbm does not support comments - 3 times
}

// What each move took is a note of the move, "times" in JSON.
func ExampleElapsed() {
	r := &record.Record{Game: "dvonn", TimeControl: "300+3", Line: record.Line{Moves: []record.Move{{Text: "d3"}}}}
	r.Moves[0].Took = record.Elapsed{Known: true, Time: 1500 * time.Millisecond}
	r.Result, r.Termination = game.Draw, record.Agreement
	if _, err := (record.Cairn{}).Write(os.Stdout, r); err != nil {
		fmt.Println(err)
	}
	// Output:
	// [Game "dvonn"]
	// [Start ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place"]
	// [Result "draw"]
	// [Termination "agreement"]
	// [TimeControl "300+3"]
	//
	// 1. d3 {[%emt 0:00:01.5]} 1/2-1/2
}

// What follows from the rest is filled in, and texts become canonical.
func ExampleRecord_Check() {
	r := &record.Record{Game: "DVONN", Line: record.Line{Moves: []record.Move{{Text: "D3"}, {Text: "d3"}}}}
	_, err := r.Check()
	fmt.Println(err)
	fmt.Println(r.Game, r.Texts(), r.Start != "")
	// Output:
	// ply 2: d3 is illegal: rule 2.1: d3 is occupied; a piece is placed on a vacant space
	// dvonn [d3] true
}

// A cursor walks through the moves of a record and puts variations in.
func ExampleCursor() {
	r := &record.Record{Game: "dvonn", Line: record.Line{Moves: []record.Move{{Text: "d3"}, {Text: "h3"}, {Text: "f1"}}}}
	if _, err := r.Check(); err != nil {
		fmt.Println(err)
	}
	c, err := record.NewCursor(r)
	if err != nil {
		fmt.Println(err)
	}
	c.Next()
	if err := c.Play("d3"); err != nil {
		fmt.Println(err)
	}
	if err := c.Play("k5"); err != nil { // instead of h3
		fmt.Println(err)
	}
	c.Move().Comment = "far away"
	c.Previous()
	fmt.Println(c.Ply(), c.Choices())
	for c.Next() {
		fmt.Println(c.Ply(), c.Move().Text)
	}
	fmt.Println(r.Moves[1].Variations[0].Moves[0].Text, r.Moves[1].Variations[0].Moves[0].Comment)
	// Output:
	// rule 2.1: d3 is occupied; a piece is placed on a vacant space
	// 1 [h3 k5]
	// 2 h3
	// 3 f1
	// k5 far away
}
