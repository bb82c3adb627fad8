package line

import (
	"strings"
	"testing"
)

// oneOfThree is an opponent with three levels.
type oneOfThree struct{ last }

func (oneOfThree) Levels() int { return 3 }

// TestLevels: an opponent knows how many levels there are.
func TestLevels(t *testing.T) {
	for typed, want := range map[string]string{
		"level 3":  "level 3",
		"level 4":  "The level is a number from 1 to 3.",
		"level 0":  "The level is a number from 1 to 3.",
		"level":    "The level is a number from 1 to 3.",
		"level ii": "The level is a number from 1 to 3.",
		"help":     "set the strength of the opponent, 1 to 3\n",
	} {
		o := options(t, "lyngk", "level", "en")
		opponent := &oneOfThree{}
		o.Opponents[1] = opponent
		if said := run(t, typed+"\n", o); !strings.Contains(said, want) {
			t.Errorf("%s: no %q in\n%s", typed, want, said)
		}
		if set := opponent.level == 3; set != (typed == "level 3") {
			t.Errorf("%s: level %d is set", typed, opponent.level)
		}
	}
}
