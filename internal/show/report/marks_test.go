package report

import (
	"testing"

	"cairn.example/dvonn"
	"cairn.example/internal/show/i18n"
	"cairn.example/match"
)

// TestMarks judges moves by the scores that their player told: what it thought at
// a move against what it thinks at its next one.
func TestMarks(t *testing.T) {
	m := &match.Match{Game: dvonn.Game}
	scores := [][2]string{ // of the first to move and of the other, move by move
		{"cp 0", "cp 0"},
		{"cp -30", "cp 100"},     // 4 points: no mark; better: no mark
		{"cp -170", "cp -100"},   // 18 points: a mistake; 28 points: a blunder
		{"", "cp -150"},          // nothing told; 6 points: an inaccuracy
		{"cp -200", "win 3"},     // nothing to compare with; better
		{"loss 9", "cp 0"},       // 24 points: a blunder; a win no longer sure: a blunder
		{"loss 12", "draw"},      // no change; no change
		{"loss 12", "loss 2"},    // no change; a draw thrown away: a blunder
		{"cp 0", "what is this"}, // better; nothing that can be read
		{"cp 0", "cp 0"},         // no change; nothing to compare with
	}
	spots := []string{"e3", "f3", "g3", "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "i1", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "i2"}
	for _, swap := range []bool{false, true} {
		r := match.Result{Start: dvonn.Game.Start("").String(), Swap: swap, Outcome: "draw"}
		for i, spot := range spots {
			r.Plies = append(r.Plies, match.Ply{Move: spot, Score: scores[i/2][i%2]})
		}
		marked := markMoves(m, []match.Result{r, r})
		if swap {
			marked[0], marked[1] = marked[1], marked[0]
		}
		for i, want := range []string{"80%", "60%"} {
			if got := marked[i].percent(i18n.New("en")); got != want {
				t.Errorf("swapped %t, player %d: accuracy %q, want %q", swap, i, got, want)
			}
		}
		for i, want := range []string{"0 ?!, 2 ?, 2 ??", "2 ?!, 0 ?, 6 ??"} {
			if got := marked[i].text(i18n.New("en")); got != want {
				t.Errorf("swapped %t, player %d: %q, want %q", swap, i, got, want)
			}
		}
		if marked[0].judged != 14 || marked[1].judged != 14 {
			t.Errorf("judged %d and %d moves", marked[0].judged, marked[1].judged)
		}
	}
	if text := markMoves(m, nil)[0].text(i18n.New("en")); text != "" {
		t.Errorf("without a score: %q", text)
	}
	if text := markMoves(m, nil)[0].percent(i18n.New("en")); text != "" {
		t.Errorf("without a score the accuracy is %q", text)
	}
}
