package cairn

import (
	"go/ast"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// oldTurns are words that make a reader stop: comments say who does what instead.
var oldTurns = regexp.MustCompile(`(?i)\b(tells? whether|(is|are|was|were|be|been|being) told|whoever|anew|so many|none that)\b`)

// TestVoice finds these words in the comments of Go files, tests included, and in the documents.
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
}
