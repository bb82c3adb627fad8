package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
)

//go:embed catalog/*.json
var files embed.FS

// Args are the arguments of a message by the name of their placeholder: texts,
// and numbers of type int, int64 or float64.
type Args map[string]any

// Catalog is the texts of one language. It is made by [New], is not changed
// after [Catalog.Report], and may then be used by several goroutines. Its file is
// read when the first text is asked for: many commands say nothing.
type Catalog struct {
	lang     string
	tag      language.Tag
	messages func() map[string]message
	fallback *Catalog // nil for English itself
	report   func(lang, key, problem string)
}

// New returns the catalog for the language that suits lang best, a code or
// anything else that [Match] takes; English where none does.
func New(lang string) *Catalog {
	code := Match(lang)
	c := &Catalog{lang: code, tag: language.English, report: func(string, string, string) {}}
	c.messages = sync.OnceValue(func() map[string]message { return load(code) })
	if code != Pseudo && code != Fallback {
		c.tag = language.MustParse(code)
		c.fallback = New(Fallback)
	}
	return c
}

// Report makes c call f for each key or argument that is missing, and returns c.
// Programs log it, tests fail.
func (c *Catalog) Report(f func(lang, key, problem string)) *Catalog {
	c.report = f
	return c
}

// Lang returns the code of the language, such as "pl".
func (c *Catalog) Lang() string { return c.lang }

// Has reports whether the language itself has a message for key.
func (c *Catalog) Has(key string) bool {
	_, ok := c.messages()[key]
	return ok
}

// optional are the beginnings of keys that a language may lack: what the
// terminal and the makers of records, matches and nets read. It says them in
// English, with the English plurals and numbers.
var optional = []string{"cli.", "tui.", "record.", "boardspace.", "match.", "learn.", "movelist.", "puzzle.bad.", "setup."}

func isOptional(key string) bool {
	return slices.ContainsFunc(optional, func(start string) bool { return strings.HasPrefix(key, start) })
}

// T returns the message for key with its placeholders filled. Where the
// language has no such message the text is the English one, which is reported
// unless a language may lack it; where English has none either it is the key in
// brackets, which is reported. A placeholder without an argument stays as it is
// written and is reported.
func (c *Catalog) T(key string, args ...Args) string {
	m, ok := c.messages()[key]
	if !ok {
		english := c.fallback != nil && c.fallback.Has(key)
		if !english || !isOptional(key) {
			c.report(c.lang, key, "no such message")
		}
		if !english {
			return "[" + key + "]"
		}
		return c.fallback.T(key, args...)
	}
	merged := Args{}
	if len(args) == 1 {
		merged = args[0]
	} else {
		for _, a := range args {
			for name, value := range a {
				merged[name] = value
			}
		}
	}
	return c.fill(key, c.choose(key, m, merged), merged)
}

// choose returns the text of m for the number in args["n"].
func (c *Catalog) choose(key string, m message, args Args) string {
	if m.plural == nil {
		return m.text
	}
	n, ok := args["n"]
	if !ok {
		c.report(c.lang, key, "no argument n to choose the plural by")
		return m.plural["other"]
	}
	if text, ok := m.plural[c.category(n)]; ok {
		return text
	}
	return m.plural["other"] // French, Italian and Spanish use "many" for full millions only
}

// fill replaces the placeholders of a text.
func (c *Catalog) fill(key, text string, args Args) string {
	parts, err := parse(text)
	if err != nil {
		c.report(c.lang, key, err.Error())
		return text
	}
	var b strings.Builder
	for _, p := range parts {
		if p.name == "" {
			b.WriteString(p.literal)
			continue
		}
		value, ok := args[p.name]
		if !ok {
			c.report(c.lang, key, "no argument "+p.name)
			b.WriteString("{" + p.name + "}")
			continue
		}
		if p.form != "" {
			b.WriteString(c.T(fmt.Sprintf("color.%v.%s", value, p.form)))
			continue
		}
		switch v := value.(type) {
		case string:
			b.WriteString(v)
		case int, int64, float64:
			b.WriteString(c.Number(v))
		default:
			fmt.Fprint(&b, v)
		}
	}
	return b.String()
}

// Rule returns a rule error in this language: the clause in front where there is
// one, then the message whose key is the code. The arguments are those of the
// error, colors by their English names. Where no message has this code the
// text is english, already filled, and that is reported.
func (c *Catalog) Rule(code, clause string, args map[string]string, english string) string {
	text := english
	if c.Has(code) || c.fallback != nil && isOptional(code) && c.fallback.Has(code) {
		filled := make(Args, len(args))
		for name, value := range args {
			filled[name] = value
		}
		text = c.T(code, filled)
	} else {
		c.report(c.lang, code, "no message for this rule error")
	}
	if clause == "" {
		return text
	}
	return c.T("rule.clause", Args{"clause": clause, "text": text})
}

// load reads one language's messages. The files are part of the program and
// tests read them, so it returns no error.
func load(code string) map[string]message {
	if code == Pseudo {
		return pseudo(load(Fallback))
	}
	data, err := files.ReadFile("catalog/" + code + ".json")
	if err != nil {
		return nil
	}
	var out map[string]message
	if err := json.Unmarshal(data, &out); err != nil {
		return nil
	}
	return out
}
