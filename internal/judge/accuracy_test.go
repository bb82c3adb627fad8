package judge_test

import (
	"testing"

	"cairn.example/internal/judge"
)

func TestSigned(t *testing.T) {
	for had, want := range map[string]string{"": "Cairn", "Cairn": "Cairn", "Anna": "Anna, Cairn", "Anna, Cairn": "Anna, Cairn", "Cairngorm": "Cairngorm, Cairn"} {
		if got := judge.Signed(had); got != want {
			t.Errorf("%q is signed as %q, want %q", had, got, want)
		}
	}
}

func TestAccuracy(t *testing.T) {
	won, drawn, lost := judge.Value{Proof: judge.Won}, judge.Value{Proof: judge.Drawn}, judge.Value{Proof: judge.Lost}
	even := judge.Value{}
	none := judge.Value{Estimate: 1 << 20} // stands for what is not known
	for _, test := range []struct {
		name  string
		after []judge.Value // the players move in turn
		want  [2]int
	}{
		{"nothing", nil, [2]int{judge.NoAccuracy, judge.NoAccuracy}},
		{"nothing lost", []judge.Value{even, even, even, even, even, even, even, even, even}, [2]int{100, 100}},
		{"the first move does not count", []judge.Value{lost, lost, lost, lost, lost, lost, lost, lost}, [2]int{judge.NoAccuracy, 100}},
		{"one of four moves of the second player gives a win away", []judge.Value{lost, won, won, won, won, won, won, won, won}, [2]int{100, 75}},
		{"each gives the win back", []judge.Value{drawn, won, lost, won, lost, won, lost, won, lost, won}, [2]int{0, 2}},
		{"a gap", []judge.Value{even, even, even, none, even, even, even, even, even}, [2]int{judge.NoAccuracy, judge.NoAccuracy}},
		{"a tenth lost, twice in four moves", []judge.Value{at(0.6), at(0.6), at(0.5), at(0.5), at(0.5), at(0.5), at(0.4), at(0.4), at(0.4)}, [2]int{82, 100}},
	} {
		judged := make([]judge.JudgedMove, len(test.after))
		for i, v := range test.after {
			judged[i] = judge.JudgedMove{Second: i%2 == 1}
			if v != none {
				judged[i].After = &v
			}
		}
		if got := judge.Accuracy(judged); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
