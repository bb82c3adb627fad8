package cairn

import (
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// oldTurns are words that make a reader stop: comments say who does what instead.
var oldTurns = regexp.MustCompile(`(?i)\b(tells? whether|(is|are|was|were|be|been|being) told|whoever|anew|so many|none that)\b`)

// remark is a comment in a file of the page or of the database.
var remark = regexp.MustCompile(`(//|/\*|^\s*\*|<!--|--)\s?.*$`)

// TestVoice finds these words in the comments of Go files, of the page and of SQL, tests included, and in the documents.
func TestVoice(t *testing.T) {
	files := token.NewFileSet()
	err := eachFile(os.DirFS("."), files, func(name string, file *ast.File) error {
		if ast.IsGenerated(file) {
			return nil
		}
		for _, group := range file.Comments {
			for _, c := range group.List {
				for _, word := range oldTurns.FindAllString(c.Text, -1) {
					t.Errorf("%s: a comment says %q: say who does what", files.Position(c.Pos()), word)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name := range documents {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if word := oldTurns.FindString(line); word != "" {
				t.Errorf("%s:%d says %q: say who does what", name, i+1, word)
			}
		}
	}
	for _, root := range []string{"web/src", "web/e2e", "web/scripts", "internal/people/store"} {
		err := fs.WalkDir(os.DirFS("."), root, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || !slices.Contains([]string{".ts", ".svelte", ".css", ".mjs", ".sql"}, path.Ext(name)) {
				return err
			}
			text, err := os.ReadFile(name)
			for i, line := range strings.Split(string(text), "\n") {
				if word := oldTurns.FindString(remark.FindString(line)); word != "" {
					t.Errorf("%s:%d: a comment says %q: say who does what", name, i+1, word)
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
