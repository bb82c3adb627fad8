package i18n

import (
	_ "embed" // languages.json
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

// Fallback is the language whose catalog has every message.
const Fallback = "en"

// Pseudo is the code of the generated pseudo-language, which shows texts that
// do not come from the catalog and layouts that longer words break.
const Pseudo = "qps"

// Language is one language of the catalog.
type Language struct {
	Code string // BCP 47, two letters
	Name string // what its speakers call it
}

//go:embed languages.json
var languages []byte

// Languages lists the languages of the catalog in the order in which they are
// offered: by the name their speakers use. The page reads the same file.
func Languages() []Language { return slices.Clone(listed()) }

// listed is what Languages returns: every start of the program asks for it several times.
var listed = sync.OnceValue(func() []Language {
	var names map[string]string
	if json.Unmarshal(languages, &names) != nil {
		return nil
	}
	var out []Language
	for code, name := range names {
		out = append(out, Language{code, name})
	}
	slices.SortFunc(out, func(a, b Language) int { return strings.Compare(fold(a.Name), fold(b.Name)) })
	return out
})

// Match returns the code of the catalog language that suits the wishes best,
// most wanted first; [Fallback] where none does. A wish is a language tag such
// as "de-AT", an Accept-Language header, or a locale such as "pl_PL.UTF-8".
func Match(wishes ...string) string {
	codes := []string{Fallback} // the first one is what the matcher falls back to
	for _, l := range Languages() {
		if l.Code != Fallback {
			codes = append(codes, l.Code)
		}
	}
	tags := make([]language.Tag, len(codes))
	for i, code := range codes {
		tags[i] = language.MustParse(code)
	}
	var wanted []language.Tag
	for _, wish := range wishes {
		if strings.EqualFold(wish, Pseudo) {
			return Pseudo
		}
		parsed, _, err := language.ParseAcceptLanguage(fromLocale(wish))
		if err != nil {
			continue
		}
		wanted = append(wanted, parsed...)
	}
	_, index, confidence := language.NewMatcher(tags).Match(wanted...)
	if confidence == language.No {
		return Fallback
	}
	return codes[index]
}

// FromEnv returns the catalog language of a process, from the variables that
// POSIX and GNU programs heed, in their order: LC_ALL, LC_MESSAGES, LANG, where
// LANGUAGE, a list, goes before them unless the locale is "C".
func FromEnv(getenv func(string) string) string {
	locale := ""
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if locale = getenv(name); locale != "" {
			break
		}
	}
	if fromLocale(locale) == "" {
		return Fallback
	}
	wishes := strings.Split(getenv("LANGUAGE"), ":")
	return Match(append(wishes, locale)...)
}

// fromLocale turns a POSIX locale into a language tag and leaves everything
// else alone: "pl_PL.UTF-8@x" is "pl-PL"; "C" and "POSIX" ask for nothing.
func fromLocale(s string) string {
	if strings.ContainsAny(s, ",;") { // an Accept-Language header
		return s
	}
	s, _, _ = strings.Cut(s, "@")
	s, _, _ = strings.Cut(s, ".")
	if s == "C" || s == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(s, "_", "-")
}
