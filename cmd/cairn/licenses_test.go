package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn.example/internal/i18n"
	"cairn.example/web"
)

// builtLicenses returns the list of this build.
func builtLicenses(t *testing.T) []work {
	t.Helper()
	if !web.Built() {
		t.Skip("the page is not built, and with it no list of licenses; make build does it")
	}
	list, err := licenses(i18n.New("en"))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestLicensesOfModules compares the list with what the go command says is linked,
// for every system that is released and for the browser.
func TestLicensesOfModules(t *testing.T) {
	withoutRaceDetector(t)
	listed := map[string][]string{} // module and version -> parts
	for _, w := range builtLicenses(t) {
		if w.Kind == "go" && w.Name != "Go" {
			listed[w.Name+" v"+w.Version] = w.Parts
		}
	}
	linked := map[string][]string{}
	for _, build := range []struct{ system, part, packages string }{
		{"linux/amd64", "program", "./"},
		{"linux/arm64", "program", "./"},
		{"darwin/amd64", "program", "./"},
		{"darwin/arm64", "program", "./"},
		{"windows/amd64", "program", "./"},
		{"windows/arm64", "program", "./"},
		{"js/wasm", "page", "../cairn-wasm/..."},
	} {
		system, arch, _ := strings.Cut(build.system, "/")
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{end}}{{end}}", build.packages)
		cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for module := range strings.Lines(string(out)) {
			module = strings.TrimSpace(module)
			if module != "" && !slices.Contains(linked[module], build.part) {
				linked[module] = append(linked[module], build.part)
			}
		}
	}
	for module, parts := range linked {
		if got, ok := listed[module]; !ok || !slices.Equal(got, parts) {
			t.Errorf("%s is linked into %q and listed for %q", module, parts, got)
		}
	}
	for module := range listed {
		if linked[module] == nil {
			t.Errorf("%s is listed and not linked", module)
		}
	}
}

// imported finds what a source of the page imports by the name of a package.
var imported = regexp.MustCompile(`(?m)(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s)?['"]([^'"./~$][^'"]*)['"]|\bimport\(\s*['"]([^'"./~$][^'"]*)['"]`)

// TestLicensesOfPackages holds that every package which a source of the page names
// is in the list. Which others these bring is Vite's knowledge.
func TestLicensesOfPackages(t *testing.T) {
	withoutRaceDetector(t)
	listed := map[string]bool{}
	for _, w := range builtLicenses(t) {
		listed[w.Name] = listed[w.Name] || w.Kind == "npm"
	}
	named := map[string]string{}
	err := filepath.WalkDir("../../web/src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".ts") && !strings.HasSuffix(path, ".svelte") {
			return err
		}
		if strings.HasSuffix(path, ".test.ts") || d.Name() == "fixture.ts" {
			return nil // tests, and what they share
		}
		text, err := os.ReadFile(path)
		for _, m := range imported.FindAllStringSubmatch(string(text), -1) {
			parts := strings.SplitN(m[1]+m[2], "/", 3)
			name := parts[0]
			if strings.HasPrefix(name, "@") && len(parts) > 1 {
				name += "/" + parts[1]
			}
			if !strings.Contains(name, ":") { // virtual:texts is made by the build
				named[name] = path
			}
		}
		return err
	})
	if err != nil || len(named) == 0 {
		t.Fatalf("%d packages are named, %v", len(named), err)
	}
	for name, path := range named {
		if !listed[name] {
			t.Errorf("%s names %s, which is not listed", path, name)
		}
	}
}

// TestLicenses reads the list as people and programs do.
func TestLicenses(t *testing.T) {
	list := builtLicenses(t)
	for _, w := range list {
		if w.Name == "" || w.License == "" || len(w.Text) < 500 || len(w.Parts) == 0 || !slices.Contains([]string{"own", "go", "npm", "font"}, w.Kind) || w.Version == "" && w.Kind != "own" {
			t.Errorf("an entry that says too little: %+v", w)
		}
	}
	lines := output(t, "licenses")
	if n := strings.Count(lines, "\n"); n != len(list) || !strings.HasPrefix(lines, "Cairn: MIT (program, page)\n") {
		t.Errorf("%d lines for %d works:\n%s", n, len(list), lines)
	}
	for _, want := range []string{"\nGo 1.", "\nGo fonts ", "\nsvelte ", "\ngithub.com/alecthomas/kong "} {
		if !strings.Contains(lines, want) {
			t.Errorf("the list lacks %q", want)
		}
	}
	if text := output(t, "licenses", "KONG"); !strings.Contains(text, "Alec Thomas") || strings.Contains(text, "svelte") {
		t.Errorf("licenses KONG says\n%s", text)
	}
	if text := output(t, "licenses", "--texts"); strings.Count(text, "\n") < 20*len(list) {
		t.Errorf("the texts have only %d lines", strings.Count(text, "\n"))
	}
	var read []work
	if err := json.Unmarshal([]byte(output(t, "licenses", "--json")), &read); err != nil || len(read) != len(list) {
		t.Errorf("%d works in JSON, %v", len(read), err)
	}
	var errw bytes.Buffer
	if code := run([]string{"licenses", "nobody", "--lang", "en"}, strings.NewReader(""), io.Discard, &errw); code != exitUsage || !strings.Contains(errw.String(), "no work is called nobody") {
		t.Errorf("a work that is none: exit code %d\n%s", code, &errw)
	}
}
