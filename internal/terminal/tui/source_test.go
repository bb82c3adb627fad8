package tui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What all games have in common never asks which kind it shows: only the table of commands
// and the files of a kind name its mode. No type has more than 40 methods.
func TestParts(t *testing.T) {
	own := map[string][]string{
		"commands": {"home", "analysis", "puzzle", "table"}, "chat": {"table"}, "premove": {"table"}, "waiting": {"table"},
		"gamescreen": {"home", "analysis"},
	} // which begins with one of these
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	kind := regexp.MustCompile(`\b(home|analysis|puzzle|table)Mode\b`)
	methods, named := map[string]int{}, 0
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := parser.ParseFile(token.NewFileSet(), file, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range tree.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				of := f.Recv.List[0].Type
				if star, ok := of.(*ast.StarExpr); ok {
					of = star.X
				}
				methods[of.(*ast.Ident).Name]++
			}
		}
		for _, l := range strings.Split(string(text), "\n") {
			for _, m := range kind.FindAllStringSubmatch(l, -1) {
				named++
				allowed := append(own[strings.TrimSuffix(file, ".go")], "")
				ok := strings.HasPrefix(file, m[1]) || strings.HasPrefix(strings.TrimSpace(l), "//")
				for _, a := range allowed {
					ok = ok || a == m[1]
				}
				if !ok {
					t.Errorf("%s names %s: let the mode do what is different there", file, m[0])
				}
			}
		}
	}
	for name, n := range methods {
		if n > 40 {
			t.Errorf("%s has %d methods", name, n)
		}
	}
	if methods["gameScreen"] == 0 || named == 0 {
		t.Errorf("nothing was counted: %v", methods)
	}
}
