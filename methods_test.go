package cairn

import (
	"go/ast"
	"go/token"
	"os"
	"path"
	"strings"
	"testing"
)

// mostMethods is the most that a type has, so that no type is a hall that everything passes
// through; the methods of a position are the contract of game/ and its steps.
const mostMethods = 40

// TestMethods counts the methods of each type, those of embedded types apart.
func TestMethods(t *testing.T) {
	methods := map[string]int{}
	err := eachFile(os.DirFS("."), token.NewFileSet(), func(name string, file *ast.File) error {
		if strings.HasSuffix(name, "_test.go") || ast.IsGenerated(file) {
			return nil
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil {
				continue
			}
			receiver := f.Recv.List[0].Type
			if p, ok := receiver.(*ast.StarExpr); ok {
				receiver = p.X
			}
			if n, ok := receiver.(*ast.Ident); ok {
				methods[path.Dir(name)+"."+n.Name]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, n := range methods {
		if n > mostMethods && name != "lyngk.Position" && name != "dvonn.Position" {
			t.Errorf("%s has %d methods, at most %d are allowed: split it by what its parts own", name, n, mostMethods)
		}
	}
}
