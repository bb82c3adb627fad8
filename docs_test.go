package cairn

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// documents are the pages that are written for people who read or change the
// code, and the folders that their paths start from.
var documents = map[string][]string{
	"README.md":                 {"."},
	"CONTRIBUTING.md":           {"."},
	"docs/api.md":               {"."},
	"cmd/cairn-chaos/README.md": {"."},
	"docs/architecture.md":      {"."},
	"docs/embedding.md":         {"."},
	"docs/games.md":             {"."},
	"docs/json.md":              {"."},
	"docs/operations.md":        {"."},
	"docs/protocol.md":          {"."},
	"docs/puzzles.md":           {"."},
	"docs/records.md":           {"."},
	"docs/rules.md":             {"."},
	"docs/strength.md":          {"."},
	"docs/training.md":          {"."},
	"docs/translating.md":       {".", "internal/show/i18n"},
	"docs/wasm.md":              {".", "web/scripts"},
	"docs/where.md":             {"."},
	"web/README.md":             {".", "web"},
}

// absent are paths in backticks that need not exist: examples, modules of others,
// and what is built.
var absent = regexp.MustCompile(`^(yourgame/|games/0|github\.com/|\.\./shared/|\.\./build/|build/|bin/|shots/|dist/|gen/|web/dist|web/gen/|testdata/(fuzz|corpus)|cairn/settings\.json)`)

var (
	codeSpan = regexp.MustCompile("`([^`\n]+)`")
	linkTo   = regexp.MustCompile(`\]\(([^)#:\s]+)(#[^)]*)?\)`)
	madeBy   = regexp.MustCompile(`\bmake ([a-z][a-z-]*)`)
	filePath = regexp.MustCompile(`^(\./|\.\./)?[\w.-]+(/[\w.*-]+)*/?$`)
	sources  = regexp.MustCompile(`\.(go|ts|svelte|mjs|json|sh|md|html|txt|tsv|tar\.gz)$`)
	codeName = regexp.MustCompile(`^[#.]?[A-Za-z]\w*(\.\w+)?$`)
)

// isPath reports whether a text in backticks is meant as a path of the repository.
func isPath(span string) bool {
	if !filePath.MatchString(span) || absent.MatchString(span) {
		return false
	}
	if sources.MatchString(span) {
		return strings.Contains(span, "/")
	}
	first, _, below := strings.Cut(span, "/")
	_, err := os.Stat(first)
	return below && err == nil
}

// TestDocPaths: the paths, links and make targets that the documents name exist.
func TestDocPaths(t *testing.T) {
	makefile, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for name, roots := range documents {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		for i, line := range strings.Split(string(text), "\n") {
			for _, m := range codeSpan.FindAllStringSubmatch(line, -1) {
				if !isPath(m[1]) {
					continue
				}
				found++
				exists := false
				for _, root := range roots {
					match, _ := filepath.Glob(filepath.Join(root, m[1]))
					exists = exists || len(match) > 0
				}
				if !exists {
					t.Errorf("%s:%d: %s does not exist", name, i+1, m[1])
				}
			}
			for _, m := range linkTo.FindAllStringSubmatch(line, -1) {
				found++
				if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
					t.Errorf("%s:%d: the link to %s leads nowhere", name, i+1, m[1])
				}
			}
			for _, m := range madeBy.FindAllStringSubmatch(line, -1) {
				inCode := strings.Contains(line, "`"+m[0]) || strings.HasPrefix(line, "    ")
				if inCode && !strings.Contains(string(makefile), "\n"+m[1]+":") {
					t.Errorf("%s:%d: the Makefile has no target %s", name, i+1, m[1])
				}
			}
		}
	}
	if found < 100 {
		t.Errorf("only %d paths and links were found", found)
	}
}

// slugs returns the names that a page of Markdown gives its headings in links, as GitHub
// makes them: in lower case, without marks, spaces as hyphens.
func slugs(text string) map[string]bool {
	list := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(text, -1) {
		slug := strings.ReplaceAll(marks.ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")
		for first, n := slug, 1; list[slug]; n++ {
			slug = fmt.Sprint(first, "-", n)
		}
		list[slug] = true
	}
	return list
}

var (
	heading   = regexp.MustCompile(`(?m)^#+ (.*)$`)
	marks     = regexp.MustCompile(`[^\pL\pN _-]`)
	toHeading = regexp.MustCompile(`\]\(([^)#:\s]*)#([^)\s]+)\)`)
)

// TestDocHeadings: the headings exist that links of the documents lead to.
func TestDocHeadings(t *testing.T) {
	found := 0
	for name := range documents {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, m := range toHeading.FindAllStringSubmatch(string(text), -1) {
			to := name
			if m[1] != "" {
				to = filepath.Join(filepath.Dir(name), m[1])
			}
			page, err := os.ReadFile(to)
			if err != nil {
				continue // TestDocPaths tells
			}
			found++
			if !slugs(string(page))[m[2]] {
				t.Errorf("%s: %s has no heading for the link to #%s", name, to, m[2])
			}
		}
	}
	if found < 1 {
		t.Errorf("only %d links to headings were found", found)
	}
}

// TestDocNames: in docs/where.md, which says where things are, each name in backticks
// stands in a file that is named in the same paragraph.
func TestDocNames(t *testing.T) {
	text, err := os.ReadFile("docs/where.md")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	// A row of a table, a step of a list and a paragraph each speak of their own files.
	for _, part := range regexp.MustCompile(`\n\n|\n\||\n\d+\. `).Split(string(text), -1) {
		var files strings.Builder
		var names []string
		for _, m := range codeSpan.FindAllStringSubmatch(part, -1) {
			switch {
			case isPath(m[1]):
				if content, err := os.ReadFile(m[1]); err == nil {
					files.Write(content)
				}
			case codeName.MatchString(m[1]) && !sources.MatchString(m[1]):
				names = append(names, m[1])
			}
		}
		if files.Len() == 0 {
			continue
		}
		for _, name := range names {
			found++
			// As a whole word, or as the end of a longer key.
			whole := regexp.MustCompile(`(^|\W|\b)` + regexp.QuoteMeta(name) + `(\W|$)`)
			if !whole.MatchString(files.String()) {
				t.Errorf("docs/where.md names %s, which is in none of the files named beside it: %s", name, part)
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d names were found", found)
	}
}

// places has at most how many places one change may touch, by its name in docs/where.md.
var places = map[string]int{
	"A time control": 8, "A kind of event": 6, "An end of a game": 6, "A language": 3, "A game on the page": 1,
}

// TestDocPlaces: docs/where.md has a list for each of these changes, with one file or folder
// in each line, and none is longer than it may be.
func TestDocPlaces(t *testing.T) {
	text, err := os.ReadFile("docs/where.md")
	if err != nil {
		t.Fatal(err)
	}
	for name, most := range places {
		_, after, found := strings.Cut(string(text), "\n**"+name+"**")
		about, _, _ := strings.Cut(after, "\n**")
		lines := regexp.MustCompile(`(?m)^\d+\. .*(\n   .*)*$`).FindAllString(about, -1)
		if !found || len(lines) == 0 || len(lines) > most {
			t.Errorf("docs/where.md: %s has %d places, of at most %d", name, len(lines), most)
		}
		for _, line := range lines {
			paths := 0
			for _, m := range codeSpan.FindAllStringSubmatch(line, -1) {
				if isPath(m[1]) {
					paths++
				}
			}
			if paths != 1 {
				t.Errorf("docs/where.md: a place of %s names %d files: %s", name, paths, line)
			}
		}
	}
}

// TestDocPackages: every package lies in a folder that the table of rooms of docs/architecture.md names.
func TestDocPackages(t *testing.T) {
	text, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	packages, err := load(os.DirFS("."))
	if err != nil || len(packages) == 0 {
		t.Fatal("no packages", err)
	}
	var rooms []string
	for _, row := range regexp.MustCompile(`(?m)^\| \*\*.*$`).FindAllString(string(text), -1) {
		for _, span := range codeSpan.FindAllStringSubmatch(strings.Split(row, "|")[2], -1) {
			rooms = append(rooms, span[1])
		}
	}
	for _, p := range packages {
		named := p.dir == "." // the root holds tests only
		for _, room := range rooms {
			named = named || p.dir == room || strings.HasPrefix(p.dir, room+"/")
		}
		if !named {
			t.Errorf("docs/architecture.md: no row names %s", p.dir)
		}
	}
}
