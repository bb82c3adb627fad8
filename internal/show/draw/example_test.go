package draw_test

import (
	"fmt"
	"log"

	"cairn.example/games"
	"cairn.example/internal/show/draw"
)

func Example() {
	g, err := games.Lookup("lyngk")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.Parse("./.,.,B,./.,.,K,.,.,IK,./.,GB,.,.,.,./.,IR,.,.,R,.,./.,.,.,.,.,./.,K,.,G,.,GB,./.,.,.,./. 1 R:- 0:0")
	if err != nil {
		log.Fatal(err)
	}
	b, err := draw.New(p)
	if err != nil {
		log.Fatal(err)
	}
	e2, _ := b.Layout.Lookup("e2")
	b.MarkChoices(p, p.Moves(nil), e2)
	fmt.Print(draw.Text(b, draw.Terminal{ASCII: true, Width: 60}))
	fmt.Println(b.SpotWords(e2, nil))
	// Output:
	//               c7          e7          g7
	//                     d6          f6
	//                Ki         e6          >Bg<
	//         b4    c6    d5          f5    g6    h4
	//               c5          (R)         g5
	//          B          d4    e5    f4          h3
	//   a1    b3    c4          e4          >G<         i1
	//         b2          d3          f3    g4    h2
	//                K          e3          g3
	//         b1    c3    >Bg<        f2          h1
	//               c2    d2    [Ri]         K
	//                     d1    e2    f1    g2
	//               c1          e1          g1
	//
	//
	// I ivory, B blue, R red (player 1), G green, K black,
	// J joker, top piece first, in capitals
	// [ ] selected, > < target, ( ) go on from here
	// stack of 2, red on top; below: ivory; of player 1; selected
}
