package cairn

import (
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"testing"
)

// oldTurns are words that make a reader stop: comments say who does what instead.
var oldTurns = regexp.MustCompile(`(?i)\b(tells? whether|(is|are|was|were|be|been|being) told|whoever|anew|so many|none that)\b`)

// oldVoice lists the folders, with all below them, whose comments may still have such words.
var oldVoice = []string{"cmd/cairn", "cmd/cairn-chaos", "internal/people", "internal/terminal/line", "internal/study/games"}

// TestVoice counts these words in the comments of Go files, tests included.
func TestVoice(t *testing.T) {
	files := token.NewFileSet()
	found := map[string]int{}
	err := eachFile(os.DirFS("."), files, func(name string, file *ast.File) error {
		if ast.IsGenerated(file) {
			return nil
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				for _, word := range oldTurns.FindAllString(c.Text, -1) {
					found[path.Dir(name)]++
					if !isBelowAny(path.Dir(name), oldVoice) {
						t.Errorf("%s: a comment says %q: say who does what", files.Position(c.Pos()), word)
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, folder := range oldVoice {
		still := slices.ContainsFunc(slices.Collect(maps.Keys(found)), func(dir string) bool { return isBelowAny(dir, []string{folder}) })
		if !still {
			t.Errorf("no comment below %s has such words: take it out of oldVoice", folder)
		}
	}
}
