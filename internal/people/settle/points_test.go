package settle

import (
	"reflect"
	"testing"
)

// A game of LYNGK that stacks decide, since both have as many fives, is shown without them.
func TestPointsOfTieBreak(t *testing.T) {
	const rest = "./.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,.,.,./.,.,.,.,.,.,./.,.,.,./R 1 R:B "
	for _, c := range []struct {
		score float64
		fives string
		want  *[2]int
	}{{1, "2:2", nil}, {1, "3:2", &[2]int{3, 2}}, {0.5, "2:2", &[2]int{2, 2}}} {
		if got := pointsOf(Result{Game: "lyngk", How: "normal", Score: c.score}, rest+c.fives); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%v with %s: %v", c.score, c.fives, got)
		}
	}
}
