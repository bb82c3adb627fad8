package dvonn_test

import (
	"fmt"

	"cairn.example/dvonn"
	"cairn.example/game"
)

func Example() {
	p, err := dvonn.Game.Parse("D,W,W/.,B,W,B/.,.,WB,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"c3-a3", "a3-a2"} {
		m, err := p.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		if err := p.Play(m); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(p)
	// Output:
	// rule 2.2: c3 isn't yours: it has black on top
	// D,WW,./.,B,W,B/.,.,WB,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move
}

// The stacks that a move would cut off from all DVONN pieces (rule 2.3).
func ExamplePosition_Isolated() {
	p, err := dvonn.Game.Parse(".,.,./.,.,.,./.,.,D,.,./.,W,W,.,./.,.,B,.,./.,.,W,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w move")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.ParseMove("d3-e3")
	if err != nil {
		fmt.Println(err)
		return
	}
	layout, gone := p.Game().Layout(), p.(game.Isolator).Isolated(m)
	for _, s := range layout.Spots {
		if gone&s.Bit() != 0 {
			fmt.Println(layout.Names[s])
		}
	}
	// Output:
	// d2
	// e3
	// f3
}

// A random full board skips the placing phase.
func ExampleRules_StartFull() {
	p := dvonn.Game.StartFull("cairn")
	fmt.Println(p)
	fmt.Println(len(p.Moves(nil)), "moves")
	// Output:
	// B,B,W/B,W,W,W/B,D,B,W,W/B,W,B,W,B/B,B,B,W,B/B,B,D,B,B/W,W,B,W,D/B,B,B,B,W/W,B,W,W,W/B,W,W,W/W,W,W w move
	// 39 moves
}
