package i18n

import (
	_ "embed"
	"encoding/json"
)

//go:embed glossary.json
var glossary []byte

// Term is a term of the games or of the program in every language.
type Term struct {
	Key   string
	Forms map[string][]string // by language: singular, plural, Polish also its genitive plural
	Means string              // the message "term." + Means says in one sentence what it is; "" for words of the program
	Ours  []string            // languages without an official term, where the word is our choice
	Note  string              // where the term comes from or how it is used; may be ""
}

// Official reports whether the term of this language is the rulebook's.
func (t Term) Official(lang string) bool {
	for _, l := range t.Ours {
		if l == lang {
			return false
		}
	}
	return true
}

// UnmarshalJSON reads the flat form of the file, where each language is a
// field of its own.
func (t *Term) UnmarshalJSON(data []byte) error {
	var rest struct {
		Key, Means, Note string
		Ours             []string
	}
	if err := json.Unmarshal(data, &rest); err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil {
		return err
	}
	*t = Term{Key: rest.Key, Means: rest.Means, Note: rest.Note, Ours: rest.Ours, Forms: map[string][]string{}}
	for _, l := range Languages() {
		raw, ok := fields[l.Code]
		if !ok {
			continue
		}
		var forms []string
		if err := json.Unmarshal(raw, &forms); err != nil {
			return err
		}
		t.Forms[l.Code] = forms
	}
	return nil
}

// Glossary returns the terms in the order of the file: first the rulebook's,
// by subject, then those of DVONN and of the program.
func Glossary() []Term {
	var out []Term
	if err := json.Unmarshal(glossary, &out); err != nil {
		return nil // the tests read the file
	}
	return out
}
