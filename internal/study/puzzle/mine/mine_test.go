package mine_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/mine"
	"cairn.example/internal/study/puzzle/packs"
	"cairn.example/players"
)

// quick are settings with which a game takes little time.
func quick() mine.Settings {
	s := mine.DefaultSettings()
	s.Nodes, s.Solve, s.Verify, s.Steps, s.PerGame = 300, 2000, 100_000, 2, 2
	return s
}

// mined plays games until some puzzles were found.
func mined(t *testing.T, id string, want int) (game.Game, *mine.Miner, []mine.Found) {
	t.Helper()
	g, err := games.Lookup(id)
	if err != nil {
		t.Fatal(err)
	}
	m, err := mine.New(g, quick())
	if err != nil {
		t.Fatal(err)
	}
	var all []mine.Found
	for n := 0; len(all) < want && n < 40; n++ {
		positions := m.Play(context.Background(), n)
		found, err := m.Puzzles(context.Background(), positions)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			played := slices.ContainsFunc(positions, func(p game.Position) bool { return p.String() == f.Position })
			if f.Played != played {
				t.Errorf("%s: played %v", f.Position, f.Played)
			}
		}
		all = append(all, found...)
	}
	if len(all) < want {
		t.Fatalf("%d puzzles of %s in 40 games", len(all), id)
	}
	return g, m, all
}

// TestMine checks that what is found is a puzzle, is found again, and goes through a
// pack unchanged.
func TestMine(t *testing.T) {
	for _, id := range []string{"lyngk", "dvonn"} {
		t.Run(id, func(t *testing.T) {
			g, m, found := mined(t, id, 3)
			v := puzzle.Verifier{}
			for _, f := range found {
				p := f.Puzzle()
				if err := v.Verify(g, &p); err != nil {
					t.Errorf("%s: %v", f.Position, err)
				}
				if len(f.Themes) == 0 {
					t.Errorf("%s has no theme", f.Position)
				}
				again, err := m.Measure(context.Background(), &p)
				if err != nil || again.Solved != f.Solved || again.First != f.First {
					t.Errorf("%s: solved %v, and again %v (%v)", f.Position, f.Solved, again.Solved, err)
				}
			}
			_, _, twice := mined(t, id, 3)
			if !reflect.DeepEqual(found, twice) {
				t.Error("the same games have other puzzles")
			}
			pack, err := mine.Pack(g, nil, found, mine.Shares{Count: 2, Easy: 1})
			if err != nil {
				t.Fatal(err)
			}
			more, err := mine.Pack(g, pack, found, mine.Shares{Count: 3, Easy: 1})
			if err != nil {
				t.Fatal(err)
			}
			pack = append(pack, more...)
			read, err := puzzle.Read(id, puzzle.Write(id, pack))
			if err != nil || len(pack) != 3 || !reflect.DeepEqual(read, pack) {
				t.Errorf("read again: %v", err)
			}
		})
	}
}

// TestFindsFile stops in the middle of a line, as a killed process does.
func TestFindsFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "finds")
	open := func() *mine.FindsFile {
		t.Helper()
		s, err := mine.OpenFinds(name, "dvonn", quick())
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := open()
	f := mine.Found{Position: "x", Line: [][]string{{"a1-b1"}}, Result: "win", Themes: []string{"quiet"}}
	for _, n := range []int{4, 0} {
		if err := s.Add(n, []mine.Found{f}); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for cut := range 30 {
		if err := os.WriteFile(name, text[:len(text)-cut], 0o600); err != nil {
			t.Fatal(err)
		}
		s := open()
		if s.Done[0] != (cut == 0) || !s.Done[4] {
			t.Fatalf("without %d bytes: %v", cut, s.Done)
		}
		if err := s.Add(7, nil); err != nil {
			t.Fatal(err)
		}
		s.Close()
		finds, err := mine.ReadFinds(name)
		if err != nil || !finds.Done[7] || len(finds.List) != len(finds.Done)-1 {
			t.Fatalf("without %d bytes: %v, %v", cut, finds, err)
		}
	}
	other := quick()
	other.Seed = "2"
	if _, err := mine.OpenFinds(name, "dvonn", other); err != mine.ErrOtherSettings {
		t.Errorf("other settings: %v", err)
	}
	if _, err := mine.OpenFinds(name, "lyngk", quick()); err != mine.ErrOtherSettings {
		t.Errorf("another game: %v", err)
	}
}

// TestForeignFile: a file that was never one of finds is refused and stays as it is, and one
// that was cut off in its first line is begun again.
func TestForeignFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "finds")
	for _, text := range []string{"a line without an end", "a line\n", "{}\nanother\n", `{"game":"dvonn","settings":{"Seed":"x`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if f, err := mine.OpenFinds(name, "dvonn", quick()); err == nil {
			f.Close()
			t.Errorf("%q is taken for a file of finds", text)
		}
		if after, err := os.ReadFile(name); err != nil || string(after) != text {
			t.Errorf("%q has become %q, %v", text, after, err)
		}
	}
	var wrong *mine.LineError
	if err := os.WriteFile(name, []byte("{}\n{}\n[]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := mine.ReadFinds(name); !errors.As(err, &wrong) || wrong.Line != 3 {
		t.Errorf("a line that is a list: %v", err)
	}
	if err := os.WriteFile(name, []byte(`{"game":"dv`), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := mine.OpenFinds(name, "dvonn", quick())
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if finds, err := mine.ReadFinds(name); err != nil || finds.Game != "dvonn" || finds.Settings != quick() {
		t.Errorf("begun anew: %v, %v", finds, err)
	}
}

var updateThemes = flag.Bool("update-themes", false, "write the themes of the packs as they are found now")

// TestThemes holds that the themes in the packs are what the rules say now: that pieces are cut
// off where others leave than those in the stack just built, and that a six that is there to be
// completed is a first step. A puzzle that would be left without a theme keeps its own.
func TestThemes(t *testing.T) {
	for _, g := range games.All() {
		if !packs.Has(g.ID()) {
			continue
		}
		m, err := mine.New(g, mine.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		pack, err := packs.Of(g.ID())
		if err != nil {
			t.Fatal(err)
		}
		wrong := 0
		for i := range pack {
			themes, err := m.Themes(&pack[i])
			if err != nil {
				t.Fatal(err)
			}
			if len(themes) > 0 && !slices.Equal(themes, pack[i].Themes) {
				pack[i].Themes = themes
				wrong++
			}
		}
		if wrong > 0 && *updateThemes {
			t.Logf("%s: %d puzzles have other themes", g.ID(), wrong)
			if err := os.WriteFile(filepath.Join("..", "packs", g.ID()+".txt"), []byte(puzzle.Write(g.ID(), pack)), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if wrong > 0 {
			t.Errorf("%s: %d puzzles have other themes (-update-themes writes them)", g.ID(), wrong)
		}
	}
}

var updateRatings = flag.Bool("update-ratings", false, "measure the efforts of all puzzles, and write the ratings of the packs anew")

// TestRatings holds that the puzzles of the packs lie in their steps where their efforts and lengths
// put them: of a few of them, or of all with -update-ratings, which writes what is found. The ratings of a
// pack differ.
func TestRatings(t *testing.T) {
	for _, g := range games.All() {
		if !packs.Has(g.ID()) {
			continue
		}
		m, err := mine.New(g, mine.DefaultSettings())
		if err != nil {
			t.Fatal(err)
		}
		pack, err := packs.Of(g.ID())
		if err != nil {
			t.Fatal(err)
		}
		count, most := map[int]int{}, 0
		for i := range pack {
			p := &pack[i]
			if *updateRatings || i%100 == 0 {
				pos, err := g.Parse(p.Position)
				if err != nil {
					t.Fatal(err)
				}
				rating := mine.Rate(p.Rating, m.Effort(context.Background(), pos, p.Line), p.Moves())
				if rating != p.Rating && !*updateRatings {
					t.Errorf("%s %d: rated %d, not %d (-update-ratings writes all)", g.ID(), p.ID, p.Rating, rating)
				}
				p.Rating = rating
			}
			count[p.Rating]++
			most = max(most, count[p.Rating])
		}
		t.Logf("%s: %d ratings, at most %d puzzles have the same", g.ID(), len(count), most)
		if !*updateRatings {
			if len(count) < 60 || 10*most > len(pack) {
				t.Errorf("%s: only %d ratings, %d puzzles have the same", g.ID(), len(count), most)
			}
		} else if err := os.WriteFile(filepath.Join("..", "packs", g.ID()+".txt"), []byte(puzzle.Write(g.ID(), pack)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestShares packs finds that are mostly too easy.
func TestShares(t *testing.T) {
	g, _, found := mined(t, "dvonn", 8)
	solved := func(f *mine.Found, from int) {
		for i := range f.First {
			f.First[i] = i+1 >= from
		}
	}
	for i := range found {
		solved(&found[i], 1)
	}
	solved(&found[0], 7)
	solved(&found[1], 7)
	solved(&found[2], 3)
	pack, err := mine.Pack(g, nil, found, mine.DefaultShares(100))
	if err != nil {
		t.Fatal(err)
	}
	table, err := mine.TableOf(pack, found)
	if err != nil {
		t.Fatal(err)
	}
	if wrong := table.Check(); wrong != "" || table.Puzzles < 3 {
		t.Errorf("%d puzzles: %s", table.Puzzles, wrong)
	}

	// Of finds that are as hard, one that occurred in a game is taken first.
	for i := range found {
		found[i].Played = i == len(found)-1
		found[i].First = [players.Levels]bool{5: true} // neither easy nor hard
	}
	one, err := mine.Pack(g, nil, found, mine.Shares{Count: 1, Easy: 1})
	if err != nil || len(one) != 1 || one[0].Position != found[len(found)-1].Position {
		t.Errorf("taken first: %+v, %v", one, err)
	}
	bad := mine.Table{Puzzles: 10, Solved: [players.Levels]int{9, 9, 9, 9, 9, 9, 10, 10, 10, 10}}
	if wrong := bad.Check(); !strings.Contains(wrong, "level 2") || !strings.Contains(wrong, "level 6") {
		t.Errorf("said: %q", wrong)
	}
}

// TestFit checks that ratings follow what was solved.
func TestFit(t *testing.T) {
	var all, none, half [players.Levels]int
	for i := range all {
		all[i] = mine.Tries(i + 1)
		if i >= players.Levels/2 {
			half[i] = mine.Tries(i + 1)
		}
	}
	easy, middle, hard := mine.Fit(all), mine.Fit(half), mine.Fit(none)
	if !(easy < middle && middle < hard) {
		t.Errorf("ratings %d, %d, %d", easy, middle, hard)
	}
	rate := func(fit, effort, moves int) int {
		r := mine.Rate(fit, effort, moves)
		if again := mine.Rate(r, effort, moves); again != r {
			t.Errorf("a rating of %d is made %d, and that %d", fit, r, again)
		}
		return r
	}
	for _, fit := range []int{easy, middle, hard} {
		if a, b, c := rate(fit, 5, 1), rate(fit, 12, 1), rate(fit, 12, 4); a >= b || b >= c || c-a > 130 {
			t.Errorf("%d: by effort and length %d, %d, %d", fit, a, b, c)
		}
	}
	if low, high := int(mine.LevelRating(5)), int(mine.LevelRating(6)); middle < low-60 || middle > high+60 {
		t.Errorf("what levels from 6 on solve is rated %d, they are %d", middle, high)
	}
}
