package formats_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/formats"
	"cairn.example/record/recordtest"
	"cairn.example/record/vectors"
)

func Example() {
	file := strings.NewReader("D3 E4 F5\n")
	cairn, _ := formats.Lookup("cairn")
	for e := range formats.Read(file, nil, record.Options{File: "moves.txt"}) {
		if e.Err != nil {
			fmt.Println(e.Err)
			continue
		}
		if _, err := cairn.Write(os.Stdout, e.Record); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// [Game "dvonn"]
	// [Start ".,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place"]
	// [Result "ongoing"]
	//
	// 1. d3 e4 2. f5 *
}

func TestLookup(t *testing.T) {
	want := "cairn json sgf codecup pbm"
	if got := strings.Join(formats.Names(), " "); got != want {
		t.Errorf("Names = %s, want %s", got, want)
	}
	extensions := map[string]bool{}
	for _, f := range formats.All() {
		if found, err := formats.Lookup(strings.ToUpper(f.Name())); err != nil || found.Name() != f.Name() {
			t.Errorf("Lookup(%s) = %v, %v", f.Name(), found, err)
		}
		if extensions[f.Extension()] || !strings.HasPrefix(f.Extension(), ".") {
			t.Errorf("%s has the extension %s", f.Name(), f.Extension())
		}
		extensions[f.Extension()] = true
	}
	for _, extension := range formats.Extensions() {
		f, ok := formats.OfFile("games" + strings.ToUpper(extension))
		if !ok || f.Extension() != extension && extension != ".json" {
			t.Errorf("%s is the format %v, %v", extension, f, ok)
		}
	}
	if all := formats.Extensions(); !slices.Contains(all, ".json") || len(all) != len(formats.All())+1 {
		t.Errorf("Extensions = %v", all)
	}
	for _, name := range []string{"games", "games.pgn", "json", ".cairn.gz"} {
		if f, ok := formats.OfFile(name); ok {
			t.Errorf("%s is of the format %s", name, f.Name())
		}
	}
	if _, err := formats.Lookup("pgn"); err == nil || !strings.Contains(err.Error(), "codecup, pbm") {
		t.Errorf("Lookup(pgn): %v", err)
	}
}

// TestDetectWritten makes sure that each format is recognized in what it
// writes, and that none of it looks like vectors.
func TestDetectWritten(t *testing.T) {
	for _, f := range formats.All() {
		for _, g := range games.All() {
			for seed := range uint64(20) {
				var out bytes.Buffer
				r := recordtest.Random(g, rand.New(rand.NewPCG(seed, 7)))
				if seed == 0 { // a game without any moves
					r = &record.Record{Game: g.ID(), Start: g.Start("demo").String()}
				}
				if _, err := f.Write(&out, r); err != nil {
					continue // not a game of this format
				}
				found, ok := formats.Detect(out.Bytes()[:min(out.Len(), 4096)])
				if !ok || found.Name() != f.Name() {
					t.Fatalf("%s of %s looks like %v:\n%s", f.Name(), g.ID(), found, out.String())
				}
				if vectors.Detect(out.Bytes()) {
					t.Fatalf("%s of %s looks like vectors:\n%s", f.Name(), g.ID(), out.String())
				}
			}
		}
	}
}

// TestDetectSamples holds detection against the sample files of all formats.
func TestDetectSamples(t *testing.T) {
	samples := map[string]string{
		"../testdata/*.cairn": "cairn", "../testdata/*.jsonl": "json", "../boardspace/testdata/*.sgf": "sgf",
		"../codecup/testdata/*.txt": "codecup", "../pbm/testdata/*.pbm": "pbm",
	}
	for pattern, want := range samples {
		names, _ := filepath.Glob(pattern)
		if len(names) == 0 {
			t.Errorf("no files %s", pattern)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, head := range [][]byte{text[:min(len(text), 4096)], append([]byte("\xef\xbb\xbf"), text...)} {
				f, ok := formats.Detect(head)
				if !ok || f.Name() != want {
					t.Errorf("%s looks like %v", name, f)
				}
			}
		}
	}
	for _, text := range []string{"", "\n", "hello world\n", "<html>", "[]", "\x00\x01", "1. e4 e5 2. Nf3\n", ";\n"} {
		if f, ok := formats.Detect([]byte(text)); ok {
			t.Errorf("%q looks like %s", text, f.Name())
		}
	}
}

func TestReadUnknown(t *testing.T) {
	n := 0
	for e := range formats.Read(strings.NewReader("hello\n"), nil, record.Options{File: "x.doc"}) {
		n++
		if e.Err == nil || !strings.HasPrefix(e.Err.Error(), "x.doc: unknown format") {
			t.Errorf("error %v", e.Err)
		}
	}
	if n != 1 {
		t.Errorf("%d entries", n)
	}
}

// TestReadVectors: what "cairn random" writes holds games, but not as records.
func TestReadVectors(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := vectors.Random(&out, g, "x", 1); err != nil {
		t.Fatal(err)
	}
	n := 0
	for e := range formats.Read(&out, nil, record.Options{File: "random.jsonl"}) {
		n++
		var bad *record.Error
		if !errors.As(e.Err, &bad) || bad.Code != "record.vectors" || bad.File != "random.jsonl" {
			t.Errorf("error %v", e.Err)
		}
	}
	if n != 1 {
		t.Errorf("%d entries", n)
	}
}

// TestReadOtherText reads files in UTF-16, with a mark in front and without, and files
// whose lines end in carriage returns alone, in every format.
func TestReadOtherText(t *testing.T) {
	const plain = "[Game \"dvonn\"]\n[First \"Zoë 😀\"]\n\n1. e3 *\n\n[Game \"dvonn\"]\n\n1. d3 *\n"
	units := func(order binary.AppendByteOrder, text string) string {
		var b []byte
		for _, u := range utf16.Encode([]rune(text)) {
			b = order.AppendUint16(b, u)
		}
		return string(b)
	}
	le, be := binary.LittleEndian, binary.BigEndian
	old := strings.ReplaceAll(plain, "\n", "\r")
	for name, text := range map[string]string{
		"UTF-8": plain, "marked": units(le, "\ufeff"+plain), "marked BE": units(be, "\ufeff"+plain), "LE": units(le, plain), "BE": units(be, plain),
		"CR": old, "CR in UTF-16": units(be, "\ufeff"+old), "CRLF": strings.ReplaceAll(plain, "\n", "\r\n"),
		"CR, packed": zipped(t, old),
	} {
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			var got []string
			for e := range formats.Read(r, nil, record.Options{}) {
				if e.Err != nil || len(e.Warnings) > 0 {
					t.Fatalf("%s: %v, %v", name, e.Err, e.Warnings)
				}
				got = append(got, e.Record.First, e.Record.Moves[0].Text)
			}
			if want := []string{"Zoë 😀", "e3", "", "d3"}; !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestReadNoText reads files that hold no text, or whose packing is broken: one
// error each, with the name of the file and a reason that says what to do.
func TestReadNoText(t *testing.T) {
	const game = "[Game \"dvonn\"]\n\n1. d3 *\n\n"
	packed := zipped(t, game)
	archive := zipped(t, strings.Repeat("\x00", 257)+"ustar"+strings.Repeat("x", 700))
	for _, tt := range []struct{ name, data, code string }{
		{"empty", "", "record.empty"},
		{"blank", "\xef\xbb\xbf\r\n \n", "record.empty"},
		{"gzipped and empty", zipped(t, ""), "record.empty"},
		{"nonsense behind the mark of gzip", "\x1f\x8bnonsense", "record.gzip"},
		{"the mark of gzip alone", "\x1f\x8b", "record.gzip_cut"},
		{"cut behind the header of gzip", packed[:12], "record.gzip_cut"},
		{"a bit turned", packed[:20] + string(packed[20]^8) + packed[21:], ""},
		{"no archive", archive, "record.tar"},
		{"UTF-16 without a game", "\xff\xfe \x00", "record.empty"},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "record.binary"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := 0
			for e := range formats.Read(strings.NewReader(tt.data), nil, record.Options{File: "x.gz"}) {
				n++
				var bad *record.Error
				if !errors.As(e.Err, &bad) || tt.code != "" && bad.Code != tt.code || bad.File != "x.gz" || e.File != "x.gz" {
					t.Errorf("%v, %+v", e.Err, e)
				}
			}
			if n != 1 {
				t.Errorf("%d entries", n)
			}
			findings := 0
			sum, err := formats.Verify(strings.NewReader(tt.data), record.Options{File: "x.gz"}, func(f vectors.Finding) {
				findings++
				if f.File != "x.gz" || f.Err == nil {
					t.Errorf("finding %v", f)
				}
			}, nil)
			if err != nil || findings != 1 || sum.Findings != 1 {
				t.Errorf("verifying it gives %d findings, %+v, %v", findings, sum, err)
			}
		})
	}
}

// TestCutVectors verifies vectors whose packing breaks off.
func TestCutVectors(t *testing.T) {
	var lines strings.Builder
	lines.WriteString("# game dvonn\n# perft\n")
	for i := range 3000 {
		fmt.Fprintf(&lines, "# %d %x\n", i, i*i*i*7919)
	}
	whole := zipped(t, lines.String())
	var found []string
	_, err := formats.Verify(strings.NewReader(whole[:len(whole)/2]), record.Options{File: "v.gz"}, func(f vectors.Finding) { found = append(found, f.String()) }, nil)
	if err != nil || len(found) != 1 || found[0] != "v.gz: the gzip data is cut short; the file must be copied or packed again" {
		t.Errorf("%q, %v", found, err)
	}
}

func zipped(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	w := gzip.NewWriter(&b)
	fmt.Fprint(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestVerify(t *testing.T) {
	vector := zipped(t, "# game dvonn\n.,.,./.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. w place\t49 7\n# perft\n")
	tests := []struct {
		name, data, findings string
		sum                  vectors.Summary
		warnings             int
	}{
		{"records", "[Game \"dvonn\"]\n1. d3 d3 *\n[Game \"dvonn\"]\n1. d3\n", "f:2: game 1, ply 2: d3 is illegal: rule 2.1: d3 is occupied; a piece is placed on a vacant space", vectors.Summary{Games: 1, Plies: 1, Findings: 1}, 1},
		{"vectors", vector, "f:2: perft(2) is 2352, the file says 7", vectors.Summary{Positions: 1, Counts: 2, Leaves: 49 + 2352, Findings: 1}, 0},
		{"neither", "hello", "f: unknown format of records; known formats: cairn, json, sgf, codecup, pbm", vectors.Summary{Findings: 1}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var findings []string
			warnings := 0
			sum, err := formats.Verify(strings.NewReader(tt.data), record.Options{File: "f"},
				func(f vectors.Finding) { findings = append(findings, f.String()) },
				func(record.Warning) { warnings++ })
			if err != nil || sum != tt.sum || warnings != tt.warnings {
				t.Errorf("%+v, %d warnings, %v", sum, warnings, err)
			}
			if got := strings.Join(findings, "\n"); got != tt.findings {
				t.Errorf("findings\n%s\nwant\n%s", got, tt.findings)
			}
		})
	}
}

// TestConvert carries records from format to format and back: what all of them
// keep must stay.
func TestConvert(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(20) {
		r := recordtest.Random(g, rand.New(rand.NewPCG(seed, 3)))
		moves := strings.Join(r.Texts(), " ")
		for _, f := range formats.All() {
			if f.Name() == "pbm" {
				continue // has no such game
			}
			var out bytes.Buffer
			if _, err := f.Write(&out, r); err != nil {
				t.Fatal(err)
			}
			n := 0
			for e := range f.Read(&out, record.Options{}) {
				n++
				if e.Err != nil || strings.Join(e.Record.Texts(), " ") != moves || e.Record.Start != r.Start {
					t.Fatalf("seed %d, %s: %v", seed, f.Name(), e.Err)
				}
			}
			if n != 1 {
				t.Fatalf("seed %d, %s: %d records", seed, f.Name(), n)
			}
		}
	}
}

// pieces is a reader of which each call of Read returns one piece.
type pieces struct {
	left []string
	read int
}

func (p *pieces) Read(to []byte) (int, error) {
	if len(p.left) == 0 {
		return 0, io.EOF
	}
	n := copy(to, p.left[0])
	if p.left[0] = p.left[0][n:]; p.left[0] == "" {
		p.left = p.left[1:]
		p.read++
	}
	return n, nil
}

// TestReadsNoFurther reads files that come piece by piece: what a file is must be
// found out from its first line, and a game told before more is read than shows
// where it ends.
func TestReadsNoFurther(t *testing.T) {
	for name, test := range map[string]struct {
		pieces []string
		needed []int // how many pieces must be read for each game
	}{
		"json":    {[]string{"\n", `{"game":"dvonn",`, `"moves":["e3"]}` + "\n", `{"game":"dvonn","moves":["e4"]}` + "\n", "\n"}, []int{3, 4}},
		"cairn":   {[]string{"; a remark\n[Ga", "me \"dvonn\"]\n\n1. e3 *\n\n", "[Game \"dvonn\"]\n", "\n1. e4 *\n"}, []int{3, 4}},
		"codecup": {[]string{"E3 F", "3\n", "\nE4\n"}, []int{3, 3}},
	} {
		in := &pieces{left: test.pieces}
		games := 0
		for e := range formats.Read(in, nil, record.Options{Game: "dvonn"}) {
			if e.Err != nil {
				t.Errorf("%s: %v", name, e.Err)
			}
			if games < len(test.needed) && in.read > test.needed[games] {
				t.Errorf("%s: game %d was told after %d pieces, not %d", name, games+1, in.read, test.needed[games])
			}
			games++
		}
		if games != len(test.needed) {
			t.Errorf("%s: %d games, want %d", name, games, len(test.needed))
		}
	}
}

// TestManyBlanks reads files that begin with more blanks than are looked at to find the
// format, and counts their lines.
func TestManyBlanks(t *testing.T) {
	for _, blanks := range []string{strings.Repeat(" ", 70_000), strings.Repeat("\n", 70_000), strings.Repeat(" \r\n", 30_000)} {
		for _, text := range []string{"[Game \"dvonn\"]\n\n1. z9 *\n", `{"game":"dvonn","moves":["z9"]}`, "(;GM[Dvonn]SU[dvonn 0];P0[1 z])"} {
			n := 0
			for e := range formats.Read(strings.NewReader(blanks+text), nil, record.Options{}) {
				n++
				var bad *record.Error
				if !errors.As(e.Err, &bad) || bad.Line < strings.Count(blanks, "\n")+1 || bad.Code == "record.empty" {
					t.Errorf("%.20q: %v", text, e.Err)
				}
			}
			if n != 1 {
				t.Errorf("%.20q: %d games", text, n)
			}
		}
	}
}
