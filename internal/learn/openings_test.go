package learn

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/match"
)

// Openings are positions of full boards, or nearly, that the search found about even; those
// of a run are always the same, and a match can read them.
func TestOpenings(t *testing.T) {
	settings := tiny
	settings.Nodes = 150 // with fewer, a search may end before it has a score
	r, err := Open(t.TempDir(), settings)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.SelfPlay(context.Background(), 8, Options{Workers: 2}); err != nil {
		t.Fatal(err)
	}
	scores := map[string]Position{}
	files, err := r.Shards()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		_, list, err := ReadShard(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range list {
			scores[at.Text] = at
		}
	}
	texts := func(s OpeningSettings) (list []string) {
		t.Helper()
		positions, err := r.Openings(s)
		if err != nil {
			t.Fatal(err)
		}
		games := map[int]bool{}
		for _, p := range positions {
			at, known := scores[p.String()]
			if !known || at.Score > s.Limit || at.Score < -s.Limit || isPlacing(p) || games[at.Game] {
				t.Errorf("%s is %+v", p, at)
			}
			games[at.Game] = true
			empty := 0
			for _, s := range p.Game().Layout().Spots {
				if len(p.Stack(s, nil)) == 0 {
					empty++
				}
			}
			if empty > s.Moves {
				t.Errorf("%s has %d empty spots", p, empty)
			}
			list = append(list, p.String())
		}
		return list
	}
	wide := texts(OpeningSettings{Count: 100, Limit: 300, Moves: 8})
	if again := texts(OpeningSettings{Count: 100, Limit: 300, Moves: 8}); !slices.Equal(wide, again) {
		t.Errorf("%v and then %v", wide, again)
	}
	narrow := texts(OpeningSettings{Count: 100, Limit: 100, Moves: 0})
	early := texts(OpeningSettings{Count: 100, Limit: 300, Moves: 0})
	few := texts(OpeningSettings{Count: 2, Limit: 300, Moves: 8})
	if len(wide) < 8 || len(narrow) == 0 || len(narrow) >= len(early) || len(early) == 0 || len(early) >= len(wide) || !slices.Equal(few, wide[:2]) {
		t.Errorf("%d openings, %d of full boards, %d more even ones, %d of two", len(wide), len(early), len(narrow), len(few))
	}
	sorted := slices.Sorted(slices.Values(wide))
	if len(slices.Compact(sorted)) != len(wide) {
		t.Error("an opening is there twice")
	}
	read, err := match.ReadOpenings(r.game, strings.NewReader(strings.Join(wide, "\n")))
	if err != nil || !slices.EqualFunc(read, wide, func(p game.Position, text string) bool { return p.String() == text }) {
		t.Errorf("a match reads %d openings, %v", len(read), err)
	}
}
