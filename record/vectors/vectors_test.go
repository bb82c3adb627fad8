package vectors_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/vectors"
)

func Example() {
	g, _ := games.Lookup("dvonn")
	var file bytes.Buffer
	if err := vectors.Random(&file, g, "a seed", 2); err != nil {
		fmt.Println(err)
	}
	spoiled := strings.Replace(file.String(), `"move":"`, `"move":"z`, 1)
	summary, err := vectors.Verify(strings.NewReader(spoiled), vectors.Options{File: "random.jsonl"}, func(f vectors.Finding) {
		fmt.Println(f)
	})
	fmt.Println(summary.Games, "games", err)
	// Output:
	// random.jsonl:1: ply 0: the move "ze1": ze1 isn't a move; write a space such as e3 to place, e3-f3 to move a stack, or pass
	// 2 games <nil>
}

// TestCommitted checks the vectors of the project, but for the largest counts,
// which the tests of the games check.
func TestCommitted(t *testing.T) {
	names, err := filepath.Glob("../../testdata/vectors/*")
	if err != nil {
		t.Fatal(err)
	}
	var sum vectors.Summary
	files := 0
	for _, name := range names {
		if strings.HasSuffix(name, ".md") {
			continue
		}
		files++
		for m, err := range open(t, name) {
			if err != nil {
				t.Fatal(err)
			}
			head, _ := m.Peek(4096)
			if !vectors.Detect(head) || (record.JSON{}).Detect(head) || (record.Cairn{}).Detect(head) {
				t.Errorf("%s is not recognized as vectors", name)
			}
			s, err := vectors.Verify(m, vectors.Options{File: filepath.Base(name), MaxLeaves: 1_000_000}, func(f vectors.Finding) { t.Error(f) })
			if err != nil {
				t.Error(err)
			}
			sum.Add(s)
		}
	}
	t.Logf("%d files: %+v", files, sum)
	if files != 8 || sum.Games != 120 || sum.Positions != 104 || sum.Plies != 4666-120 {
		t.Errorf("%d files with %+v", files, sum)
	}
}

func open(t *testing.T, name string) func(func(record.Member, error) bool) {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return record.Unpack(file, name)
}

func TestRandom(t *testing.T) {
	for _, g := range games.All() {
		var three, one bytes.Buffer
		if err := vectors.Random(&three, g, "spring", 3); err != nil {
			t.Fatal(err)
		}
		if err := vectors.Random(&one, g, vectors.Seed("spring", 1), 1); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasPrefix(three.Bytes(), one.Bytes()) {
			t.Errorf("%s: the first of three games is not the one game", g.ID())
		}
		one.Reset()
		if err := vectors.Random(&one, g, vectors.Seed("spring", 3), 1); err != nil {
			t.Fatal(err)
		}
		if !bytes.HasSuffix(three.Bytes(), one.Bytes()) {
			t.Errorf("%s: the third of three games is not the game of its seed", g.ID())
		}
		s, err := vectors.Verify(bytes.NewReader(three.Bytes()), vectors.Options{}, func(f vectors.Finding) { t.Error(f) })
		if err != nil || s.Games != 3 || s.Findings != 0 {
			t.Errorf("%s: %+v, %v", g.ID(), s, err)
		}
		form(t, three.Bytes())
	}
}

// form checks the form of random games without any rules: the fields and their
// order, no white space, plies in order, sorted turns, the move among them.
func form(t *testing.T, text []byte) {
	t.Helper()
	ply := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		var l struct {
			Game   string   `json:"game"`
			Ply    *int     `json:"ply,omitempty"`
			Pos    string   `json:"pos,omitempty"`
			Final  string   `json:"final,omitempty"`
			Moves  []string `json:"moves,omitempty"`
			Move   string   `json:"move,omitempty"`
			Result string   `json:"result,omitempty"`
		}
		if err := json.Unmarshal(line, &l); err != nil {
			t.Fatal(err)
		}
		again, err := json.Marshal(l)
		if err != nil || !bytes.Equal(again, line) {
			t.Fatalf("the line %s has another form than %s", line, again)
		}
		if l.Final != "" {
			if l.Ply != nil || l.Result == "" || l.Result == "ongoing" {
				t.Fatalf("a bad end: %s", line)
			}
			ply = 0
			continue
		}
		if l.Ply == nil || *l.Ply != ply || !slices.IsSorted(l.Moves) || !slices.Contains(l.Moves, l.Move) || l.Result != "" {
			t.Fatalf("a bad ply: %s", line)
		}
		ply++
	}
	if ply != 0 {
		t.Fatal("the last game does not end")
	}
}

// TestRandomStays holds the games of one seed against what they were: others
// rely on being able to make them again.
func TestRandomStays(t *testing.T) {
	want := map[string]string{
		"lyngk":          "bf7e36c1e907b606",
		"lyngk-captured": "7520c7814aa0026d",
		"lyngk6":         "30fe490ab77c600e",
		"dvonn":          "f70436c1fd243a02",
	}
	for _, g := range games.All() {
		var out bytes.Buffer
		if err := vectors.Random(&out, g, "Burm", 2); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256(out.Bytes()))[:16]; got != want[g.ID()] {
			t.Errorf("%q: %q,", g.ID(), got)
		}
	}
}
