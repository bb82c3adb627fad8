package puzzle_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/study/puzzle"
	"cairn.example/internal/study/puzzle/packs"
)

const good = "cairn-puzzles 1 dvonn\n" +
	"1\tx w move\ta1-b1|c1-d1\twin\tisolation,quiet\t1500\n" +
	"2\ty b move\ta1-b1 pass c1-d1\tdraw\tdraw\t900\n"

func TestReadWrite(t *testing.T) {
	pack, err := puzzle.Read("dvonn", good)
	if err != nil {
		t.Fatal(err)
	}
	want := []puzzle.Puzzle{
		{ID: 1, Position: "x w move", Line: [][]string{{"a1-b1", "c1-d1"}}, Result: puzzle.Win, Themes: []string{"isolation", "quiet"}, Rating: 1500},
		{ID: 2, Position: "y b move", Line: [][]string{{"a1-b1"}, {"pass"}, {"c1-d1"}}, Result: puzzle.Draw, Themes: []string{"draw"}, Rating: 900},
	}
	if !reflect.DeepEqual(pack, want) {
		t.Errorf("pack = %+v", pack)
	}
	if text := puzzle.Write("dvonn", pack); text != good {
		t.Errorf("written\n%s", text)
	}
}

func TestReadRefuses(t *testing.T) {
	for name, change := range map[string][2]string{
		"other version":         {"puzzles 1", "puzzles 2"},
		"other game":            {"dvonn", "lyngk"},
		"a number left out":     {"\n2\t", "\n3\t"},
		"an empty move":         {"a1-b1|c1-d1", "a1-b1|"},
		"two replies":           {"pass", "pass|d1-c1"},
		"a reply at the end":    {" c1-d1\tdraw", "\tdraw"},
		"going on after two":    {"a1-b1|c1-d1", "a1-b1|c1-d1 pass c1-d1"},
		"a loss":                {"win", "loss"},
		"an unknown theme":      {"quiet", "luck"},
		"themes in other order": {"isolation,quiet", "quiet,isolation"},
		"no rating":             {"1500", "hard"},
		"a field too many":      {"1500", "1500\t"},
		"an empty line":         {"\n2\t", "\n\n2\t"},
	} {
		text := strings.Replace(good, change[0], change[1], 1)
		if text == good {
			t.Fatalf("%s: nothing changed", name)
		}
		_, err := puzzle.Read("dvonn", text)
		var e *puzzle.FormatError
		if !errors.As(err, &e) {
			t.Fatalf("%s: err = %v", name, err)
		}
		if told := e.Want != ""; told != (e.Code == "puzzle.bad.header" || e.Code == "puzzle.bad.themes") {
			t.Errorf("%s: %s wants %q", name, e.Code, e.Want)
		}
	}
}

// TestPacksOnlyGrow holds the puzzles that the plans of days use: a changed line would be
// another puzzle for a day that was played, and for tries that are kept by number. Only themes and
// ratings may be found again, which TestThemes and TestRatings of package mine hold.
func TestPacksOnlyGrow(t *testing.T) {
	for _, c := range []struct {
		game, sum string
		n         int
	}{
		{"lyngk", "aac17f896bb396441ea3cd4f5aadf51d35c131c86d678d5be79d624df6bda133", 1000},
		{"lyngk6", "9bebf794114b0a74033d6f2ef76d9afd2c8ca0a35fe91b31b5e3f02b8c7175e9", 229},
		{"lyngk6", "a0c9832c471eb6e36cd5c5af29478bf16974d3c48fa61d60e2dd92682e6a1d52", 320},
		{"dvonn", "d3d21bc6e7b84c2cc85240a183cedc9ed2bac8f32985ea99fcb318fe2d698529", 1000},
	} {
		pack, err := packs.Of(c.game)
		if err != nil || len(pack) < c.n {
			t.Fatalf("%s: %d puzzles, %v", c.game, len(pack), err)
		}
		for i := range pack {
			pack[i].Themes, pack[i].Rating = puzzle.Themes()[:1], 0
		}
		sum := sha256.Sum256([]byte(puzzle.Write(c.game, pack[:c.n])))
		if hex.EncodeToString(sum[:]) != c.sum {
			t.Errorf("%s: the first %d puzzles are not what they were: %x", c.game, c.n, sum)
		}
	}
}

// TestDays holds the golden file that the page is held to as well: which puzzle and
// which board belong to a moment must be the same in every version for ever.
func TestDays(t *testing.T) {
	data, err := os.ReadFile("testdata/daily.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Time   string            `json:"time"`
		Day    int               `json:"day"`
		Date   string            `json:"date"`
		Seed   string            `json:"seed"`
		Puzzle string            `json:"puzzle"` // the game of the puzzle for everybody
		Index  map[string]int    `json:"index"`  // of the puzzle of each game
		Board  string            `json:"board"`
		Level  int               `json:"level"`
		Boards map[string]string `json:"boards"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) < 5 {
		t.Fatalf("%d moments", len(list))
	}
	for _, c := range list {
		moment, err := time.Parse(time.RFC3339, c.Time)
		if err != nil {
			t.Fatal(err)
		}
		day := puzzle.Day(moment)
		if day != c.Day || puzzle.Date(day) != c.Date || puzzle.BoardSeed(day) != c.Seed {
			t.Errorf("%s: day %d, %s, seed %q", c.Time, day, puzzle.Date(day), puzzle.BoardSeed(day))
		}
		if puzzle.GameOfDay(day) != c.Puzzle || puzzle.BoardGame(day) != c.Board || puzzle.PlanOf(day).Level != c.Level {
			t.Errorf("%s: puzzle of %s, board of %s at level %d", c.Time, puzzle.GameOfDay(day), puzzle.BoardGame(day), puzzle.PlanOf(day).Level)
		}
		if len(c.Index) != 3 {
			t.Errorf("%s: %d games have puzzles", c.Time, len(c.Index))
		}
		for id, want := range c.Index {
			pack, err := packs.Of(id)
			if err != nil {
				t.Fatal(err)
			}
			// Packs grow; the puzzles of days stay.
			for _, n := range []int{len(pack), len(pack) + 777} {
				if got := puzzle.OfDay(id, day, n); got != want {
					t.Errorf("%s: index %d in %d puzzles of %s, want %d", c.Time, got, n, id, want)
				}
			}
		}
		for _, g := range games.All() {
			p, _ := game.StartOf(g, puzzle.BoardSeed(day), true)
			if got := p.String(); got != c.Boards[g.ID()] {
				t.Errorf("%s: board of %s is %s, want %s", c.Time, g.ID(), got, c.Boards[g.ID()])
			}
		}
	}
}
