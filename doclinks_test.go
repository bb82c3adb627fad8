package cairn

import (
	"go/ast"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// docLink is a link of a doc comment: [Name], [Type.Method], [pkg.Name] or
// [pkg.Type.Method]. What stands beside it tells it from an index or a type.
var docLink = regexp.MustCompile(`(^|[^\w\])}])\[\*?(?:([a-z][\w/]*)\.)?([A-Z]\w*(?:\.[A-Z]\w*)?)\]($|[^\w(:\[*{])`)

// documented is what the links of one package may name.
type documented struct {
	names   map[string]bool   // exported names, with the type for methods and fields
	imports map[string]string // import paths by name
}

// TestDocLinks: every link in a comment leads to something that exists.
func TestDocLinks(t *testing.T) {
	set := token.NewFileSet()
	packages := map[string]*documented{}
	files := map[string][]*ast.File{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && name != "." || d.Name() == "node_modules" || d.Name() == "testdata" || d.Name() == "build" || d.Name() == "tools"):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(set, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		at := path.Join("cairn.example", filepath.ToSlash(filepath.Dir(name)))
		files[at] = append(files[at], f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for at, list := range files {
		p := &documented{names: map[string]bool{}, imports: map[string]string{list[0].Name.Name: at}}
		packages[at] = p
		for _, f := range list {
			p.collect(f)
		}
	}
	links := 0
	for at, list := range files {
		p := packages[at]
		for _, f := range list {
			for _, group := range f.Comments {
				for _, line := range strings.Split(group.Text(), "\n") {
					if strings.HasPrefix(line, "\t") || strings.HasPrefix(line, " ") {
						continue // code
					}
					for _, m := range docLink.FindAllStringSubmatch(line, -1) {
						links++
						if !p.leads(packages, m[2], m[3]) {
							t.Errorf("%s: the link %s leads nowhere", set.Position(group.Pos()), strings.TrimSpace(m[0]))
						}
					}
				}
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links were found", links)
	}
}

// leads reports whether a link to name of package pkg, "" for p itself, leads anywhere.
func (p *documented) leads(all map[string]*documented, pkg, name string) bool {
	if pkg == "" {
		return p.names[name]
	}
	at, ok := p.imports[pkg]
	if !ok {
		// A package that is not imported is found by its whole path, or in the
		// standard library.
		if at, ok = comment.DefaultLookupPackage(pkg); !ok {
			at = pkg
		}
	}
	if other := all[at]; other != nil {
		return other.names[name]
	}
	return ok // not ours
}

// collect enters the names that f declares, and what it imports.
func (p *documented) collect(f *ast.File) {
	for _, i := range f.Imports {
		at, _ := strconv.Unquote(i.Path.Value)
		name := path.Base(at)
		if i.Name != nil {
			name = i.Name.Name
		}
		p.imports[name] = at
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				recv := d.Recv.List[0].Type
				if star, ok := recv.(*ast.StarExpr); ok {
					recv = star.X
				}
				if generic, ok := recv.(*ast.IndexExpr); ok {
					recv = generic.X
				}
				name = recv.(*ast.Ident).Name + "." + name
			}
			p.names[name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						p.names[n.Name] = true
					}
				case *ast.TypeSpec:
					p.names[s.Name.Name] = true
					var members *ast.FieldList
					switch t := s.Type.(type) {
					case *ast.StructType:
						members = t.Fields
					case *ast.InterfaceType:
						members = t.Methods
					}
					if members == nil {
						continue
					}
					for _, m := range members.List {
						for _, n := range m.Names {
							p.names[s.Name.Name+"."+n.Name] = true
						}
					}
				}
			}
		}
	}
}
