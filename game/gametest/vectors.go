package gametest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn.example/game"
)

// Vectors is where the test vectors lie, seen from a package in the root.
const Vectors = "../testdata/vectors"

// PerftCase is a position with its numbers of turn sequences.
type PerftCase struct {
	Line     int
	Position string
	Counts   []uint64 // Counts[i] is perft(i+1)
}

// ReadPerft returns the cases of the game's file in dir.
func ReadPerft(t testing.TB, g game.Game, dir string) []PerftCase {
	t.Helper()
	path := filepath.Join(dir, "perft-"+g.ID()+".tsv")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var cases []PerftCase
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if i == 0 && line != "# game "+g.ID() {
			t.Fatalf("%s: first line %q", path, line)
		}
		if strings.HasPrefix(line, "#") {
			continue
		}
		c := PerftCase{Line: i + 1}
		position, counts, _ := strings.Cut(line, "\t")
		c.Position = position
		for _, text := range strings.FieldsFunc(counts, func(r rune) bool { return r == ' ' || r == '\t' }) {
			n, err := strconv.ParseUint(text, 10, 64)
			if err != nil {
				t.Fatalf("%s:%d: %v", path, c.Line, err)
			}
			c.Counts = append(c.Counts, n)
		}
		if len(c.Counts) == 0 {
			t.Fatalf("%s:%d: no counts", path, c.Line)
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		t.Fatalf("%s: no cases", path)
	}
	return cases
}

// shortLimit is the largest count with -short.
const shortLimit = 1_000_000

// Perft checks every count in the game's perft file: in bulk all of them, with
// every move made those up to slowLimit.
//
// With -short larger counts than a million are left out.
func Perft(t *testing.T, g game.Game, dir string, slowLimit uint64) {
	t.Helper()
	for _, c := range ReadPerft(t, g, dir) {
		p, err := g.Parse(c.Position)
		if err != nil {
			t.Errorf("line %d: %v", c.Line, err)
			continue
		}
		if p.String() != c.Position {
			t.Errorf("line %d: printed as\n%s, want\n%s", c.Line, p, c.Position)
		}
		for i, want := range c.Counts {
			if testing.Short() && want > shortLimit {
				break
			}
			if got := game.Perft(p, i+1, true); got != want {
				t.Errorf("line %d: perft(%d) = %d, want %d\n%s", c.Line, i+1, got, want, c.Position)
			}
			if want > slowLimit {
				continue
			}
			if got := game.Perft(p, i+1, false); got != want {
				t.Errorf("line %d: perft(%d) with every move made = %d, want %d\n%s", c.Line, i+1, got, want, c.Position)
			}
		}
		if p.String() != c.Position {
			t.Errorf("line %d: perft changed the position to\n%s", c.Line, p)
		}
	}
}

// ply is a line of the vectors of whole games: a position with its turns and
// the one played, or at the end of a game its last position and result.
type ply struct {
	Game   string   `json:"game"`
	Ply    int      `json:"ply"`
	Pos    string   `json:"pos"`
	Moves  []string `json:"moves"`
	Move   string   `json:"move"`
	Final  string   `json:"final"`
	Result string   `json:"result"`
}

// Games replays the whole games in the game's file: position, every turn and
// result of each ply.
func Games(t *testing.T, g game.Game, dir string) {
	t.Helper()
	f, err := os.Open(filepath.Join(dir, "games-"+g.ID()+".jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	var p game.Position // after the move of the line before; nil at the start of a game
	n, games := 0, 0
	for lines.Scan() {
		n++
		var want ply
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		if want.Game != g.ID() {
			t.Fatalf("line %d is of game %q", n, want.Game)
		}
		over := want.Final != ""
		if over {
			want.Pos = want.Final
		}
		q, err := g.Parse(want.Pos)
		if err != nil {
			t.Fatalf("line %d: %v", n, err)
		}
		if p == nil {
			games++
			p = q
		}
		if p.String() != want.Pos || p.Key() != q.Key() {
			t.Fatalf("line %d: position\n got %s\nwant %s", n, p, want.Pos)
		}
		var texts []string
		for _, m := range p.Moves(nil) {
			texts = append(texts, g.MoveText(m))
		}
		slices.Sort(texts)
		if !slices.Equal(texts, want.Moves) {
			t.Fatalf("line %d: turns\n got %s\nwant %s\n%s", n, texts, want.Moves, want.Pos)
		}
		if over {
			if got := g.OutcomeName(p.Outcome()); got != want.Result {
				t.Fatalf("line %d: result %s, want %s\n%s", n, got, want.Result, want.Pos)
			}
			p = nil
			continue
		}
		if got := p.Outcome(); got != game.Ongoing {
			t.Fatalf("line %d: the game is over as %s\n%s", n, g.OutcomeName(got), want.Pos)
		}
		m, err := p.ParseMove(want.Move)
		if err != nil {
			t.Fatalf("line %d: %v\n%s", n, err, want.Pos)
		}
		if err := p.Play(m); err != nil {
			t.Fatalf("line %d: %v\n%s", n, err, want.Pos)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if games == 0 || p != nil {
		t.Fatalf("%d games in %d lines, the last one unfinished: %v", games, n, p != nil)
	}
	t.Logf("%d games, %d positions", games, n)
}
