package local_test

import (
	"fmt"

	"cairn.example/games"
	"cairn.example/internal/local"
)

// A move taken back leaves the line that is played and stays as a variation.
func Example() {
	dvonn, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	s := local.New(dvonn.Start(""))
	play := func(text string) {
		m, err := s.Position().ParseMove(text)
		if err != nil {
			panic(err)
		}
		if err := s.Play(m); err != nil {
			panic(err)
		}
	}
	play("e3")
	play("f3")
	s.Undo()
	play("g3")
	r := s.Record()
	fmt.Println(r.Texts(), r.Moves[1].Variations[0].Moves[0].Text)

	s.GoTo(0) // looking about changes nothing
	fmt.Println(s.Ply(), s.State().Ply(), s.Live())
	// Output:
	// [e3 g3] f3
	// 0 2 false
}
