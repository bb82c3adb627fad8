package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "draw the diagrams of docs anew")

const diagrams = "../../docs/diagrams"

// TestDiagrams holds the pictures of the rules against what the program draws,
// and the positions in the text against those in the pictures.
func TestDiagrams(t *testing.T) {
	withoutRaceDetector(t)
	table, err := os.ReadFile(filepath.Join(diagrams, "diagrams.txt"))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for line := range strings.Lines(string(table)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		args := []string{"show", f[1], f[2], "--svg", "-"}
		if len(f) > 3 {
			args = append(args, strings.Fields(f[3])...)
		}
		var out, errw bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &errw); code != exitOK {
			t.Errorf("%s: exit %d: %s", f[0], code, errw.String())
			continue
		}
		file := filepath.Join(diagrams, f[0]+".svg")
		drawn[file] = true
		if *update {
			if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%s is not what the program draws; -update draws it anew", file)
		}
		if !strings.Contains(string(rules), f[2]) {
			t.Errorf("docs/rules.md does not show the position of %s: %s", f[0], f[2])
		}
	}
	files, err := filepath.Glob(filepath.Join(diagrams, "*.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !drawn[file] {
			t.Errorf("%s is not in diagrams.txt", file)
		}
	}
}

// TestSeedVectors holds the start positions that docs/rules.md gives for seeds
// against the program.
func TestSeedVectors(t *testing.T) {
	withoutRaceDetector(t)
	rules, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(rules)) {
		f := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(f) != 3 || !strings.HasPrefix(strings.TrimSpace(f[2]), "`") {
			continue
		}
		n++
		id := strings.Trim(strings.TrimSpace(f[0]), "`")
		seed := strings.Trim(strings.TrimSpace(f[1]), "`")
		args := []string{"setup", id, "--seed=" + seed}
		if id == "dvonn" {
			args = append(args, "--full")
		}
		var out, errw bytes.Buffer
		if code := run(args, strings.NewReader(""), &out, &errw); code != exitOK {
			t.Fatalf("%q: %s", args, errw.String())
		}
		if got, want := strings.TrimSpace(out.String()), strings.Trim(strings.TrimSpace(f[2]), "`"); got != want {
			t.Errorf("%s with seed %q:\n%s\nin docs/rules.md:\n%s", id, seed, got, want)
		}
	}
	if n < 8 {
		t.Errorf("only %d seeds found in docs/rules.md", n)
	}
}
