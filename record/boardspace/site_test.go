package boardspace_test

import (
	"bufio"
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
// out as.
func TestSite(t *testing.T) {
	archive, err := os.Open(filepath.Join(records, "boardspace-dvonn.tar.gz"))
	if err != nil {
		t.Skipf("no real games beside this checkout (%v)", err)
	}
	defer archive.Close()
	want := readTable(t, filepath.Join(records, "boardspace-dvonn.tsv"))

	seen := map[string]int{}
	for m, err := range record.Unpack(archive, "boardspace-dvonn.tar.gz") {
		if err != nil {
			t.Fatal(err)
		}
		file := path.Base(m.Name)
		w, ok := want[file]
		if !ok {
			t.Errorf("%s: not in the table", file)
			continue
		}
		var games []comeOut
		for e := range (boardspace.SGF{}).Read(m, record.Options{File: file}) {
			games = append(games, outcome(t, e))
			if e.Err == nil {
				recordtest.Identity(t, boardspace.SGF{}, e.Record)
				recordtest.Identity(t, record.Cairn{}, e.Record)
			}
			t.Log(e.Err, e.Warnings)
		}
		seen[file] = len(games)
		// A file with two trees holds a game and the log of its edits, which is
		// refused; the game beside it is read.
		got := games[len(games)-1]
		if got != w {
			t.Errorf("%s:\n got %v\nwant %v", file, got, w)
		}
		if len(games) > 1 && (len(games) != 2 || games[0].result == "illegal") {
			t.Errorf("%s: the game beside the log came out as %v", file, games[0])
		}
	}
	twice := 0
	for file := range want {
		if seen[file] == 0 {
			t.Errorf("%s: no game was read", file)
		}
		if seen[file] == 2 {
			twice++
		}
	}
	if len(seen) != 227 || twice != 3 {
		t.Errorf("%d files, %d with a log of edits, want 227 and 3", len(seen), twice)
	}
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
