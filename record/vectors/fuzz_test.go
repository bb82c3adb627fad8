package vectors_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/game/gametest"
	"cairn.example/record/vectors"
)

// spoiled are vectors with one mistake a file, and where it must be found.
var spoiled = []struct{ name, file, want string }{
	{"count", "# game dvonn\n" + empty + " w place\t49 2353 1\n", "f:2: perft(2) is 2352, the file says 2353"},
	{"not canonical", "# game dvonn\n" + empty + " W place\t49\n", "f:2: the position is not canonical, that is " + empty + " w place"},
	{"unknown game", "# game chess\n8/8 w\t1\n", `f:1: unknown game "chess"; known games: lyngk, lyngk-captured, lyngk6, dvonn` + "\n" + `f:2: no game named; known games: lyngk, lyngk-captured, lyngk6, dvonn`},
	{"no number", "# game dvonn\n" + empty + " w place\t49 many\n", `f:2: "many" is no number`},
	{"no counts", "# game dvonn\n" + empty + " w place\n", "f:2: no numbers after a tab"},
	{"no position", "# game dvonn\nx w place\t1\n", "f:2: position: "},
	{"nothing", "# game dvonn\n", "f: the file holds no vectors"},
	{"missing turn", ply(`"e1",`, ""), "f:1: ply 0: 1 legal turns are missing: e1"},
	{"surplus turn", ply(`"e1",`, `"e1","e9",`), "f:1: ply 0: 1 turns are not legal: e9"},
	{"unsorted", ply(`"a1","a2"`, `"a2","a1"`), "f:1: ply 0: the turns are not sorted, or one stands twice"},
	{"twice", ply(`"a1",`, `"a1","a1",`), "f:1: ply 0: the turns are not sorted, or one stands twice"},
	{"illegal move", ply(`"move":"d4"`, `"move":"d4-e4"`), "f:1: ply 0: the move \"d4-e4\": rule 2.1"},
	{"move in capitals", ply(`"move":"d4"`, `"move":"D4"`), "f:1: ply 0: the move \"D4\" is not canonical, that is d4"},
	{"wrong ply", ply(`"ply":1`, `"ply":2`), "f:2: ply 2 comes where ply 1 should"},
	{"wrong game", ply(`"dvonn","ply":1`, `"lyngk","ply":1`), "f:2: a ply of lyngk in a game of dvonn"},
	{"another position", ply(`,./.,.,. b place`, `,B/.,.,. b place`), "f:2: position: "},
	{"position after another move", ply(`"move":"d4"`, `"move":"d3"`), "f:2: the move before leads to "},
	{"unknown field", ply(`"ply":1`, `"ply":1,"elo":7`), "f:2: unknown field \"elo\""},
	{"missing field", ply(`,"ply":1`, ``), "f:2: the field ply is missing"},
	{"no object", ply(`{"game":"dvonn","ply":1`, `{"game":"dvonn","ply"`), "f:2: no JSON object"},
	{"end too soon", ply("", "") + `{"game":"dvonn","final":"` + after + `","result":"ongoing"}` + "\n", "f:3: the game goes on after its end"},
	{"no end", ply("", ""), "f:2: the game before has no end"},
	{"end without game", `{"game":"dvonn","final":"` + empty + ` w place","result":"w"}` + "\n", "f:1: an end without a game"},
	{"wrong result", ply("", "") + `{"game":"dvonn","final":"` + after + `","result":"w"}` + "\n", "f:3: the result is ongoing, the file says \"w\""},
}

const (
	empty = ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,."
	first = ".,.,./.,.,.,./.,.,.,.,./.,.,.,D,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b place"
	after = ".,.,./.,.,.,./.,.,.,.,./.,.,.,D,D/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place"
	spots = `"a1","a2","a3","b1","b2","b3","b4","c1","c2","c3","c4","c5","d1","d2","d3","d4","d5","e1","e2","e3","e4","e5",` +
		`"f1","f2","f3","f4","f5","g1","g2","g3","g4","g5","h1","h2","h3","h4","h5","i1","i2","i3","i4","i5","j2","j3","j4","j5","k3","k4","k5"`
)

// ply returns two plies of a game with its first occurrence of old replaced.
func ply(old, with string) string {
	text := `{"game":"dvonn","ply":0,"pos":"` + empty + ` w place","moves":[` + spots + `],"move":"d4"}` + "\n" +
		`{"game":"dvonn","ply":1,"pos":"` + first + `","moves":[` + strings.Replace(spots, `"d4",`, "", 1) + `],"move":"d5"}` + "\n"
	return strings.Replace(text, old, with, 1)
}

// TestFindings makes sure that each kind of mistake is found, where it is.
func TestFindings(t *testing.T) {
	for _, tt := range spoiled {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			s, err := vectors.Verify(strings.NewReader(tt.file), vectors.Options{File: "f"}, func(f vectors.Finding) { got = append(got, f.String()) })
			if err != nil || s.Findings != len(got) {
				t.Errorf("%d findings, %d counted, error %v", len(got), s.Findings, err)
			}
			if all := strings.Join(got, "\n"); !strings.Contains(all, tt.want) {
				t.Errorf("findings\n%s\nwant\n%s", all, tt.want)
			}
		})
	}
}

func FuzzVerify(f *testing.F) {
	for _, tt := range spoiled {
		f.Add([]byte(tt.file))
	}
	names, _ := filepath.Glob("../../testdata/vectors/*.tsv")
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		lines := bytes.SplitAfter(text, []byte("\n"))
		f.Add(bytes.Join(lines[:min(6, len(lines))], nil))
	}
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		vectors.Detect(data)
		n := 0
		s, err := vectors.Verify(bytes.NewReader(data), vectors.Options{File: "fuzz", MaxLeaves: 3000}, func(f vectors.Finding) {
			if f.File != "fuzz" || f.Text == "" || f.Line < 0 || f.String() == "" {
				t.Fatalf("a finding that says too little: %#v", f)
			}
			n++
		})
		if err != nil || s.Findings != n {
			t.Fatalf("%d findings, %d counted, error %v", n, s.Findings, err)
		}
	})
}
