package players

import (
	"testing"

	"cairn.example/games"
)

// The levels of every game have ratings on the scale of people: each is stronger than the one
// below, and level 5 is the middle.
func TestRatings(t *testing.T) {
	for _, g := range games.All() {
		list := Ratings(g)
		if len(list) != Levels-1 || list[middle-1] != 1500 {
			t.Fatalf("%s: %v", g.ID(), list)
		}
		for n := 1; n < len(list); n++ {
			if step := list[n] - list[n-1]; step < 100 || step > 300 {
				t.Errorf("%s: level %d is %v stronger than the one below", g.ID(), n+1, step)
			}
		}
	}
}
