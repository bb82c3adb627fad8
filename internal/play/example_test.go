package play_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/play"
)

// A game with a clock: two free moves, a draw that is refused, and a flag.
func Example() {
	dvonn, err := games.Lookup("dvonn")
	if err != nil {
		panic(err)
	}
	clock, err := play.ParseShort("5+3")
	if err != nil {
		panic(err)
	}
	s, err := play.New(play.Casual(dvonn.Start(""), clock))
	if err != nil {
		panic(err)
	}
	for _, e := range []play.Event{
		{Kind: play.Move, Side: game.First, Move: "e3", Took: 9 * time.Second},
		{Kind: play.Move, Side: game.Second, Move: "f3", Took: 4 * time.Second},
		{Kind: play.Move, Side: game.First, Move: "g3", Took: 10 * time.Second},
		{Kind: play.Offer, Side: game.First, What: play.OfferDraw},
		{Kind: play.Decline, Side: game.Second, Took: 2 * time.Second},
	} {
		if err := s.Apply(e); err != nil {
			panic(err)
		}
	}
	deadline, _ := s.Deadline()
	fmt.Println(s.Left(game.First, 0), s.Left(game.Second, 0), deadline)

	late := play.Event{Kind: play.Move, Side: game.Second, Move: "e4", Took: 6 * time.Minute}
	var refusal *play.Error
	if errors.As(s.Apply(late), &refusal) {
		fmt.Println(refusal.Code)
	}
	_, _ = s.Advance(late.Took, late)
	fmt.Println(s.End().Why, dvonn.OutcomeName(s.End().Outcome))

	stored, _ := json.Marshal(s.Log().Events[4])
	fmt.Println(string(stored))
	// Output:
	// 4m53s 4m58s 4m58s
	// play.flag_fell
	// time w
	// {"v":1,"kind":"decline","side":"second","took":2000,"offer":4}
}
