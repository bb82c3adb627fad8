package cairn

import (
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestRace holds the list of packages that `make test-race` runs under the race
// detector against what the packages do.
func TestRace(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	assignment := regexp.MustCompile(`(?m)^RACE *[?:]?= *((?:.*\\\n)*.*)$`).FindSubmatch(makefile)
	if assignment == nil {
		t.Fatal("the Makefile has no RACE")
	}
	var listed []string
	for word := range strings.FieldsSeq(strings.ReplaceAll(string(assignment[1]), "\\\n", " ")) {
		listed = append(listed, strings.TrimPrefix(word, "./"))
	}
	sharing, err := concurrent(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range slices.Sorted(maps.Keys(sharing)) {
		if !slices.Contains(listed, dir) {
			t.Errorf("%s: add ./%s to RACE in the Makefile", sharing[dir], dir)
		}
	}
	for _, dir := range listed {
		if sharing[dir] == "" {
			t.Errorf("./%s shares nothing between goroutines: take it out of RACE in the Makefile", dir)
		}
	}
}

// TestConcurrent breaks the rule on purpose, or the test above could be blind.
func TestConcurrent(t *testing.T) {
	for name, tt := range map[string]struct {
		file, source string
		want         bool
	}{
		"plain":         {"p/p.go", `package p; func F() int { return 1 }`, false},
		"goroutine":     {"p/p.go", `package p; func F() { go F() }`, true},
		"channel":       {"p/p.go", `package p; var C chan int`, true},
		"lock":          {"p/p.go", `package p; import "sync"; var M sync.Mutex`, true},
		"late constant": {"p/p.go", `package p; import "sync"; var V = sync.OnceValue(func() int { return 1 })`, false},
		"atomic":        {"p/p.go", `package p; import "sync/atomic"; var N atomic.Int64`, true},
		"in a test":     {"p/p_test.go", `package p; func F() { go F() }`, true},
		"parallel test": {"p/p_test.go", `package p; import "testing"; func TestF(t *testing.T) { t.Parallel() }`, true},
		"server":        {"p/p_test.go", `package p; import "net/http/httptest"; var S *httptest.Server`, true},
		"word":          {"p/p.go", `package p; func parallel() string { return "go sync" }`, false},
		"data":          {"p/testdata/p.go", `package p; func F() { go F() }`, false},
		"tool":          {"tools/p/p.go", `package p; func F() { go F() }`, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := concurrent(fstest.MapFS{tt.file: {Data: []byte(tt.source)}, "tools/go.mod": {}})
			if err != nil {
				t.Fatal(err)
			}
			if (got["p"] != "") != tt.want || len(got) > 1 {
				t.Errorf("concurrent = %v, want %v", got, tt.want)
			}
		})
	}
}

// concurrent returns the packages below root that start goroutines or share
// memory between them, in their tests too, each with the first place that does.
// What they import is instrumented with them.
func concurrent(root fs.FS) (map[string]string, error) {
	found := map[string]string{}
	files := token.NewFileSet()
	err := eachFile(root, files, func(name string, file *ast.File) error {
		if found[path.Dir(name)] != "" {
			return nil
		}
		ast.Inspect(file, func(n ast.Node) bool {
			var what string
			switch n := n.(type) {
			case *ast.GoStmt:
				what = "starts a goroutine"
			case *ast.ChanType:
				what = "has a channel"
			case *ast.ImportSpec:
				switch n.Path.Value {
				case `"sync/atomic"`, `"net/http/httptest"`, `"net/http"`:
					what = "imports " + n.Path.Value
				}
			case *ast.SelectorExpr:
				pkg, _ := n.X.(*ast.Ident)
				switch {
				case n.Sel.Name == "Parallel":
					what = "has parallel tests"
				case pkg != nil && pkg.Name == "sync" && n.Sel.Name != "OnceValue": // which only delays a constant
					what = "uses sync." + n.Sel.Name
				}
			}
			if what != "" && found[path.Dir(name)] == "" {
				found[path.Dir(name)] = fmt.Sprintf("%s:%d %s", name, files.Position(n.Pos()).Line, what)
			}
			return true
		})
		return nil
	})
	return found, err
}
