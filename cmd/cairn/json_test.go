package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestJSONNames holds that every field that a command prints as JSON is named as
// docs/json.md says, and is in its table.
func TestJSONNames(t *testing.T) {
	withoutRaceDetector(t)
	page, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, pattern := range []string{"*.go", "../../record/vectors/verify.go", "../../internal/study/games/*.go", "../../internal/study/games/posting/*.go"} {
		some, err := filepath.Glob(pattern)
		if err != nil || some == nil {
			t.Fatal(pattern, err)
		}
		files = append(files, some...)
	}
	tag := regexp.MustCompile("`json:\"([^\",]+)")
	camel := regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if file == "annotate_kept.go" || strings.HasSuffix(file, "_test.go") {
			continue // what annotate goes on from is its own
		}
		for _, m := range tag.FindAllSubmatch(source, -1) {
			found++
			if name := string(m[1]); name != "-" && (!camel.MatchString(name) || !strings.Contains(string(page), "`"+name+"`")) {
				t.Errorf("%s: the field %s is not as docs/json.md says", file, name)
			}
		}
	}
	if found < 80 {
		t.Errorf("only %d fields are found", found)
	}
}
