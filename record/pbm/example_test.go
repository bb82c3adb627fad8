package pbm_test

import (
	"fmt"
	"os"

	"cairn.example/record"
	"cairn.example/record/pbm"
)

func Example() {
	r := &record.Record{Game: "lyngk", First: "Ann"}
	r.Start = "I/B,R,K,K/K,B,G,J,B,I,K/R,G,B,B,G,J/R,I,K,B,B,G,R/I,G,I,I,G,K/G,R,K,R,B,J,R/K,I,I,R/G 1 -:- 0:0"
	r.Moves = []record.Move{{Text: "g,g5-h3"}}
	warnings, err := pbm.Format.Write(os.Stdout, r)
	fmt.Println(warnings, err)
	// Output:
	// # start I/B,R,K,K/K,B,G,J,B,I,K/R,G,B,B,G,J/R,I,K,B,B,G,R/I,G,I,I,G,K/G,R,K,R,B,J,R/K,I,I,R/G 1 -:- 0:0
	// G,g5-h3
	//
	// [pbm does not support the tag First ("Ann")] <nil>
}
