package boardspace_test

import (
	"errors"
	"flag"
	"strings"
	"testing"

	"cairn.example/game/gametest"
	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/boardspace"
	"cairn.example/record/recordtest"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

const layout = "I/B,R,K,K/K,B,G,J,B,I,K/R,G,B,B,G,J/R,I,K,B,B,G,R/I,G,I,I,G,K/G,R,K,R,B,J,R/K,I,I,R/G 1 -:- 0:0"

func TestGolden(t *testing.T) {
	recordtest.Golden(t, boardspace.SGF{}, "testdata/*.sgf", record.Options{Start: layout}, *update)
}

func TestRoundTrip(t *testing.T) {
	recordtest.RoundTrip(t, boardspace.SGF{}, recordtest.Everything, games.IDs()...)
}

func FuzzRead(f *testing.F) {
	recordtest.Seed(f, "testdata/*.sgf")
	gametest.Corpus(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		recordtest.Reread(t, boardspace.SGF{}, data, record.Options{Start: layout})
	})
}

// TestHostile reads large texts that repeat one small thing.
func TestHostile(t *testing.T) {
	const size = 1 << 18
	fill := func(before, again, after string) string {
		return before + strings.Repeat(again, (size-len(before)-len(after))/len(again)) + after
	}
	const root = "(;GM[Dvonn]SU[dvonn 1]"
	const turn = "; P0[1 dropb D 3]; P0[2 done]"
	for name, text := range map[string]string{
		"names":      fill(root, "a", "A[b])"),
		"comments":   fill(root+turn, "C[a]", ")"),
		"nodes":      fill(root+turn, "\n;C[a]", ")"),
		"commands":   fill(root+turn, "\n;X[a]", ")"),
		"branches":   fill(root+turn, "\n(;P1[1 dropb E 4];P1[2 done])", ")"),
		"empty":      fill(root+turn, "(;)\n", ")"),
		"deep":       fill(root, "(;", ""),
		"open":       fill(root+"C[", "a", ""),
		"clicks":     fill(root, "\n;P0[pick wr 2]\n;P0[drop wr 2]", ")"),
		"resigning":  fill(root+turn+";P1[resign];P1[done]", "\n;P1[dropb A 1]", ")"),
		"tags":       fill(root, "\nDT[x]", ")"),
		"games":      fill("", "(;GM[Dvonn]SU[dvonn 1])", ""),
		"game lines": fill("", "(;GM[Dvonn]SU[dvonn 1])\n", ""),
	} {
		t.Run(name, func(t *testing.T) { recordtest.Linear(t, boardspace.SGF{}, text) })
	}
}

func TestMessages(t *testing.T) { recordtest.Messages(t, boardspace.Messages()) }

// TestCharset reads names in the charset that the file declares; what is written is UTF-8
// and says so.
func TestCharset(t *testing.T) {
	decode := func(charset string, b []byte) (string, bool) {
		return strings.ReplaceAll(string(b), "\xa3", "Ł"), charset == "windows-1250"
	}
	for _, c := range []struct{ charset, name, want, warning string }{
		{"ISO-8859-1", "J\xfcrgen", "Jürgen", ""},
		{"windows-1250", "\xa3ukasz", "Łukasz", ""},
		{"UTF-8", "Łukasz", "Łukasz", ""},
		{"ISO-8859-1", "Łukasz", "Łukasz", "record.charset"}, // written by a program that says nothing true
		{"UTF-8", "J\xfcrgen", "Jürgen", "record.encoding"},  // nor does this one
		{"klingon", "J\xfcrgen", "Jürgen", "record.charset"},
		{"klingon", "Ann", "Ann", ""},
	} {
		text := "(;GM[Dvonn]CA[" + c.charset + "]SU[dvonn 0]P0[id \"" + c.name + "\"];P0[1 dropb E 3];P0[2 done])"
		opt := record.Options{Decode: decode}
		if c.charset == "ISO-8859-1" {
			opt.Decode = nil
		}
		for e := range (boardspace.SGF{}).Read(strings.NewReader(text), opt) {
			if e.Err != nil || e.Record.First != c.want || len(e.Record.Tags) > 0 {
				t.Fatalf("%s: %v, %q, %v", c.charset, e.Err, e.Record.First, e.Record.Tags)
			}
			if (c.warning != "") != (len(e.Warnings) == 1) || len(e.Warnings) > 0 && e.Warnings[0].Code != c.warning {
				t.Errorf("%s: warnings %v, want %q", c.charset, e.Warnings, c.warning)
			}
			var out strings.Builder
			if _, err := (boardspace.SGF{}).Write(&out, e.Record); err != nil || strings.Contains(out.String(), "CA[UTF-8]") != (c.want != "Ann") || strings.Contains(out.String(), "8859") {
				t.Errorf("%s: %v, written as\n%s", c.charset, err, out.String())
			}
		}
	}
}

// TestBrokenFiles reads what there is of a file that is cut short, tells of properties that
// are given twice, and says what is wrong at which column.
func TestBrokenFiles(t *testing.T) {
	const head = "(;GM[Dvonn]SU[dvonn 0]"
	for text, want := range map[string]string{
		head + "P0[id \"Ann\"]P1[id \"Bo\"];P0[1 dropb E 3];P0[2 done]":                     "Ann, Bo: e3: boardspace.cut",
		head + "P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done];P1[3 dr":                          "Ann, : e3: boardspace.cut",
		head + "P0[id \"Ann\"]P0[id \"Eve\"];P0[1 dropb E 3];P0[2 done])":                   "Ann, : e3: boardspace.twice",
		head + "P0[id \"Ann\"]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])":                   "Ann, : e3",
		head + "SU[dvonn 7]SP[.]P0[id \"Ann\"])":                                            "record.start: boardspace.twice",
		head + "SU[lyngk 7];P0[1 dropb E 3];P0[2 done])":                                    ", : e3: boardspace.twice",
		head + "DT[Thu Nov 12 16:02:51 CST 2009]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])": "Ann, : e3: 2009-11-12 16:02:51 CST",
		head + "DT[3 Feb 2020]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])":                   "Ann, : e3: 2020-02-03",
		head + "DT[March 4, 2020]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])":                "Ann, : e3: 2020-03-04",
		head + "DT[3/2/2020]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])":                     "Ann, : e3: 3/2/2020",
		head + "RE[one]RE[two]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])":                   "Ann, : e3: record.tag_again",
		head + "TAG[Event A]TAG[Event B]P0[id \"Ann\"];P0[1 dropb E 3];P0[2 done])":         "Ann, : e3: record.tag_again",
		head + ";P0[1 dropb E 3]C[one \r\n two\\\nlines];P0[2 done])":                       ", : e3: one\ntwolines",
		head + "CA[UTF-16]P0[id \"Mät\"];P0[1 dropb E 3];P0[2 done])":                       "Mät, : e3",
		head + "\n P0[id \"Mät[3d]\"];P0[1 dropb E 3];P0[2 done])":                          "a.sgf:2:15: game 1: a value ends here, but \"\\\"\" follows; within a value a ] is written \\]",
	} {
		for e := range (boardspace.SGF{}).Read(strings.NewReader(text), record.Options{File: "a.sgf"}) {
			got := ""
			var bad *record.Error
			switch {
			case errors.As(e.Err, &bad) && bad.Column > 0:
				got = bad.Error()
			case errors.As(e.Err, &bad):
				got = bad.Code
			default:
				got = e.Record.First + ", " + e.Record.Second + ": " + strings.Join(e.Record.Texts(), " ")
			}
			for _, w := range e.Warnings {
				got += ": " + w.Code
			}
			if e.Err == nil && e.Record.Moves[0].Comment != "" {
				got += ": " + e.Record.Moves[0].Comment
			}
			if e.Err == nil && e.Record.Tag("Date") != "" {
				got += strings.TrimRight(": "+e.Record.Tag("Date")+" "+e.Record.Tag("Time"), " ")
			}
			if got != want {
				t.Errorf("%s\nis read as %s\nwant       %s", text, got, want)
			}
		}
	}
}
