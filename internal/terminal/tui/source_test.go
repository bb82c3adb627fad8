package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What all games have in common never asks which kind it shows: only the tables of commands
// and the files of a kind name its mode. No type has more than 40 methods.
func TestParts(t *testing.T) {
	own := map[string][]string{
		"commands.go": {"home", "analysis", "puzzle", "table"}, "gamescreen.go": {"home", "analysis"}, // which begins with one of these
		"chat.go": {"table"}, "premove.go": {"table"},
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	kind := regexp.MustCompile(`(?m)^[^/\n]*\b(home|analysis|puzzle|table)Mode\b`)
	method := regexp.MustCompile(`(?m)^func \(\w+ \*?(\w+)\)`)
	methods, named := map[string]int{}, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, m := range method.FindAllSubmatch(text, -1) {
			if methods[string(m[1])]++; methods[string(m[1])] == 41 {
				t.Errorf("%s has more than 40 methods", m[1])
			}
		}
		for _, m := range kind.FindAllSubmatch(text, -1) {
			named++
			if !strings.HasPrefix(file, string(m[1])) && !slices.Contains(own[file], string(m[1])) {
				t.Errorf("%s names %sMode: let the mode do what is different there", file, m[1])
			}
		}
	}
	if methods["gameScreen"] == 0 || named == 0 {
		t.Errorf("nothing was counted: %v", methods)
	}
}
