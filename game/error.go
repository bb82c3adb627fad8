package game

import (
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// Error says why a text or a move is refused, as data, so that every program
// can say it in any language.
type Error struct {
	// Code is the stable id of the reason, such as "lyngk.target_higher"; it is
	// also the key of its translations.
	Code string

	// Clause is the clause of the contract that is broken, such as "1.5", or
	// "" where the text is no move or position at all.
	Clause string

	// Offset is the byte offset in the input text where the trouble starts, or
	// -1 where there was no text.
	Offset int

	// Spots names the spots concerned; the first is the place to look at.
	Spots []string

	// Pieces are the kinds of pieces concerned, for programs that point at them
	// on these spots; nil where the stacks are concerned as a whole.
	Pieces []Piece

	// Args fill the braces of Text. A color is its English name in lower case
	// ("red"), which is also the suffix of its translation's key; everything
	// else (spots, numbers, input) is to be shown as it is.
	Args map[string]string

	// Text is the English sentence with {name} for each argument: no capital,
	// no full stop.
	Text string

	// Err is what is behind it, or nil.
	Err error
}

// Error returns the sentence in English, the clause in front: "rule 1.5: the
// neutral stack on c3 is lower than its target d3", and what is behind it.
func (e *Error) Error() string {
	text := Expand(e.Text, e.Args)
	if e.Clause != "" {
		text = "rule " + e.Clause + ": " + text
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns what is behind the error, or nil.
func (e *Error) Unwrap() error { return e.Err }

// Reasons are why a package refuses: by code, the clause that is broken and the English
// sentence. Each code needs a translation wherever errors are translated.
type Reasons map[string]struct{ Clause, Text string }

// Refuse makes the error of a code that concerns spots of a layout.
func (r Reasons) Refuse(code string, offset int, args map[string]string, l *Layout, spots []Spot) *Error {
	e := &Error{Code: code, Clause: r[code].Clause, Text: r[code].Text, Offset: offset, Args: args}
	for _, s := range spots {
		e.Spots = append(e.Spots, l.Names[s])
	}
	return e
}

// NewError returns an error about no text, its arguments given as name, value, name, value.
func NewError(code, text string, args ...string) *Error {
	e := &Error{Code: code, Text: text, Offset: -1, Args: map[string]string{}}
	for i := 0; i+1 < len(args); i += 2 {
		e.Args[args[i]] = args[i+1]
	}
	return e
}

// Expand fills each {name} of a text with args[name]; an unknown name stays.
func Expand(text string, args map[string]string) string {
	if len(args) == 0 || !strings.Contains(text, "{") {
		return text
	}
	names := make([]string, 0, len(args))
	for name := range args {
		names = append(names, name)
	}
	sort.Strings(names)
	pairs := make([]string, 0, 2*len(names))
	for _, name := range names {
		pairs = append(pairs, "{"+name+"}", args[name])
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Words joins texts, whole numbers and lists of them. What a browser runs says with it
// what is wrong, since package fmt would weigh 50 kB there.
func Words(parts ...any) string {
	var b []byte
	for _, part := range parts {
		switch p := part.(type) {
		case string:
			b = append(b, p...)
		case int:
			b = strconv.AppendInt(b, int64(p), 10)
		case []int:
			for i, n := range p {
				if i > 0 {
					b = append(b, ", "...)
				}
				b = strconv.AppendInt(b, int64(n), 10)
			}
		}
	}
	return string(b)
}

// Shown returns a text from outside in the form in which messages may quote it: cut
// after 40 characters, and passed through [Printable].
func Shown(text string) string {
	const most = 40
	text = Printable(text)
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

// ShownOrEmpty is [Shown], and "" in quotes for a text that is empty.
func ShownOrEmpty(text string) string {
	if text == "" {
		return `""`
	}
	return Shown(text)
}

// Quoted returns a text in quotes as messages show it, whole: what is not printable by its
// number, such as U+202E, which turns the direction of text.
func Quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			b.WriteString(numbered(r))
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Printable returns text with U+FFFD in place of each byte that is not UTF-8 and
// each character that is not printable, such as control characters, which could
// command a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}
