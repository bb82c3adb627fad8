package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What is alike in all games never asks which kind it is: only the files of a kind name
// what is its own.
func TestSources(t *testing.T) {
	own := map[string][]string{"table": {"chat.go", "premove.go"}}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	field := regexp.MustCompile(`\bgs\.(table|training)\b`)
	kind := regexp.MustCompile(`source\.\((table|puzzle|analysis|home)Game\)`)
	named := map[string]int{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range field.FindAllSubmatch(text, -1) {
			named[string(m[1])]++
			if !slices.Contains(own[string(m[1])], file) && !strings.HasPrefix(file, string(m[1])) {
				t.Errorf("%s names %s: let the gameSource say what is different there", file, m[0])
			}
		}
		if m := kind.Find(text); m != nil {
			t.Errorf("%s asks which kind of game it is: %s", file, m)
		}
	}
	if named["table"] == 0 || named["training"] == 0 {
		t.Errorf("nothing is named: %v", named)
	}
}
