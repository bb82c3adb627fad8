package formats_test

import (
	"fmt"
	"strings"

	"cairn.example/record"
	"cairn.example/record/formats"
)

// The format of a file shows in how it begins.
func ExampleRead() {
	for _, file := range []string{
		"[Game \"dvonn\"]\n\n1. e3 f3 *\n",
		`{"game":"dvonn","moves":["e3","f3"],"result":"ongoing"}`,
		"E3 F3\n",
		"no game at all\n",
	} {
		for e := range formats.Read(strings.NewReader(file), nil, record.Options{File: "file"}) {
			if e.Err != nil {
				fmt.Println(e.Err)
				continue
			}
			fmt.Println(e.Record.Game, e.Record.Texts())
		}
	}
	// Output:
	// dvonn [e3 f3]
	// dvonn [e3 f3]
	// dvonn [e3 f3]
	// file: unknown format of records; known formats: cairn, json, sgf, codecup, pbm
}

func ExampleLookup() {
	f, err := formats.Lookup("SGF")
	fmt.Println(f.Name(), f.Extension(), err)
	_, err = formats.Lookup("pgn")
	fmt.Println(err)
	// Output:
	// sgf .sgf <nil>
	// unknown format "pgn"; known formats: cairn, json, sgf, codecup, pbm
}
