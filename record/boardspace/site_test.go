package boardspace_test

import (
	"bufio"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
	"cairn.example/record/boardspace"
	"cairn.example/record/recordtest"
)

// records is where the real games lie beside a checkout; they are not ours to
// publish.
const records = "../../../shared/records"

// TestSite reads the 227 real games and holds each against what it must come
// out as. A file comes out as illegal when any game in it is refused.
func TestSite(t *testing.T) {
	archive, err := os.Open(filepath.Join(records, "boardspace-dvonn.tar.gz"))
	if err != nil {
		t.Skipf("no real games beside this checkout (%v)", err)
	}
	defer archive.Close()
	want := readTable(t, filepath.Join(records, "boardspace-dvonn.tsv"))

	seen, refused := map[string]bool{}, map[string]int{}
	for m, err := range record.Unpack(archive, "boardspace-dvonn.tar.gz") {
		if err != nil {
			t.Fatal(err)
		}
		file := path.Base(m.Name)
		w, ok := want[file]
		if !ok || seen[file] {
			t.Errorf("%s: not in the table, or read before", file)
			continue
		}
		seen[file] = true
		var entries []record.Entry
		for e := range (boardspace.SGF{}).Read(m, record.Options{File: file}) {
			entries = append(entries, e)
			if e.Err == nil {
				recordtest.Identity(t, boardspace.SGF{}, e.Record)
				recordtest.Identity(t, record.Cairn{}, e.Record)
			}
			t.Log(e.Err, e.Warnings)
		}
		got := outcome(t, entries[0])
		for _, e := range entries {
			if e.Err != nil {
				got = outcome(t, e)
			}
		}
		if got != w {
			t.Errorf("%s:\n got %v\nwant %v", file, got, w)
		}
		if w.result == "illegal" {
			refused[whyRefused(t, file, entries)]++
		} else if len(entries) != 1 {
			t.Errorf("%s: %d games", file, len(entries))
		}
	}
	if len(seen) != 227 || len(want) != 227 {
		t.Errorf("%d files and %d rows, want 227", len(seen), len(want))
	}
	if refused["a move against rule 2.2"] != 4 || refused["a log of the move editor"] != 3 {
		t.Errorf("refused are %v, want 4 moves of 2008 and 3 logs", refused)
	}
}

// whyRefused looks at a file that must not be read as it stands. In June 2008
// the site let stacks move against rule 2.2: surrounded ones, and one too short. Three files of April 2017 hold two trees:
// a game whose moves are sound and end as the file says, which is read, and the
// log of the site's move editor, which is refused.
func whyRefused(t *testing.T, file string, entries []record.Entry) string {
	t.Helper()
	var bad *record.Error
	var rule *game.Error
	last := entries[len(entries)-1]
	switch {
	case !errors.As(last.Err, &bad):
	case len(entries) == 1 && errors.As(bad, &rule) && rule.Clause == "2.2" && strings.Contains(file, "2008-06"):
		return "a move against rule 2.2"
	case len(entries) == 2 && bad.Code == "boardspace.edited" && bad.Game == 2 && strings.Contains(file, "2017-04"):
		first := entries[0]
		if first.Err != nil || len(first.Warnings) > 0 || first.Record.Termination != record.Normal || len(first.Record.Moves) < 49 {
			t.Errorf("%s: the game beside the log comes out as %v, %v", file, first.Err, first.Warnings)
		}
		return "a log of the move editor"
	}
	t.Errorf("%s: refused otherwise: %v", file, last.Err)
	return "?"
}

// comeOut is a row of the table without its file.
type comeOut struct{ result, moves string }

func readTable(t *testing.T, name string) map[string]comeOut {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows := map[string]comeOut{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		row := strings.Split(lines.Text(), "\t")
		if strings.HasPrefix(row[0], "#") {
			continue
		}
		if len(row) != 3 {
			t.Fatalf("%s: %d columns in %q", name, len(row), lines.Text())
		}
		rows[row[0]] = comeOut{row[1], row[2]}
	}
	return rows
}

// outcome writes a game as the table does.
func outcome(t *testing.T, e record.Entry) comeOut {
	t.Helper()
	if e.Err != nil {
		return comeOut{result: "illegal"}
	}
	g, err := games.Lookup(e.Record.Game)
	if err != nil {
		t.Fatal(err)
	}
	out := comeOut{moves: strings.Join(e.Record.Texts(), " ")}
	switch {
	case e.Record.Termination == record.Resignation:
		out.result = "resign"
	case e.Record.Result == game.Ongoing:
		out.result = "unfinished"
	default:
		out.result = g.OutcomeName(e.Record.Result)
	}
	return out
}
