package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestExitCodes holds what the description promises: 0 for yes, 1 for no, 2 for
// misuse. Only what succeeds or says no speaks on standard output.
func TestExitCodes(t *testing.T) {
	const over = ".,.,./.,.,.,./.,.,.,.,./.,.,.,DB,BBBB/.,.,.,.,DDBWB/.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,.,./.,.,.,./.,.,. b move"
	for _, test := range []struct {
		args string // words parted by bars
		in   string
		code int
	}{
		{"moves|dvonn|start:", "", exitOK},
		{"moves|dvonn|" + over, "", exitOK},
		{"moves|dvonn|-", over, exitOK},
		{"moves|dvonn|-", "", exitMisuse},
		{"moves|dvonn|nonsense", "", exitMisuse},
		{"moves|chess|start:", "", exitMisuse},
		{"moves|dvonn", "", exitMisuse},
		{"moves|lyngk|full:x", "", exitMisuse},
		{"apply|dvonn|start:|e3|f3", "", exitOK},
		{"apply|dvonn|start:|e3|e3", "", exitNo},
		{"apply|dvonn|start:|e3|x", "", exitNo},
		{"apply|dvonn|nonsense|e3", "", exitMisuse},
		{"why|dvonn|start:|e3", "", exitOK},
		{"why|dvonn|start:|e3-f3", "", exitNo},
		{"why|dvonn|start:|e3-f3|--json", "", exitNo},
		{"result|dvonn|" + over, "", exitOK},
		{"perft|dvonn|start:|1", "", exitOK},
		{"perft|dvonn|start:|x", "", exitMisuse},
		{"perft|dvonn|start:|--|-1", "", exitMisuse},
		{"setup|lyngk|--full", "", exitMisuse},
		{"random|dvonn", "", exitMisuse},
		{"random|dvonn|--seed=x|--games=0", "", exitMisuse},
		{"verify|-", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitOK},
		{"verify|-", `{"game":"dvonn","moves":["e3","e3"],"result":"ongoing"}`, exitNo},
		{"verify|missing", "", exitMisuse},
		{"verify|-|-", "", exitMisuse},
		{"verify|-|--start=-", "", exitMisuse},
		{"convert|-|--to=json|--start=-", "", exitMisuse},
		{"show|lyngk|start:x|--pitch=0", "", exitMisuse},
		{"show|lyngk|start:x|--pitch=99999", "", exitMisuse},
		{"verify|-|--game=chess", "", exitMisuse},
		{"convert|-|--to=cairn", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitOK},
		{"convert|-|--to=cairn", `{"game":"dvonn","moves":["e3","e3"],"result":"ongoing"}`, exitNo},
		{"convert|-|--to=klingon", "", exitMisuse},
		{"convert|missing|--to=json", "", exitMisuse},
		{"convert|-|--to=json|--out=missing/x", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitNo},
		{"show|dvonn|start:|--move=x", "", exitNo},
		{"show|dvonn|start:|--moves=z9", "", exitMisuse},
		{"play|dvonn|--plain", "e3\nquit\n", exitOK},
		{"play|dvonn|--plain|--load=missing", "", exitMisuse},
		{"play|dvonn|--plain|--load=.", "", exitMisuse},
		{"play|dvonn|--plain|--load=exit_test.go", "", exitNo},
		{"annotate|missing", "", exitMisuse},
		{"match|dvonn|random|greedy|--openings=missing", "", exitMisuse},
		{"play|dvonn|start:x|--plain|--full", "", exitMisuse},
		{"play|dvonn|start:x|--plain|--seed=y", "", exitMisuse},
		{"play|dvonn|--plain|--load=g|--full", "", exitMisuse},
		{"play|dvonn|start:x|--plain|--load=g", "", exitMisuse},
		{"play|dvonn|--plain|--clock=5+3", "", exitMisuse},
		{"play|dvonn|--board=never", "", exitMisuse},
		{"convert|-|--to=cairn|--game=lyngk", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitMisuse},
		{"annotate|-|--nodes=9|--game=lyngk", `{"game":"dvonn","moves":["e3"],"result":"ongoing"}`, exitMisuse},
		{"play|dvonn|--plain|--vs=nobody", "", exitMisuse},
		{"nonsense", "", exitMisuse},
		{"--help", "", exitOK},
	} {
		var out, errw bytes.Buffer
		if code := run(strings.Split(test.args, "|"), strings.NewReader(test.in), &out, &errw); code != test.code {
			t.Errorf("cairn %s: exit code %d, want %d\n%s%s", test.args, code, test.code, &out, &errw)
		}
		if test.code == exitMisuse && (out.Len() > 0 || !strings.HasPrefix(errw.String(), "cairn: ")) {
			t.Errorf("cairn %s: misuse says\n%son standard output and\n%son standard error", test.args, &out, &errw)
		}
	}
}
