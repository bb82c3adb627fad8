package judge_test

import (
	"fmt"
	"math"
	"testing"

	"cairn.example/internal/judge"
)

func Example() {
	best := judge.Value{Estimate: 120}
	played := judge.Value{Estimate: 20}
	loss, mark := judge.Move(best, played)
	fmt.Printf("%.0f%% kept, %.0f points lost %s\n", 100*played.Chance(), 100*loss, mark.Sign())
	// Output:
	// 53% kept, 14 points lost ?
}

// at is the estimate with a given chance.
func at(chance float64) judge.Value {
	return judge.Value{Estimate: int(math.Round(judge.Steep * math.Log(chance/(1-chance))))}
}

func TestMarks(t *testing.T) {
	won, drawn, lost := judge.Value{Proof: judge.Won}, judge.Value{Proof: judge.Drawn}, judge.Value{Proof: judge.Lost}
	for _, test := range []struct {
		name         string
		best, played judge.Value
		loss         float64
		mark         judge.Mark
	}{
		{"as good", at(0.6), at(0.6), 0, judge.NoMark},
		{"better than thought", at(0.5), at(0.6), 0, judge.NoMark},
		{"little", at(0.60), at(0.56), 0.04, judge.NoMark},
		{"an inaccuracy", at(0.60), at(0.54), 0.06, judge.Inaccuracy},
		{"a mistake", at(0.60), at(0.49), 0.11, judge.Mistake},
		{"a blunder", at(0.60), at(0.39), 0.21, judge.Blunder},
		{"much in a game that is decided", judge.Value{Estimate: 1500}, judge.Value{Estimate: 700}, 0.02, judge.NoMark},
		{"much in a game that is lost", judge.Value{Estimate: -700}, judge.Value{Estimate: -1500}, 0.02, judge.NoMark},
		{"lost, and now proved", judge.Value{Estimate: -700}, lost, 0.02, judge.NoMark},
		{"a smaller win", won, won, 0, judge.NoMark},
		{"a win, no longer proved but sure", won, judge.Value{Estimate: 700}, 0.02, judge.NoMark},
		{"a win for an even game", won, at(0.5), 0.5, judge.Blunder},
		{"a win made a draw", won, drawn, 0.5, judge.Blunder},
		{"a win made a loss", won, lost, 1, judge.Blunder},
		{"a draw thrown away", drawn, lost, 0.5, judge.Blunder},
		{"a draw found by chance", lost, drawn, 0, judge.NoMark},
	} {
		loss, mark := judge.Move(test.best, test.played)
		if math.Abs(loss-test.loss) > 0.005 || mark != test.mark {
			t.Errorf("%s: lost %.3f, mark %q, want %.3f and %q", test.name, loss, mark.Sign(), test.loss, test.mark.Sign())
		}
		if test.mark != judge.NoMark && mark.NAG() == 0 {
			t.Errorf("%s: the mark has no glyph or no name", test.name)
		}
	}
}

// TestThresholds: exactly 5, 10 and 20 points count.
func TestThresholds(t *testing.T) {
	for loss, want := range map[float64]judge.Mark{
		0: judge.NoMark, 0.0499: judge.NoMark, 0.05: judge.Inaccuracy, 0.0999: judge.Inaccuracy,
		0.55 - 0.45: judge.Mistake, 0.1999: judge.Mistake, 0.7 - 0.5: judge.Blunder, 1: judge.Blunder,
	} {
		if got := judge.MarkOf(loss); got != want {
			t.Errorf("a loss of %v is marked %q, want %q", loss, got.Sign(), want.Sign())
		}
	}
}

// TestMarkSigns: the signs and their numbers are those of chess, which other programs read.
func TestMarkSigns(t *testing.T) {
	for mark, want := range map[judge.Mark]struct {
		sign string
		nag  uint8
	}{judge.NoMark: {"", 0}, judge.Inaccuracy: {"?!", 6}, judge.Mistake: {"?", 2}, judge.Blunder: {"??", 4}} {
		if mark.Sign() != want.sign || mark.NAG() != want.nag {
			t.Errorf("mark %d is %q and %d, want %q and %d", mark, mark.Sign(), mark.NAG(), want.sign, want.nag)
		}
	}
}

// TestOf: what is proved counts whatever was estimated.
func TestOf(t *testing.T) {
	for _, test := range []struct {
		wins, loses, proved bool
		want                judge.Value
	}{
		{false, false, false, judge.Value{Estimate: 35}},
		{false, false, true, judge.Value{Proof: judge.Drawn}},
		{true, false, true, judge.Value{Proof: judge.Won}},
		{false, true, true, judge.Value{Proof: judge.Lost}},
	} {
		if got := judge.Of(35, test.wins, test.loses, test.proved); got != test.want {
			t.Errorf("%+v is valued %+v", test, got)
		}
	}
}

// TestBothSides: what one side sees is the opposite of what the other does.
func TestBothSides(t *testing.T) {
	for proof := judge.Open; proof <= judge.Won; proof++ {
		for estimate := -3000; estimate <= 3000; estimate += 37 {
			v := judge.Value{Estimate: estimate, Proof: proof}
			if sum := v.Chance() + v.Other().Chance(); math.Abs(sum-1) > 1e-12 {
				t.Errorf("the chances at %+v add up to %v", v, sum)
			}
			if v.Other().Other() != v {
				t.Errorf("%+v is not the same seen twice from the other side", v)
			}
			if c := v.Chance(); !(c >= 0 && c <= 1) {
				t.Errorf("the chance at %+v is %v", v, c)
			}
		}
	}
}

func TestAcceptsDraw(t *testing.T) {
	for _, test := range []struct {
		value judge.Value
		plies int
		want  bool
	}{
		{judge.Value{Proof: judge.Drawn}, 3, true},
		{at(0.4), 3, false},
		{at(0.4), 16, true},
		{at(0.5), 40, false},
		{judge.Value{Proof: judge.Lost}, 40, true},
		{judge.Value{Proof: judge.Won}, 40, false},
	} {
		if got := judge.AcceptsDraw(test.value, test.plies); got != test.want {
			t.Errorf("a draw at %+v after %d plies: %v", test.value, test.plies, got)
		}
	}
}
