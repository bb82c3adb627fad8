package i18n

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/play"
	"cairn.example/lyngk"
	"cairn.example/record/formats"
)

var update = flag.Bool("update", false, "write the catalogs sorted and with French spaces")

// joints are texts that stand between others and may end in a space.
var joints = []string{"draw.stack.comma", "draw.stack.semi"}

// same lists the texts that are rightly the same in all languages: names,
// and patterns of nothing but placeholders.
var same = []string{
	"game.lyngk", "game.dvonn", "app.name",
	"color.dvonn.name",
	"cli.prompt",
	"ui.ok",
	"ui.contest.tie.buchholz", "ui.contest.tie.buchholz.name", "ui.contest.tie.sonneborn", "ui.contest.tie.sonneborn.name",
}

func TestLanguagesAgree(t *testing.T) {
	english := load(Fallback)
	if len(english) < 100 {
		t.Fatalf("the English catalog has %d messages", len(english))
	}
	for _, l := range Languages() {
		messages := load(l.Code)
		for key := range english {
			if _, ok := messages[key]; !ok && !isOptional(key) {
				t.Errorf("%s: %s is missing", l.Code, key)
			}
		}
		for key, m := range messages {
			if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is not in the English catalog", l.Code, key)
				continue
			}
			for _, text := range m.texts() {
				if text == "" || strings.TrimSpace(text) != text && !slices.Contains(joints, key) {
					t.Errorf("%s: %s is empty or has spaces at an end: %q", l.Code, key, text)
				}
			}
		}
	}
}

// TestListOfLanguages holds the catalogs against the list.
func TestListOfLanguages(t *testing.T) {
	found, err := files.ReadDir("catalog")
	if err != nil || len(found) != len(Languages()) {
		t.Errorf("%d catalogs and %d languages, %v", len(found), len(Languages()), err)
	}
	for _, l := range Languages() {
		if load(l.Code) == nil {
			t.Errorf("%s has no catalog", l.Code)
		}
	}
}

// required are the plural categories each language must write out. French,
// Italian and Spanish have a further one, "many", for full millions; no message
// counts so far, and "other" is used there.
var required = map[string][]string{
	"de": {"one", "other"},
	"en": {"one", "other"},
	"es": {"one", "other"},
	"fr": {"one", "other"},
	"it": {"one", "other"},
	"nl": {"one", "other"},
	"pl": {"one", "few", "many", "other"},
}

func TestPluralsAreComplete(t *testing.T) {
	english := load(Fallback)
	for _, l := range Languages() {
		for key, m := range load(l.Code) {
			if (m.plural == nil) != (english[key].plural == nil) {
				t.Errorf("%s: %s has plural forms in one language and not in the other", l.Code, key)
				continue
			}
			if m.plural == nil {
				continue
			}
			have := slices.Sorted(maps.Keys(m.plural))
			want := slices.Clone(required[l.Code])
			slices.Sort(want)
			if !slices.Equal(have, want) {
				t.Errorf("%s: %s has the plural forms %v, want %v", l.Code, key, have, want)
			}
		}
	}
}

// TestPluralsDiffer finds plural forms that are the same in every language: such a
// message is a plain text.
func TestPluralsDiffer(t *testing.T) {
	differ := map[string]bool{}
	for _, l := range Languages() {
		for key, m := range load(l.Code) {
			texts := m.texts()
			differ[key] = differ[key] || len(slices.Compact(texts)) > 1
		}
	}
	for key, m := range load(Fallback) {
		if m.plural != nil && !differ[key] {
			t.Errorf("the plural forms of %s are the same in every language", key)
		}
	}
}

// names returns the placeholders of a text, without forms: languages need
// different ones.
func names(t *testing.T, lang, key, text string) []string {
	parts, err := parse(text)
	if err != nil {
		t.Errorf("%s: %s: %v", lang, key, err)
	}
	set := map[string]bool{}
	for _, p := range parts {
		if p.name != "" {
			set[p.name] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func TestPlaceholdersAgree(t *testing.T) {
	english := load(Fallback)
	for _, l := range Languages() {
		for key, m := range load(l.Code) {
			want := names(t, Fallback, key, english[key].texts()[len(english[key].texts())-1])
			for _, text := range m.texts() {
				have := names(t, l.Code, key, text)
				if m.plural != nil { // "a single piece" need not say 1
					have = slices.DeleteFunc(have, func(s string) bool { return s == "n" })
					want = slices.DeleteFunc(slices.Clone(want), func(s string) bool { return s == "n" })
				}
				if !slices.Equal(have, want) {
					t.Errorf("%s: %s has the placeholders %v, want %v: %q", l.Code, key, have, want, text)
				}
			}
		}
	}
}

// forms lists the colors that each form of a color must exist for.
var forms = map[string][]string{
	"name":  {"ivory", "blue", "red", "green", "black", "joker", "white", "dvonn"},
	"label": {"ivory", "blue", "red", "green", "black", "joker", "white", "dvonn"},
	"layer": {"ivory", "blue", "red", "green", "black", "joker", "white", "dvonn"},
	"claim": {"ivory", "blue", "red", "green", "black"},
	"piece": {"ivory", "blue", "red", "green", "black"},
	"adj":   {"ivory", "blue", "red", "green", "black"},
	"noun":  {"white", "black", "dvonn"},
	"side":  {"white", "black"},
}

// TestFormsExist checks that every {color:form} leads to messages, and that no
// color has a form that is not among them.
func TestFormsExist(t *testing.T) {
	english := load(Fallback)
	for form, colors := range forms {
		for _, color := range colors {
			if _, ok := english["color."+color+"."+form]; !ok {
				t.Errorf("color.%s.%s is missing", color, form)
			}
		}
	}
	for key := range english {
		if parts := strings.Split(key, "."); parts[0] == "color" && !slices.Contains(forms[parts[2]], parts[1]) {
			t.Errorf("%s is a form nobody can ask for", key)
		}
	}
	for _, l := range Languages() {
		for key, m := range load(l.Code) {
			for _, text := range m.texts() {
				parts, _ := parse(text)
				for _, p := range parts {
					if p.form != "" && forms[p.form] == nil {
						t.Errorf("%s: %s asks for {%s:%s}", l.Code, key, p.name, p.form)
					}
				}
			}
		}
	}
}

func TestTranslated(t *testing.T) {
	catalogs := map[string]map[string]message{}
	for _, l := range Languages() {
		catalogs[l.Code] = load(l.Code)
	}
	onlyPlaceholders := regexp.MustCompile(`^(\{\w+\}|[^\pL])*$`)
	alike := func(key string) bool {
		for _, l := range Languages() {
			if !slices.Equal(catalogs[l.Code][key].texts(), catalogs[Fallback][key].texts()) {
				return false
			}
		}
		return true
	}
	for key, m := range catalogs[Fallback] {
		if alike(key) && !slices.Contains(same, key) && !onlyPlaceholders.MatchString(m.text) {
			t.Errorf("%s is %q in every language; translate it or, if it is a name, add it to the list", key, m.texts())
		}
	}
	for _, key := range same {
		if _, ok := catalogs[Fallback][key]; ok && !alike(key) {
			t.Errorf("%s is on the list of names that are the same everywhere, and is not", key)
		}
	}
}

// colorArgs are the arguments of rule errors whose values are colors.
var colorArgs = map[string]bool{"color": true, "color2": true, "first": true, "second": true, "other": true, "owner": true, "mover": true}

func TestRuleErrors(t *testing.T) {
	texts := map[string]string{}
	for code, reason := range lyngk.Reasons {
		texts[code] = reason.Text
	}
	for code, reason := range dvonn.Reasons {
		texts[code] = reason.Text
	}
	maps.Copy(texts, formats.Texts())
	for code, text := range play.Messages() {
		texts[string(code)] = text
	}
	form := regexp.MustCompile(`\{(\w+):\w+\}`)
	plain := strings.NewReplacer("’", "'", "“", `"`, "”", `"`)
	english := load(Fallback)
	catalogs := map[string]map[string]message{}
	for _, l := range Languages() {
		catalogs[l.Code] = load(l.Code)
	}
	for code, text := range texts {
		m, ok := english[code]
		if !ok {
			t.Errorf("the rule error %s has no message", code)
			continue
		}
		if text != "" && plain.Replace(form.ReplaceAllString(m.text, "{$1}")) != text {
			t.Errorf("%s: the English message is %q, the package says %q", code, m.text, text)
		}
		for _, l := range Languages() {
			parts, _ := parse(catalogs[l.Code][code].text)
			for _, p := range parts {
				if colorArgs[p.name] && p.form == "" && (strings.HasPrefix(code, "lyngk.") || strings.HasPrefix(code, "dvonn.")) {
					t.Errorf("%s: %s: {%s} is a color and needs a form", l.Code, code, p.name)
				}
			}
		}
	}
	for key := range english {
		_, isCode := texts[key]
		family, _, _ := strings.Cut(key, ".")
		if slices.Contains([]string{"lyngk", "dvonn", "record", "boardspace", "movelist"}, family) && !isCode {
			t.Errorf("%s is the code of no error", key)
		}
	}
}

// TestRealRuleErrors lets the games refuse moves and reads each refusal in every
// language.
func TestRealRuleErrors(t *testing.T) {
	inputs := []string{"", "x", "z9-b2", "z9", "J,b1-b2", "Q,b1-b2", "pass", "b1-b1", "a1-i1", "b1-b2-b3", "e3-e4", "a1-b1"}
	refusals := 0
	for _, l := range Languages() {
		c := New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		for _, g := range []game.Game{lyngk.Standard, lyngk.Six, dvonn.Game} {
			start := g.Start("i18n")
			for _, input := range inputs {
				_, err := start.ParseMove(input)
				var refused *game.Error
				if !errors.As(err, &refused) {
					continue
				}
				refusals++
				said := c.Rule(refused.Code, refused.Clause, refused.Args, game.Expand(refused.Text, refused.Args))
				if said == "" || strings.ContainsAny(said, "{}[]") {
					t.Errorf("%s: %s: %q", l.Code, refused.Code, said)
				}
				if l.Code != Fallback && said == refused.Error() {
					t.Errorf("%s: %s is said in English: %q", l.Code, refused.Code, said)
				}
			}
		}
	}
	if refusals < 7*10 {
		t.Errorf("only %d refusals were read", refusals)
	}
}

// canonical is how a catalog file is written: sorted, two spaces, no escapes
// that JSON does not need, narrow no-break spaces in French.
func canonical(t *testing.T, code string, data []byte) []byte {
	var messages map[string]json.RawMessage
	if err := json.Unmarshal(data, &messages); err != nil {
		t.Fatalf("%s: %v", code, err)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	space := func(text string) string { return text }
	if code == "fr" {
		space = func(text string) string {
			text = regexp.MustCompile(`[ \x{a0}]([:;!?»])`).ReplaceAllString(text, "\u202f$1")
			return regexp.MustCompile(`«[ \x{a0}]`).ReplaceAllString(text, "«\u202f")
		}
	}
	ordered := map[string]any{}
	for key, raw := range messages {
		var m message
		if err := json.Unmarshal(raw, &m); err != nil {
			t.Fatalf("%s: %s: %v", code, key, err)
		}
		ordered[key] = space(m.text)
		if m.plural != nil {
			for category, text := range m.plural {
				m.plural[category] = space(text)
			}
			ordered[key] = m.plural
		}
	}
	if err := e.Encode(ordered); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestFilesAreCanonical(t *testing.T) {
	for _, l := range Languages() {
		path := filepath.Join("catalog", l.Code+".json")
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := canonical(t, l.Code, data)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if !bytes.Equal(data, want) {
			t.Errorf("%s is not sorted or not indented; run go test ./internal/show/i18n -update", path)
		}
		// A key written twice is lost silently by JSON.
		keys := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^  "([^"]+)": `).FindAllSubmatch(data, -1) {
			if keys[string(m[1])] {
				t.Errorf("%s: %s stands twice", path, m[1])
			}
			keys[string(m[1])] = true
		}
	}
}
