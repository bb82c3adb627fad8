package lyngk_test

import (
	"fmt"

	"cairn.example/game"
	"cairn.example/lyngk"
)

func Example() {
	p := lyngk.Standard.Start("cairn")
	fmt.Println(p)
	fmt.Println(len(p.Moves(nil)), "turns")

	m, err := p.ParseMove("R,b4-b3")
	fmt.Println(lyngk.Standard.MoveText(m), err)
	fmt.Println(p.Play(m))
	fmt.Println(p)

	_, err = p.ParseMove("c5-b3")
	fmt.Println(err)
	// Output:
	// R/J,I,G,I/R,B,B,G,B,B,G/K,G,I,R,B,I/I,K,I,G,G,R,R/B,K,R,K,K,K/R,B,J,J,B,K,I/I,K,G,G/R 1 -:- 0:0
	// 1024 turns
	// R,b4-b3 <nil>
	// <nil>
	// R/J,I,GI,./R,B,B,G,B,B,G/K,G,I,R,B,I/I,K,I,G,G,R,R/B,K,R,K,K,K/R,B,J,J,B,K,I/I,K,G,G/R 2 R:- 0:0
	// rule 1.5: a neutral stack can't move onto a higher one, and b3 is higher than c5
}

func ExamplePosition_Route() {
	p, err := lyngk.Standard.Parse("./.,.,.,./I,.,I,.,I,.,./.,.,.,.,B,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./. 1 I:- 0:0")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, _ := p.ParseMove("c1-d5")
	for _, s := range p.(game.Router).Route(m) {
		fmt.Print(lyngk.Standard.Layout().Names[s], " ")
	}
	// Output: c1 c3 c5 d5
}
