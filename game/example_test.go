package game_test

import (
	"errors"
	"fmt"
	"strings"

	"cairn.example/game"
	"cairn.example/games"
)

// A program that knows no game plays any of them: here DVONN, from a full board.
func Example() {
	g, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	p, _ := game.StartOf(g, "example", true)
	chance := game.NewStream("example 1", g.ID(), "a seed")
	for p.Outcome() == game.Ongoing {
		moves := p.Moves(nil)
		m := moves[chance.Intn(len(moves))]
		if err := p.Play(m); err != nil {
			panic(err)
		}
	}
	fmt.Println("the game is over, the winner is known:", p.Outcome() != game.Ongoing)
	fmt.Println("nothing can be moved any more:", len(p.Moves(nil)) == 0)
	// Output:
	// the game is over, the winner is known: true
	// nothing can be moved any more: true
}

// A refusal is data: what it is about, where in the text, and which clause of
// docs/rules.md says so.
func ExampleError() {
	g, err := games.Lookup("lyngk")
	if err != nil {
		panic(err)
	}
	p := g.Start("cairn")
	_, err = p.ParseMove("R,c5-z9")
	var refusal *game.Error
	if errors.As(err, &refusal) {
		fmt.Println("R,c5-z9")
		fmt.Println(strings.Repeat(" ", refusal.Offset) + "^")
		fmt.Println(refusal)
	}
	_, err = p.ParseMove("b4-a1")
	if errors.As(err, &refusal) {
		fmt.Println(refusal.Code, refusal.Clause, refusal.Spots)
		fmt.Println(refusal)
	}
	// Output:
	// R,c5-z9
	//      ^
	// the board has no spot "z9": columns a to i hold 1, 4, 7, 6, 7, 6, 7, 4, 1 spots
	// lyngk.not_in_line 1.3 [a1 b4]
	// rule 1.3: a1 isn't in a straight line from b4
}

// A board in a form of one's own, spot by spot: the layout names them, the position
// tells what stands there.
func ExamplePosition_Stack() {
	g, err := games.Lookup("lyngk")
	if err != nil {
		panic(err)
	}
	p, l := g.Start("cairn"), g.Layout()
	for _, s := range l.Columns[1] {
		var stack strings.Builder // from bottom to top
		for _, piece := range p.Stack(s, nil) {
			stack.WriteString(piece.Letter())
		}
		fmt.Printf("%s at %.1f, %.1f: %s\n", l.Names[s], l.Points[s].X, l.Points[s].Y, stack.String())
	}
	fmt.Println("to move:", g.SideName(p.Side()))
	// Output:
	// b1 at -2.6, -1.5: J
	// b2 at -2.6, -0.5: I
	// b3 at -2.6, 0.5: G
	// b4 at -2.6, 1.5: I
	// to move: 1
}

// A search looks at what a move leads to on a copy, without the checks of
// [game.Position.Play].
func ExamplePosition_CopyTo() {
	g, err := games.Lookup("lyngk6")
	if err != nil {
		panic(err)
	}
	p := g.Start("cairn")
	after := p.Game().New()
	var best game.Move
	most := -1
	for _, m := range p.Moves(nil) {
		p.CopyTo(after)
		after.PlayUnchecked(m)
		if n := len(after.Moves(nil)); n > most {
			best, most = m, n
		}
	}
	fmt.Println("a legal move was found:", p.Legal(best) == nil)
	// Output: a legal move was found: true
}
