package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExitCodes holds what the description promises: 0 for yes, 1 for no, 2 for
// a wrong call. Only what succeeds or says no speaks on standard output.
func TestExitCodes(t *testing.T) {
	withoutRaceDetector(t)
	const over = ".,.,./.,.,.,./.,.,.,.,./.,.,.,DB,BBBB/.,.,.,.,DDBWB/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move"
	for _, test := range []struct {
		args string // words parted by bars
		in   string
		code int
	}{
		{"moves|dvonn|start:", "", exitOK},
		{"moves|dvonn|" + over, "", exitOK},
		{"moves|dvonn|-", over, exitOK},
		{"moves|dvonn|-", "", exitUsage},
		{"moves|dvonn|nonsense", "", exitUsage},
		{"moves|chess|start:", "", exitUsage},
		{"moves|dvonn", "", exitUsage},
		{"moves|lyngk|full:x", "", exitUsage},
		{"apply|dvonn|start:|e3|f3", "", exitOK},
		{"apply|dvonn|start:|e3|e3", "", exitFailure},
		{"apply|dvonn|start:|e3|x", "", exitFailure},
		{"apply|dvonn|nonsense|e3", "", exitUsage},
		{"why|dvonn|start:|e3", "", exitOK},
		{"why|dvonn|start:|e3-f3", "", exitFailure},
		{"why|dvonn|start:|e3-f3|--json", "", exitFailure},
		{"result|dvonn|" + over, "", exitOK},
		{"lab|perft|dvonn|start:|1", "", exitOK},
		{"lab|perft|dvonn|start:|x", "", exitUsage},
		{"lab|perft|dvonn|start:|--|-1", "", exitUsage},
		{"setup|lyngk|--full", "", exitUsage},
		{"lab|random|dvonn", "", exitUsage},
		{"lab|random|dvonn|--seed=x|--games=0", "", exitUsage},
		{"verify|-", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitOK},
		{"verify|-", `{"game":"dvonn","moves":["e3","e3"],"result":"ongoing"}`, exitFailure},
		{"verify|missing", "", exitUsage},
		{"verify|-|-", "", exitUsage},
		{"verify|-|--start=-", "", exitUsage},
		{"convert|-|--to=json|--start=-", "", exitUsage},
		{"show|lyngk|start:x|--pitch=0", "", exitUsage},
		{"show|lyngk|start:x|--pitch=99999", "", exitUsage},
		{"verify|-|--game=chess", "", exitUsage},
		{"convert|-|--to=cairn", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitOK},
		{"convert|-|--to=cairn", `{"game":"dvonn","moves":["e3","e3"],"result":"ongoing"}`, exitFailure},
		{"convert|-|--to=klingon", "", exitUsage},
		{"convert|missing|--to=json", "", exitUsage},
		{"convert|-|--to=json|--out=missing/x", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitFailure},
		{"show|dvonn|start:|--move=x", "", exitFailure},
		{"show|dvonn|start:|--moves=z9", "", exitUsage},
		{"play|dvonn|--plain", "e3\nquit\n", exitOK},
		{"play|dvonn|--plain|--load=missing", "", exitUsage},
		{"play|dvonn|--plain|--load=.", "", exitUsage},
		{"play|dvonn|--plain|--load=exit_test.go", "", exitFailure},
		{"annotate|missing", "", exitUsage},
		{"match|dvonn|random|greedy|--openings=missing", "", exitUsage},
		{"match|dvonn|random|greedy|--concurrency=4294967296", "", exitUsage},
		{"match|dvonn|random|greedy|--concurrency=0", "", exitUsage},
		{"match|dvonn|random|greedy|--pairs=9000000000000000000", "", exitUsage},
		{"play|dvonn|start:x|--plain|--full", "", exitUsage},
		{"play|dvonn|start:x|--plain|--seed=y", "", exitUsage},
		{"play|dvonn|--plain|--load=g|--full", "", exitUsage},
		{"play|dvonn|start:x|--plain|--load=g", "", exitUsage},
		{"play|dvonn|--plain|--clock=5+3", "e3\nquit\n", exitOK},
		{"play|dvonn|--plain|--clock=five", "", exitUsage},
		{"play|dvonn|--board=never", "", exitUsage},
		{"convert|-|--to=cairn|--game=lyngk", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitUsage},
		{"annotate|-|--nodes=9|--game=lyngk", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitUsage},
		{"play|dvonn|--plain|--vs=nobody", "", exitUsage},
		{"lab|puzzles|verify|dvonn|missing", "", exitUsage},
		{"lab|puzzles|pack|dvonn|missing", "", exitUsage},
		{"train|lyngk-captured|--plain", "", exitUsage},
		{"train|lyngk|--plain|--theme=isolation", "", exitUsage},
		{"nonsense", "", exitUsage},
		{"--help", "", exitOK},
	} {
		var out, errw bytes.Buffer
		if code := run(strings.Split(test.args, "|"), strings.NewReader(test.in), &out, &errw); code != test.code {
			t.Errorf("cairn %s: exit code %d, want %d\n%s%s", test.args, code, test.code, &out, &errw)
		}
		if test.code == exitUsage && (out.Len() > 0 || !strings.HasPrefix(errw.String(), "cairn: ")) {
			t.Errorf("cairn %s: a wrong call says\n%son standard output and\n%son standard error", test.args, &out, &errw)
		}
	}
}

// A run that is damaged is no wrong call; one that does not exist is.
func TestExitCodeOfDamagedRun(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		manifest string
		code     int
	}{{"", exitUsage}, {"hello", exitFailure}, {`{"version":1,"game":"dvonn","shardGames":-1}`, exitUsage}, {`{"version":7}`, exitFailure}} {
		if test.manifest != "" {
			if err := os.WriteFile(filepath.Join(dir, "manifest.json"), []byte(test.manifest), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		var out, errw bytes.Buffer
		if code := run([]string{"lab", "learn", "openings", dir}, strings.NewReader(""), &out, &errw); code != test.code {
			t.Errorf("manifest %q: exit code %d, want %d\n%s", test.manifest, code, test.code, &errw)
		}
	}
}
