package i18n

import "strings"

// pseudo makes the pseudo-language from English: letters with accents, two
// fifths longer, in brackets. A text on a page without brackets does not come
// from the catalog; where a bracket is missing, the text did not fit.
func pseudo(english map[string]message) map[string]message {
	out := make(map[string]message, len(english))
	for key, m := range english {
		if m.plural == nil {
			out[key] = message{text: Lengthen(m.text)}
			continue
		}
		forms := make(map[string]string, len(m.plural))
		for category, text := range m.plural {
			forms[category] = Lengthen(text)
		}
		out[key] = message{plural: forms}
	}
	return out
}

// Lengthen returns the pseudo-language's form of an English message: "Play"
// becomes "[Pláý~~]". Placeholders stay as they are.
func Lengthen(text string) string {
	parts, err := parse(text)
	if err != nil {
		return text
	}
	var b strings.Builder
	letters := 0
	b.WriteByte('[')
	for _, p := range parts {
		switch {
		case p.form != "":
			b.WriteString("{" + p.name + ":" + p.form + "}")
		case p.name != "":
			b.WriteString("{" + p.name + "}")
		default:
			b.WriteString(accents.Replace(p.literal))
			letters += len(p.literal)
		}
	}
	// Short words grow most in translation, so even one letter gains two.
	b.WriteString(strings.Repeat("~", max(2, letters*2/5)))
	b.WriteByte(']')
	return b.String()
}

var accents = strings.NewReplacer("a", "á", "c", "ç", "e", "é", "i", "ï", "n", "ñ", "o", "ö", "s", "š", "u", "û", "y", "ý", "z", "ž",
	"A", "Å", "C", "Ç", "E", "Ë", "I", "Î", "N", "Ñ", "O", "Ø", "S", "Š", "U", "Ü", "Y", "Ÿ", "Z", "Ž")
