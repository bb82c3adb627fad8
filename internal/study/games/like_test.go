package games

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
)

// view is a way to look at a board: turned, and with other names of the colors.
type view struct {
	to    [64]game.Spot
	names [128]game.Piece
}

// views are all of them, by trying every order of the colors.
func views(g game.Game) []view {
	letters := g.Pieces()
	colors, _ := g.Start("").(game.Claimer)
	var list []view
	var name func(i int, names [128]game.Piece)
	name = func(i int, names [128]game.Piece) {
		if i == len(letters) {
			for _, to := range g.Layout().Symmetries() {
				list = append(list, view{to, names})
			}
			return
		}
		for _, other := range letters {
			free := colors != nil && colors.IsColor(letters[i]) && colors.IsColor(other)
			if (free || other == letters[i]) && !slices.Contains(names[:], other) {
				more := names
				more[letters[i]] = other
				name(i+1, more)
			}
		}
	}
	name(0, [128]game.Piece{})
	return list
}

// likeSlowly looks at every position of every game in every way.
func likeSlowly(t *testing.T, entries []record.Entry, g game.Game, side string, want []onSpot) (Tally, []Visit, map[string]int) {
	t.Helper()
	var tally Tally
	var visits []Visit
	moves := map[string]int{}
	shown := map[rune]bool{}
	for _, w := range want {
		for _, letter := range w.stack {
			shown[letter] = true
		}
	}
	all := views(g)
	for i, e := range entries {
		if e.Record.Game != g.ID() {
			continue
		}
		positions, err := e.Record.Positions()
		if err != nil {
			t.Fatal(err)
		}
		for ply, p := range positions {
			best, found := "", false
			for k := range all {
				v := &all[k]
				if (side != "" && g.SideName(p.Side()) != side) || !looksLike(p, v, want) {
					continue
				}
				text := ""
				if ply < len(e.Record.Moves) {
					text = seenBy(g, v, e.Record.Moves[ply].Text, shown)
				}
				if !found || text < best {
					best, found = text, true
				}
			}
			if found {
				last := positions[len(positions)-1].(game.Scorer)
				tally.Add(e.Record.Result, last.Standing(game.First)[0].N-last.Standing(game.Second)[0].N)
				visits = append(visits, Visit{ID: int64(i + 1), Ply: ply})
				if best != "" {
					moves[best]++
				}
				break
			}
		}
	}
	return tally, visits, moves
}

// onSpot is a stack that is asked for.
type onSpot struct {
	game.Spot
	stack string
}

func looksLike(p game.Position, v *view, want []onSpot) bool {
	var buf [64]game.Piece
	for _, w := range want {
		is := p.Stack(v.to[w.Spot], buf[:0])
		if len(is) != len(w.stack) {
			return false
		}
		for i := range is {
			if v.names[w.stack[i]] != is[i] {
				return false
			}
		}
	}
	return true
}

// seenBy is the text of a move as one who looks at the board in that way tells it.
func seenBy(g game.Game, v *view, text string, shown map[rune]bool) string {
	if text == game.PassText {
		return text
	}
	claim, way, claims := game.CutClaim(text)
	if claims {
		for mine, theirs := range v.names {
			if theirs.Letter() == claim {
				claim = game.Piece(mine).Letter()
				break
			}
		}
		if !shown[rune(claim[0])] {
			claim = "?"
		}
	}
	var spots []string
	for name := range strings.SplitSeq(way, "-") {
		is, _ := g.Layout().Lookup(name)
		for _, s := range g.Layout().Spots {
			if v.to[s] == is {
				spots = append(spots, g.Layout().Names[s])
			}
		}
	}
	return game.WithClaim(claim, strings.Join(spots, "-"))
}

// TestLike holds what fits positions given in part against a slow search in every way.
func TestLike(t *testing.T) {
	entries := randomGames(t, 32)
	x := build(t, filepath.Join(t.TempDir(), "a.games"), entries)
	rng := rand.New(rand.NewPCG(9, 10))
	several, played := 0, 0
	for i := range 24 {
		e := entries[rng.IntN(len(entries))]
		positions, err := e.Record.Positions()
		if err != nil {
			t.Fatal(err)
		}
		p := positions[rng.IntN(len(positions))]
		g := p.Game()
		var want []onSpot
		words, side := "", ""
		spots := g.Layout().Spots
		for range 1 + i%4 {
			s := spots[rng.IntN(len(spots))]
			stack := ""
			if slices.ContainsFunc(want, func(w onSpot) bool { return w.Spot == s }) {
				continue
			}
			for _, piece := range p.Stack(s, nil) {
				stack += piece.Letter()
			}
			want = append(want, onSpot{s, stack})
			if stack == "" {
				stack = "."
			}
			words += fmt.Sprintf("%s=%s ", g.Layout().Names[s], stack)
		}
		if i%3 == 0 {
			side = g.SideName(p.Side())
			words += side
		}
		pattern, err := ParsePattern(g, words)
		if err != nil {
			t.Fatal(err)
		}
		tally, visits, moves := likeSlowly(t, entries, g, side, want)
		tree, found, err := x.Like(t.Context(), pattern, 3, len(entries), TreeOptions{Depth: 1, Limit: 1000})
		got := map[string]int{}
		for _, b := range tree.Branches {
			got[b.Move] = b.Games
		}
		if err != nil || tree.Tally != tally || !slices.Equal(found, visits) || !reflect.DeepEqual(got, moves) {
			t.Errorf("%s %q: %v %v %v, want %v %v %v (%v)", g.ID(), words, tree.Tally, found, got, tally, visits, moves, err)
		}
		if len(visits) > 1 {
			several++
		}
		played += len(moves)
	}
	if several < 8 || played < 30 {
		t.Errorf("%d patterns fit several games, %d moves were played there: too few for this test", several, played)
	}
}

// TestBadPatterns: what says nothing of a board is refused with the word at fault.
func TestBadPatterns(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "w": "w", "e3": "e3", "e3=": "e3=", "e3=X": "e3=X", "z9=W": "z9=W", "e3=W e3=B": "e3=B",
		"w b e3=W": "b", "e3=.W": "e3=.W", "e3=W;": "e3=W;", "e3=" + strings.Repeat("W", 50): "e3=" + strings.Repeat("W", 50),
	} {
		g, _ := games.Lookup("dvonn")
		_, err := ParsePattern(g, text)
		var bad BadWordError
		if !errors.As(err, &bad) || string(bad) != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}
