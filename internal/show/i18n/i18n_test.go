package i18n

import (
	"strings"
	"testing"
	"time"
)

// strict returns a catalog that fails the test on anything it lacks.
func strict(t *testing.T, lang string) *Catalog {
	return New(lang).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
}

func TestPlurals(t *testing.T) {
	for _, test := range []struct {
		lang string
		n    any
		want string
	}{
		{"en", 0, "0 targets"},
		{"en", 1, "1 target"},
		{"en", 2, "2 targets"},
		{"de", 1, "1 Ziel"},
		{"de", 7, "7 Ziele"},
		{"fr", 0, "0 cible"},
		{"fr", 1, "1 cible"},
		{"fr", 2, "2 cibles"},
		{"it", 1, "1 destinazione"},
		{"it", 2, "2 destinazioni"},
		{"nl", 1, "1 doel"},
		{"nl", 2, "2 doelen"},
		{"es", 1, "1 destino"},
		{"es", 1000000, "1.000.000 destinos"},
		{"pl", 0, "0 celów"},
		{"pl", 1, "1 cel"},
		{"pl", 2, "2 cele"},
		{"pl", 4, "4 cele"},
		{"pl", 5, "5 celów"},
		{"pl", 12, "12 celów"},
		{"pl", 21, "21 celów"},
		{"pl", 22, "22 cele"},
		{"pl", 112, "112 celów"},
		{"pl", 124, "124 cele"},
		{"pl", 1.5, "1,5 celu"},
		{"pl", int64(3), "3 cele"},
	} {
		if got := strict(t, test.lang).T("say.targets", Args{"n": test.n}); got != test.want {
			t.Errorf("%s, %v: %q, want %q", test.lang, test.n, got, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct {
		lang string
		n    any
		want string
	}{
		{"en", 1234567, "1,234,567"},
		{"en", -3, "-3"},
		{"en", 0.25, "0.25"},
		{"de", 1234567, "1.234.567"},
		{"de", 0.5, "0,5"},
		{"fr", 1234567, "1\u202f234\u202f567"},
		{"es", 1234, "1234"},
		{"es", 12345, "12.345"},
		{"it", 1234, "1234"},
		{"it", 12345, "12.345"},
		{"pl", 1234, "1234"},
		{"pl", 12345, "12\u00a0345"},
	} {
		if got := strict(t, test.lang).Number(test.n); got != test.want && got != strings.ReplaceAll(test.want, "\u202f", "\u00a0") {
			t.Errorf("%s, %v: %q, want %q", test.lang, test.n, got, test.want)
		}
	}
	// As Intl.NumberFormat rounds on the page.
	for share, want := range map[float64]string{0.625: "63", 0.575: "58", 0.005: "1", 0.004: "0", 1: "100"} {
		if got := strict(t, "en").Percent(share); got != want+"%" {
			t.Errorf("%v: %s", share, got)
		}
	}
}

func TestDates(t *testing.T) {
	day := time.Date(2026, time.March, 4, 12, 0, 0, 0, time.UTC)
	for lang, want := range map[string]string{
		"de": "4. März 2026", "en": "March 4, 2026", "es": "4 de marzo de 2026", "fr": "4 mars 2026",
		"it": "4 marzo 2026", "nl": "4 maart 2026", "pl": "4 marca 2026",
	} {
		if got := strict(t, lang).Date(day); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
	if got := strict(t, "fr").Date(day.AddDate(0, 0, -3)); got != "1er mars 2026" {
		t.Errorf("the first of a month in French: %q", got)
	}
}

func TestLists(t *testing.T) {
	c := strict(t, "pl")
	for want, items := range map[string][]string{"": nil, "e4": {"e4"}, "e4 i f4": {"e4", "f4"}, "e4, f4 i g5": {"e4", "f4", "g5"}} {
		if got := c.List("list.and", items); got != want {
			t.Errorf("%v: %q, want %q", items, got, want)
		}
	}
}

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		wishes []string
		want   string
	}{
		{nil, "en"},
		{[]string{""}, "en"},
		{[]string{"pl"}, "pl"},
		{[]string{"de-AT"}, "de"},
		{[]string{"pl_PL.UTF-8"}, "pl"},
		{[]string{"fr_BE@euro"}, "fr"},
		{[]string{"ja"}, "en"},
		{[]string{"ja", "nl-BE"}, "nl"},
		{[]string{"ja;q=1, es-MX;q=0.8, en;q=0.5"}, "es"},
		{[]string{"it-CH,it;q=0.9"}, "it"},
		{[]string{"gsw"}, "de"},
		{[]string{"not a language!", "fr"}, "fr"},
		{[]string{"*"}, "en"},
		{[]string{"QPS"}, "qps"},
	} {
		if got := Match(test.wishes...); got != test.want {
			t.Errorf("%q: %s, want %s", test.wishes, got, test.want)
		}
	}
}

func TestFromEnv(t *testing.T) {
	for _, test := range []struct {
		env  map[string]string
		want string
	}{
		{nil, "en"},
		{map[string]string{"LANG": "C.UTF-8"}, "en"},
		{map[string]string{"LANG": "de_DE.UTF-8"}, "de"},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT"}, "it"},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "pl_PL"}, "pl"},
		{map[string]string{"LANG": "de_DE.UTF-8", "LC_ALL": "C"}, "en"},
		{map[string]string{"LANG": "de_DE.UTF-8", "LANGUAGE": "nl:fr"}, "nl"},
		{map[string]string{"LANG": "C", "LANGUAGE": "nl"}, "en"},
		{map[string]string{"LANG": "ja_JP.UTF-8"}, "en"},
	} {
		if got := FromEnv(func(name string) string { return test.env[name] }); got != test.want {
			t.Errorf("%v: %s, want %s", test.env, got, test.want)
		}
	}
}

// TestNothingIsHidden checks that what is lacking is both shown and reported.
func TestNothingIsHidden(t *testing.T) {
	var reported []string
	c := New("de").Report(func(lang, key, problem string) { reported = append(reported, lang+" "+key+": "+problem) })
	delete(c.messages(), "say.empty")
	if got := c.T("say.empty"); got != "empty" {
		t.Errorf("without a German text: %q", got)
	}
	if got := c.T("no.such.key"); got != "[no.such.key]" {
		t.Errorf("without any text: %q", got)
	}
	if got := c.T("say.top"); got != "{color} oben" {
		t.Errorf("without its argument: %q", got)
	}
	if got := c.T("say.targets"); got != "{n} Ziele" {
		t.Errorf("without a number: %q", got)
	}
	if got := c.Rule("lyngk.nothing", "1.1", nil, "some reason"); got != "some reason (Regel 1.1)" {
		t.Errorf("without a rule text: %q", got)
	}
	if len(reported) != 6 {
		t.Errorf("%d reports: %q", len(reported), reported)
	}
}

// TestMakersTexts checks that a language may lack what only the terminal and the
// makers of records read, and then says it in whole English sentences.
func TestMakersTexts(t *testing.T) {
	c := strict(t, "pl")
	for key := range c.messages() {
		if isOptional(key) {
			delete(c.messages(), key)
		}
	}
	if got := c.T("tui.clock.days", Args{"n": 1234}); got != strict(t, "en").T("tui.clock.days", Args{"n": 1234}) {
		t.Errorf("a text with plural forms: %q", got)
	}
	if got := c.Rule("record.empty", "", nil, "the English of the package"); got != strict(t, "en").T("record.empty") {
		t.Errorf("a refusal: %q", got)
	}
}

func TestColorsInSentences(t *testing.T) {
	for lang, want := range map[string]string{
		"de": "Spieler 1 wählt Rot.",
		"en": "Player 1 claims red.",
		"es": "Jugador 1 reclama el rojo.",
		"fr": "Joueur 1 réclame le rouge.",
		"it": "Giocatore 1 acquisisce il rosso.",
		"nl": "Speler 1 claimt rood.",
		"pl": "Gracz 1 przejmuje kontrolę nad czerwonym.",
	} {
		c := strict(t, lang)
		if got := c.T("say.claims", Args{"player": c.T("side.1"), "color": "red"}); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestSentence(t *testing.T) {
	for in, want := range map[string]string{
		"":                       "",
		"the game is over":       "The game is over.",
		"e4 is empty":            "e4 is empty.",
		"école":                  "École.",
		"what now?":              "What now?",
		"złe (pole)":             "Złe (pole).",
		"x":                      "X.",
		"the reply was “no”":     "The reply was “no”.",
		"Already a sentence.":    "Already a sentence.",
		"wait …":                 "Wait …",
		"this ends in a spot e4": "This ends in a spot e4.",
	} {
		if got := Sentence(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestAnswer(t *testing.T) {
	for _, test := range []struct {
		lang, typed string
		yes, no     bool
	}{
		{"it", "si", true, false},
		{"it", " SÌ ", true, false},
		{"it", "n", false, true},
		{"es", "s", true, false},
		{"de", "J", true, false},
		{"de", "yes", false, false},
		{"pl", "nie", false, true},
		{"fr", "", false, false},
		{"nl", "nee!", false, false},
	} {
		if yes, no := strict(t, test.lang).Answer(test.typed); yes != test.yes || no != test.no {
			t.Errorf("%s: %q: yes %v, no %v", test.lang, test.typed, yes, no)
		}
	}
	for _, l := range Languages() {
		c := strict(t, l.Code)
		if yes, no := c.Answer(c.T("cli.answer.yes")[:1]); !yes || no {
			t.Errorf("%s: yes and no begin alike", l.Code)
		}
	}
}

func TestPseudo(t *testing.T) {
	c := strict(t, Pseudo)
	if got := c.T("say.targets", Args{"n": 3}); got != "[3 tárgétš~~~]" {
		t.Errorf("pseudo plural: %q", got)
	}
	if got := c.T("say.claims", Args{"player": "Mira", "color": "red"}); !strings.Contains(got, "Mira") || !strings.Contains(got, "[réd~~]") {
		t.Errorf("pseudo with a form: %q", got)
	}
	for key := range load(Fallback) {
		if !c.Has(key) {
			t.Errorf("no pseudo text for %s", key)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range []string{"{", "}", "{}", "{a b}", "{a:}", "a}b{", "{1}", "{a:b:c}"} {
		if parts, err := parse(text); err == nil {
			t.Errorf("%q: %v", text, parts)
		}
	}
}

func TestGlossary(t *testing.T) {
	terms := Glossary()
	if len(terms) < 190 {
		t.Fatalf("%d terms", len(terms))
	}
	seen := map[string]bool{}
	official := 0
	for _, term := range terms {
		if seen[term.Key] {
			t.Errorf("%s stands twice", term.Key)
		}
		seen[term.Key] = true
		for _, l := range Languages() {
			if len(term.Forms[l.Code]) == 0 || term.Forms[l.Code][0] == "" {
				t.Errorf("%s has no %s", term.Key, l.Code)
			}
			if term.Official(l.Code) {
				official++
			}
		}
		for _, lang := range term.Ours {
			if term.Forms[lang] == nil {
				t.Errorf("%s: %q is no language", term.Key, lang)
			}
		}
	}
	if official == 0 || official == 7*len(terms) {
		t.Errorf("%d official terms of %d", official, 7*len(terms))
	}
}

// TestTermsMean checks that every term of the games is explained in one sentence that
// fits a small card, and that every such sentence belongs to a term.
func TestTermsMean(t *testing.T) {
	explained := map[string]bool{}
	for _, term := range Glossary() {
		if (term.Means == "") != strings.HasPrefix(term.Key, "ui.") {
			t.Errorf("%s means %q", term.Key, term.Means)
		}
		explained["term."+term.Means] = true
	}
	for _, l := range Languages() {
		messages := load(l.Code)
		for key := range explained {
			if _, ok := messages[key]; !ok && key != "term." {
				t.Errorf("%s: %s is missing", l.Code, key)
			}
		}
		for key, m := range messages {
			if !strings.HasPrefix(key, "term.") {
				continue
			}
			if !explained[key] {
				t.Errorf("%s: %s is what no term means", l.Code, key)
			}
			if n := len([]rune(m.text)); strings.Count(m.text, ".") != 1 || !strings.HasSuffix(m.text, ".") || n > 160 {
				t.Errorf("%s: %s is no short sentence (%d): %q", l.Code, key, n, m.text)
			}
		}
	}
}

// FuzzMatch feeds what a browser or an environment may say about languages.
func FuzzMatch(f *testing.F) {
	for _, wish := range []string{"", "pl", "de-AT,de;q=0.9,*;q=0.1", "pl_PL.UTF-8@x", "C", "x-klingon", "a-b-c-d-e;q=x", "zh-Hant-TW"} {
		f.Add(wish)
	}
	known := map[string]bool{Pseudo: true}
	for _, l := range Languages() {
		known[l.Code] = true
	}
	f.Fuzz(func(t *testing.T, wish string) {
		if got := Match(wish); !known[got] {
			t.Errorf("%q: %q", wish, got)
		}
		if got := FromEnv(func(string) string { return wish }); !known[got] {
			t.Errorf("%q in the environment: %q", wish, got)
		}
	})
}

// FuzzParse checks that a text is either refused or made again of its parts.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"", "{a}", "x{a:b}y", "{", "}{", "{a{b}}", "ż{n} ó"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parts, err := parse(text)
		if err != nil {
			return
		}
		made := ""
		for _, p := range parts {
			switch {
			case p.form != "":
				made += "{" + p.name + ":" + p.form + "}"
			case p.name != "":
				made += "{" + p.name + "}"
			default:
				made += p.literal
			}
		}
		if made != text {
			t.Errorf("%q became %q", text, made)
		}
	})
}
