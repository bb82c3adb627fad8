package i18n

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A message is the texts of one key. The zero message is invalid.
type message struct {
	text   string            // where it has no plural forms
	plural map[string]string // by CLDR category; then text is ""
}

// UnmarshalJSON accepts a text or an object of texts by plural category.
func (m *message) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '{' {
		return json.Unmarshal(data, &m.plural)
	}
	return json.Unmarshal(data, &m.text)
}

// categories are the plural categories a message may have, in CLDR's order.
var categories = [...]string{"zero", "one", "two", "few", "many", "other"}

// A part is a piece of a text: literal text or, where name is set, a
// placeholder.
type part struct {
	literal    string
	name, form string
}

// parse splits a text at its placeholders. It fails on a brace that neither
// opens nor closes one, and on a name that is not letters, digits and underscores.
func parse(text string) ([]part, error) {
	var parts []part
	for rest := text; rest != ""; {
		open := strings.IndexAny(rest, "{}")
		if open < 0 {
			return append(parts, part{literal: rest}), nil
		}
		end := strings.IndexByte(rest, '}')
		if rest[open] == '}' || end < 0 {
			return nil, fmt.Errorf("unpaired brace in %q", text)
		}
		if open > 0 {
			parts = append(parts, part{literal: rest[:open]})
		}
		name, form, hasForm := strings.Cut(rest[open+1:end], ":")
		if !isName(name) || hasForm && !isName(form) {
			return nil, fmt.Errorf("%q is no placeholder, in %q", rest[open:end+1], text)
		}
		parts = append(parts, part{name: name, form: form})
		rest = rest[end+1:]
	}
	return parts, nil
}

// isName reports whether s may name a placeholder or a form.
func isName(s string) bool {
	for i, r := range s {
		digit := r >= '0' && r <= '9'
		if r != '_' && (r < 'a' || r > 'z') && !(i > 0 && digit) && !(r >= 'A' && r <= 'Z') {
			return false
		}
	}
	return s != ""
}
