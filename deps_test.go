package cairn

import (
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// imports is the import table: who may import whom within this module, a line
// a package, its imports after the colon.
//
// Every import goes to a line above, so reading downward is reading from the
// rules to the programs. "*" stands for all lines above but the test suites
// (packages named ...test), which only tests import; "x/*" for x and all lines
// below x/. A new package is a new line here. Test files are free to import
// what they like.
const imports = `
	internal/files:
	game:
	game/gametest: game
	lyngk: game
	dvonn: game
	games: game lyngk dvonn
	record: game games
	record/recordtest: game games record
	record/boardspace: game games lyngk dvonn record
	record/internal/movelist: game games record
	record/codecup: dvonn record/internal/movelist
	record/pbm: lyngk record/internal/movelist
	record/vectors: game games record
	record/formats: game record/*
	engine: game
	nn: game
	lyngk/think: game engine nn lyngk
	dvonn/think: game engine nn dvonn
	players: game engine nn lyngk dvonn lyngk/think dvonn/think/*
	ugi: game games engine players
	ugi/codecup: game dvonn engine players ugi
	match: game record engine players ugi/*
	internal/learn: internal/files game games engine nn players match
	internal/play: game games record
	internal/play/playtest: game record internal/play
	internal/local: game games record internal/play
	internal/judge: game
	internal/rating:
	internal/files/charset:
	internal/study/puzzle: game
	internal/study/puzzle/packs: internal/study/puzzle
	internal/study/puzzle/mine: game engine players record internal/files internal/study/puzzle
	internal/study/training: game internal/rating internal/study/puzzle
	internal/study/training/trainingtest: internal/study/training
	internal/study/explain: game engine internal/judge
	internal/study/annotate: game engine match record internal/judge internal/study/explain
	internal/study/gamefile: internal/files/charset record/* record
	internal/study/games/posting: game record
	internal/study/games: internal/files game games record internal/study/games/posting
	internal/people/setup: game games record internal/play
	internal/people/api: game internal/play
	internal/people/rate:
	internal/people/table: game games record internal/play internal/people/setup internal/people/api internal/people/rate
	internal/people/passkey:
	internal/people/passkey/passkeytest:
	internal/people/account: game internal/people/api internal/people/rate internal/people/table internal/people/passkey
	internal/people/notify: internal/people/api internal/people/rate internal/people/table
	internal/people/settle: game games players record internal/play internal/rating internal/people/api internal/people/table
	internal/people/explore: game games record internal/people/api internal/people/settle internal/people/table internal/study/games
	internal/people/client: internal/files game internal/play internal/people/api
	internal/people/bot: game engine players ugi internal/play internal/people/api internal/people/client
	internal/people/contest/pair:
	internal/people/contest: internal/people/api internal/people/contest/pair
	internal/people/contest/director: game record internal/play internal/people/setup internal/people/api internal/people/rate internal/people/contest internal/people/table
	internal/people/host: game internal/people/api internal/people/rate internal/people/table
	internal/people/store/queries:
	internal/people/store: internal/files internal/rating internal/people/table internal/people/settle internal/people/contest/director internal/people/host internal/people/store/queries
	internal/people/table/tabletest: internal/people/api internal/people/host internal/people/store internal/people/table
	internal/people/store/storetest: internal/people/host internal/people/table
	internal/people/store/pgtest:
	internal/people/bus: internal/people/table
	web:
	internal/people/server: game record/* internal/files/charset internal/people/setup internal/people/api internal/people/rate internal/people/table internal/people/passkey internal/people/account internal/people/notify internal/people/settle internal/people/explore internal/people/contest/director internal/people/host
	internal/show/draw: game
	internal/show/i18n:
	internal/show/say: game games record internal/show/i18n internal/play internal/study/puzzle internal/study/training
	internal/show/say/tables: game internal/play internal/people/api internal/people/client internal/show/i18n
	internal/show/report: match internal/judge internal/show/i18n
	internal/terminal/line: game record/* internal/play internal/show/i18n internal/show/say internal/local
	internal/terminal/line/puzzles: game internal/study/puzzle internal/study/training internal/show/i18n internal/show/say internal/terminal/line
	internal/terminal/line/online: game games internal/play internal/local internal/people/api internal/people/client internal/show/i18n internal/show/say/tables internal/terminal/line
	internal/terminal/tui: internal/files internal/study/gamefile game games record/* internal/study/puzzle internal/study/training internal/play internal/people/api internal/people/client internal/judge internal/show/draw internal/show/i18n internal/show/say/* internal/show/say internal/local
	internal/terminal/computer: game engine players internal/study/puzzle internal/study/annotate internal/study/explain internal/study/training internal/play internal/judge internal/show/i18n internal/show/say internal/terminal/line internal/terminal/tui
	cmd/cairn-wasm/wasmtest:
	cmd/cairn-wasm/smalljson:
	cmd/cairn-wasm/message: game record internal/play
	cmd/cairn-wasm/codec: game cmd/cairn-wasm/smalljson cmd/cairn-wasm/message
	cmd/cairn-wasm/worker: cmd/cairn-wasm/message
	cmd/cairn-wasm/worker/workertest: cmd/cairn-wasm/message
	cmd/cairn-wasm/rules: game games record internal/play internal/judge cmd/cairn-wasm/message cmd/cairn-wasm/codec cmd/cairn-wasm/worker
	cmd/cairn-wasm/play: cmd/cairn-wasm/rules
	cmd/cairn-wasm/records: game games record/* internal/files/charset internal/play internal/people/setup internal/study/games/posting cmd/cairn-wasm/message cmd/cairn-wasm/codec cmd/cairn-wasm/worker
	cmd/cairn-wasm/engine: game games engine players internal/judge internal/study/explain cmd/cairn-wasm/message cmd/cairn-wasm/codec cmd/cairn-wasm/worker cmd/cairn-wasm/rules
	cmd/cairn-wasm/ugi: game games engine ugi
	cmd/cairn: *
	cmd/cairn-chaos/load: game games record internal/play internal/people/api internal/people/client
	cmd/cairn-chaos: game games internal/play internal/people/api internal/people/table internal/people/client cmd/cairn-chaos/load internal/people/store internal/people/store/pgtest
	.:
`

// concrete names the games that only some packages may know by name, and those
// packages: with them a further game is its folder, a line in two tables, and a
// look in internal/show/draw where its pieces are new.
// (Imports of a game's package are the business of the table above; this is
// about identifiers and strings.)
var concrete = struct{ games, allowed []string }{
	games: []string{"lyngk", "dvonn"},
	allowed: []string{
		"games", "players", "internal/learn", "lyngk", "lyngk/think", "dvonn", "dvonn/think",
		"record/boardspace", "record/codecup", "record/pbm", "ugi/codecup",
		"internal/show/draw",
		"cmd/cairn", "cmd/cairn-wasm/engine",
	},
}

// pure lists the packages that compute and nothing else: no files, network,
// log or random numbers of their own. What they need is handed to them.
var pure = []string{"game", "lyngk", "dvonn", "games", "record", "internal/play", "internal/judge", "engine", "lyngk/think", "dvonn/think"}

// impure lists what a pure package may not import; a folder stands for all below it.
var impure = []string{"os", "net", "log", "math/rand", "crypto/rand", "syscall", "unsafe"}

// excused lists the imports that pure packages have all the same: playouts take a
// *rand.Rand, and the engine asks the system to hold its hash in huge pages.
var excused = map[string][]string{"lyngk/think": {"math/rand/v2"}, "dvonn/think": {"math/rand/v2"}, "engine": {"syscall", "unsafe"}}

// thirdParty lists the modules of others that library packages may import.
// Everything outside internal/, cmd/ and web/ is library: who imports it should
// get the standard library and us.
var thirdParty = map[string][]string{}

const module = "cairn.example"

// A goPackage is what the rules look at: a folder and its non-test files, of
// all systems and build tags.
type goPackage struct {
	dir     string              // relative to the root, "." for the root
	imports map[string]string   // import path -> first file with it
	names   map[string][]string // game -> places that name it, file:line
}

func TestImports(t *testing.T) {
	table, err := parseTable(imports)
	if err != nil {
		t.Fatal(err)
	}
	packages, err := load(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 2 {
		t.Fatalf("found %d packages, want the whole module", len(packages))
	}
	for _, complaint := range check(table, packages) {
		t.Error(complaint)
	}
	for _, complaint := range unused(imports, packages) {
		t.Error(complaint)
	}
}

// TestUnusedArrows makes sure that an arrow which nobody uses is found.
func TestUnusedArrows(t *testing.T) {
	packages, err := load(fstest.MapFS{"lyngk/a.go": {Data: []byte(`package lyngk; import _ "cairn.example/game"`)}})
	if err != nil {
		t.Fatal(err)
	}
	const text = "game:\ngames:\nlyngk: game games"
	if got, want := unused(text, packages), []string{"lyngk may import games and does not: take that out of the import table"}; !slices.Equal(got, want) {
		t.Errorf("complaints = %q, want %q", got, want)
	}
}

// unused returns a complaint for every import that the table names for a package and that
// the package does not have. Stars allow more than is used.
func unused(text string, packages []*goPackage) []string {
	var complaints []string
	for line := range strings.Lines(text) {
		pkg, list, _ := strings.Cut(strings.TrimSpace(line), ":")
		i := slices.IndexFunc(packages, func(p *goPackage) bool { return p.dir == pkg })
		if i < 0 {
			continue // a line without a package is another complaint
		}
		for _, word := range strings.Fields(list) {
			if _, used := packages[i].imports[module+"/"+word]; !used && !strings.HasSuffix(word, "*") {
				complaints = append(complaints, pkg+" may import "+word+" and does not: take that out of the import table")
			}
		}
	}
	return complaints
}

// TestImportRulesBite makes sure that each rule catches what it is there for.
func TestImportRulesBite(t *testing.T) {
	table, err := parseTable(imports)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct{ name, file, source, want string }{
		{"allowed", "games/games.go", `package games; import _ "cairn.example/lyngk"`, ""},
		{"star", "cmd/cairn/main.go", `package main; import _ "cairn.example/ugi/codecup"`, ""},
		{"star below", "match/m.go", `package match; import _ "cairn.example/ugi/codecup"`, ""},
		{"standard library", "lyngk/board.go", `package lyngk; import _ "math/bits"`, ""},
		{"upward", "game/game.go", `package game; import _ "cairn.example/lyngk"`, "game imports lyngk"},
		{"engine knows a game", "engine/search.go", `package engine; import _ "cairn.example/dvonn"`, "engine imports dvonn"},
		{"suite outside tests", "cmd/cairn/main.go", `package main; import _ "cairn.example/game/gametest"`, "cmd/cairn imports game/gametest"},
		{"no line", "util/util.go", `package util`, "util is not in the import table"},
		{"other system", "game/game_windows.go", `package game; import _ "cairn.example/lyngk"`, "game imports lyngk"},
		{"other tag", "game/g.go", "//go:build purego\n\npackage game; import _ \"cairn.example/lyngk\"", "game imports lyngk"},
		{"generator", "lyngk/gen.go", "//go:build ignore\n\npackage main; import _ \"os\"", ""},
		{"test file", "game/game_test.go", `package game_test; import _ "cairn.example/lyngk"`, ""},
		{"string", "engine/e.go", `package engine; const id = "lyngk6"`, "engine names lyngk"},
		{"identifier", "internal/terminal/tui/t.go", `package tui; func drawDvonn() {}`, "internal/terminal/tui names dvonn"},
		{"comment", "game/doc.go", "// Package game serves lyngk.\npackage game", ""},
		{"own name", "players/p.go", `package players; const id = "lyngk6"`, ""},
		{"file access", "engine/log.go", `package engine; import _ "os"`, "engine imports os"},
		{"random numbers", "dvonn/d.go", `package dvonn; import _ "math/rand/v2"`, "dvonn imports math/rand/v2"},
		{"library of others", "record/r.go", `package record; import _ "example.org/x"`, "record imports example.org/x"},
		{"library takes from inside", "match/m.go", `package match; import _ "cairn.example/internal/files"`, "the library stands without internal/"},
		{"program of others", "cmd/cairn/main.go", `package main; import _ "example.org/x"`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			packages, err := load(fstest.MapFS{tt.file: {Data: []byte(tt.source)}})
			if err != nil {
				t.Fatal(err)
			}
			got := strings.Join(check(table, packages), "\n")
			if (tt.want == "") != (got == "") || !strings.Contains(got, tt.want) {
				t.Errorf("complaints = %q, want %q", got, tt.want)
			}
		})
	}

	for name, bad := range map[string]string{
		"import of a line below": "a: b\nb:",
		"line twice":             "a:\na:",
		"no colon":               "a",
	} {
		if _, err := parseTable(bad); err == nil {
			t.Errorf("%s: parseTable(%q) succeeded", name, bad)
		}
	}
}

// parseTable returns for each package the packages it may import.
func parseTable(text string) (map[string][]string, error) {
	table := map[string][]string{}
	var above []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		pkg, list, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("import table: no colon in %q", line)
		}
		if _, twice := table[pkg]; twice {
			return nil, fmt.Errorf("import table: two lines for %s", pkg)
		}
		var may []string
		for _, word := range strings.Fields(list) {
			found := false
			for _, other := range above {
				base, below := strings.CutSuffix(word, "/*")
				if word == "*" && !strings.HasSuffix(other, "test") ||
					other == base || below && strings.HasPrefix(other, base+"/") {
					may = append(may, other)
					found = true
				}
			}
			if !found {
				return nil, fmt.Errorf("import table: %s imports %s, which is not a line above", pkg, word)
			}
		}
		table[pkg] = may
		above = append(above, pkg)
	}
	return table, nil
}

// load reads the packages below root as the go command sees them, but for all
// build tags at once: an arrow that only exists on Windows is an arrow.
func load(root fs.FS) ([]*goPackage, error) {
	byDir := map[string]*goPackage{}
	files := token.NewFileSet()
	err := eachFile(root, files, func(name string, file *ast.File) error {
		if strings.HasSuffix(name, "_test.go") {
			return nil
		}
		dir := path.Dir(name)
		p := byDir[dir]
		if p == nil {
			p = &goPackage{dir: dir, imports: map[string]string{}, names: map[string][]string{}}
			byDir[dir] = p
		}
		return p.add(files, file, name)
	})
	if err != nil {
		return nil, err
	}
	var packages []*goPackage
	for _, p := range byDir {
		packages = append(packages, p)
	}
	slices.SortFunc(packages, func(a, b *goPackage) int { return strings.Compare(a.dir, b.dir) })
	return packages, nil
}

// eachFile calls visit for each Go file below root that belongs to a package of this
// module, tests included, of all systems and build tags.
func eachFile(root fs.FS, files *token.FileSet, visit func(name string, file *ast.File) error) error {
	return fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if entry.IsDir() {
			if name == "." {
				return nil
			}
			_, other := fs.Stat(root, path.Join(name, "go.mod"))
			if other == nil || base == "testdata" || base == "node_modules" || base == "build" || base[0] == '.' || base[0] == '_' {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(base) != ".go" || base[0] == '.' || base[0] == '_' {
			return nil
		}
		source, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(files, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		if isIgnored(file) {
			return nil
		}
		return visit(name, file)
	})
}

// isIgnored reports whether a file is a script beside the package, under the
// build tag that by custom is never set.
func isIgnored(file *ast.File) bool {
	for _, group := range file.Comments {
		if group.Pos() > file.Package {
			break
		}
		for _, c := range group.List {
			if expr, err := constraint.Parse(c.Text); err == nil {
				if tag, ok := expr.(*constraint.TagExpr); ok && tag.Tag == "ignore" {
					return true
				}
			}
		}
	}
	return false
}

// add notes what one file imports and which games it names outside comments.
func (p *goPackage) add(files *token.FileSet, file *ast.File, name string) error {
	for _, spec := range file.Imports {
		target, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if _, seen := p.imports[target]; !seen {
			p.imports[target] = name
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var text string
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Ident:
			text = n.Name
		case *ast.BasicLit:
			text = n.Value
		default:
			return true
		}
		for _, game := range concrete.games {
			if strings.Contains(strings.ToLower(text), game) {
				pos := files.Position(n.Pos())
				p.names[game] = append(p.names[game], fmt.Sprintf("%s:%d", name, pos.Line))
			}
		}
		return true
	})
	return nil
}

// check returns a line for everything the packages do that the rules forbid.
func check(table map[string][]string, packages []*goPackage) []string {
	var complaints []string
	complain := func(format string, args ...any) {
		complaints = append(complaints, fmt.Sprintf(format, args...))
	}
	for _, p := range packages {
		may, ok := table[p.dir]
		if !ok {
			complain("%s is not in the import table of deps_test.go: give it a line, or its files another home", p.dir)
			continue
		}
		for target, file := range p.imports {
			within, ours := strings.CutPrefix(target, module+"/")
			first, _, _ := strings.Cut(target, "/")
			switch {
			case ours && isLibrary(p.dir) && isBelowAny(within, []string{"internal"}):
				complain("%s imports %s (%s): the library stands without internal/", p.dir, within, file)
			case ours && !slices.Contains(may, within):
				complain("%s imports %s (%s), the import table does not let it", p.dir, within, file)
			case !ours && strings.Contains(first, ".") && isLibrary(p.dir) && !isBelowAny(target, thirdParty[p.dir]):
				complain("%s imports %s (%s): the library needs the standard library only", p.dir, target, file)
			case slices.Contains(pure, p.dir) && isBelowAny(target, impure) && !slices.Contains(excused[p.dir], target):
				complain("%s imports %s (%s): a pure package is handed what it needs", p.dir, target, file)
			}
		}
		if !slices.Contains(concrete.allowed, p.dir) {
			for game, places := range p.names {
				complain("%s names %s (%s): ask the game instead", p.dir, game, strings.Join(places, ", "))
			}
		}
	}
	slices.Sort(complaints)
	return complaints
}

// isLibrary reports whether other programs import the package in dir.
func isLibrary(dir string) bool {
	return !isBelowAny(dir, []string{"internal", "cmd", "web"})
}

// isBelowAny reports whether name is one of roots or lies below one.
func isBelowAny(name string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return name == root || strings.HasPrefix(name, root+"/")
	})
}
