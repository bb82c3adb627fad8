package gametest

import (
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
)

// checkSymmetricKeys holds positions of random games against images of them: in another
// symmetry of the board, with other names of the colors that players claim. An image has
// the same symmetric key, as many moves and the same outcome; and of the positions that the
// moves of one lead to, those alone have the same key that are images of each other.
// SWEEP=full checks 100,000 pairs.
func checkSymmetricKeys(t *testing.T, g game.Game, o Options) {
	if _, ok := g.Start("").(game.Symmetric); !ok {
		t.Skip("positions of this game have no symmetric key")
	}
	pairs, orbits := 400, 4
	if os.Getenv("SWEEP") == "full" {
		pairs, orbits = 100_000, 400
	}
	rng := rand.New(rand.NewPCG(o.Seed, 2))
	all := allViews(g)
	for i := 0; pairs > 0; i++ {
		p := o.Starts(i)
		for ply := 0; ply < o.MaxPlies && pairs > 0; ply++ {
			moves := p.Moves(nil)
			pairs--
			samePlay(t, p, all[rng.IntN(len(all))].image(t, p))
			if len(moves) == 0 {
				break
			}
			if ply%7 < 2 && orbits > 0 {
				orbits -= 4
				images := map[uint64]uint64{}
				for range 4 {
					q := p.Copy()
					q.PlayUnchecked(moves[rng.IntN(len(moves))])
					least := ^uint64(0)
					for _, v := range all {
						least = min(least, v.image(t, q).Key())
					}
					key := q.(game.Symmetric).SymmetricKey()
					if other, ok := images[key]; ok && other != least {
						t.Fatalf("a symmetric key for positions that are no images of each other\n%s", q)
					}
					images[key] = least
				}
			}
			p.PlayUnchecked(moves[rng.IntN(len(moves))])
		}
	}
}

// samePlay holds that two positions differ in nothing that future play shows.
func samePlay(t *testing.T, p, q game.Position) {
	t.Helper()
	if a, b := p.(game.Symmetric).SymmetricKey(), q.(game.Symmetric).SymmetricKey(); a != b {
		t.Fatalf("symmetric keys %x and %x\n%s\n%s", a, b, p, q)
	}
	if p.Outcome() != q.Outcome() || p.Side() != q.Side() {
		t.Fatalf("outcomes %d and %d\n%s\n%s", p.Outcome(), q.Outcome(), p, q)
	}
	depth := 1
	if n := len(p.Moves(nil)); n*n < 400 {
		depth = 2
	}
	if a, b := game.Perft(p, depth, true), game.Perft(q, depth, true); a != b {
		t.Fatalf("perft(%d) is %d and %d\n%s\n%s", depth, a, b, p, q)
	}
}

// A view is a symmetry of the board with names for the colors that players claim.
type view struct {
	spots  [64]game.Spot
	colors *strings.Replacer
}

func allViews(g game.Game) []view {
	var letters []string
	if claimer, ok := g.Start("").(game.Claimer); ok {
		for _, piece := range g.Pieces() {
			if claimer.IsColor(piece) {
				letters = append(letters, string(rune(piece)))
			}
		}
	}
	var list []view
	for _, names := range permutations(letters) {
		var pairs []string
		for i := range letters {
			pairs = append(pairs, letters[i], names[i])
		}
		for _, spots := range g.Layout().Symmetries() {
			list = append(list, view{spots, strings.NewReplacer(pairs...)})
		}
	}
	return list
}

func permutations(list []string) [][]string {
	if len(list) == 0 {
		return [][]string{nil}
	}
	var all [][]string
	for i, first := range list {
		rest := slices.Delete(slices.Clone(list), i, i+1)
		for _, p := range permutations(rest) {
			all = append(all, append([]string{first}, p...))
		}
	}
	return all
}

// image returns the position as it looks in the view.
func (v view) image(t *testing.T, p game.Position) game.Position {
	t.Helper()
	board, rest, _ := strings.Cut(p.String(), " ")
	stacks := strings.FieldsFunc(board, func(r rune) bool { return r == '/' || r == ',' })
	var at [64]string
	for i, s := range p.Game().Layout().Spots {
		at[v.spots[s]] = stacks[i]
	}
	var columns []string
	for _, column := range p.Game().Layout().Columns {
		var list []string
		for _, s := range column {
			list = append(list, at[s])
		}
		columns = append(columns, strings.Join(list, ","))
	}
	text := v.colors.Replace(strings.Join(columns, "/") + " " + rest)
	q, err := p.Game().Parse(text)
	if err != nil {
		t.Fatalf("an image of %s: %v\n%s", p, err, text)
	}
	return q
}
