package i18n

import (
	"strings"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// Answer reports whether typed means yes or no: the words of the language or their
// first letters, with or without accents and capitals, so
// that "si" and "S" both mean "sì". It is neither yes nor no for anything else,
// the empty answer included.
func (c *Catalog) Answer(typed string) (yes, no bool) {
	typed = fold(strings.TrimSpace(typed))
	if typed == "" {
		return false, false
	}
	return strings.HasPrefix(fold(c.T("cli.answer.yes")), typed), strings.HasPrefix(fold(c.T("cli.answer.no")), typed)
}

// fold returns s in lower case and without accents.
func fold(s string) string {
	out, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), strings.ToLower(s))
	if err != nil {
		return s
	}
	return out
}
