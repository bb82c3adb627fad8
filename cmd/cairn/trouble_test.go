package main

import (
	"maps"
	"regexp"
	"strings"
	"testing"

	"cairn.example/internal/i18n"
	"cairn.example/learn"
	"cairn.example/match"
)

// TestErrorsOfPackages holds the English of match and learn and the catalog against each
// other, and reads some errors of matches in every language.
func TestErrorsOfPackages(t *testing.T) {
	english := i18n.New("en").Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
	placeholder := regexp.MustCompile(`\{(\w+)\}`)
	own := match.Texts()
	maps.Copy(own, learn.Texts())
	for code, text := range own {
		args := i18n.Args{}
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			args[m[1]] = "{" + m[1] + "}"
		}
		if said := english.T(code, args); said != text {
			t.Errorf("%s: the catalog says %q, the package %q", code, said, text)
		}
	}
	specs := []string{"", "ugi:", "engine?hash", "engine?nodes=x", "engine?movetime=x", "engine?movetime=1us", "codecup:x?hash=1", "engine?x=1", `ugi:"x`, "engine?time=x"}
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		for _, spec := range specs {
			_, err := match.ParseSpec(spec)
			if err == nil {
				t.Errorf("%q is a contestant", spec)
				continue
			}
			if said := errorText(c, err); strings.ContainsAny(said, "{}[]") || l.Code != "en" && said == err.Error() {
				t.Errorf("%s: %q is refused in English: %q", l.Code, spec, said)
			}
		}
	}
}
