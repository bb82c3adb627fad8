package smalljson

import (
	"encoding/base64"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A SyntaxError says where a text stops being the JSON that was expected.
type SyntaxError struct {
	Offset int
	Reason string
}

// Error names the offset and the reason.
func (e *SyntaxError) Error() string {
	return e.Reason + " at byte " + strconv.Itoa(e.Offset)
}

// mostDepth bounds how deep values may be nested, so that no text can exhaust
// the stack.
const mostDepth = 1000

// A Parser reads one JSON text from front to back. Its methods read the next
// value, which must be of that kind; the error is a *[SyntaxError].
type Parser struct {
	text  string
	at    int
	depth int
}

// NewParser returns a parser of a text.
func NewParser(text string) *Parser { return &Parser{text: text} }

// End returns an error where text follows after the value.
func (p *Parser) End() error {
	if p.space(); p.at < len(p.text) {
		return p.fail("more text after the value")
	}
	return nil
}

func (p *Parser) fail(reason string) error { return &SyntaxError{p.at, reason} }

func (p *Parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// next returns the first character of what follows, 0 at the end.
func (p *Parser) next() byte {
	p.space()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

func (p *Parser) word(w string) bool {
	if !strings.HasPrefix(p.text[p.at:], w) {
		return false
	}
	p.at += len(w)
	return true
}

// Null reports whether the next value is null, and goes past it.
func (p *Parser) Null() bool { return p.next() == 'n' && p.word("null") }

// Text reads a text.
func (p *Parser) Text(v *string) error {
	s, err := p.quoted(p.next())
	if err == nil {
		*v = s
	}
	return err
}

// Bool reads a truth value.
func (p *Parser) Bool(v *bool) error {
	p.space()
	switch {
	case p.word("true"):
		*v = true
	case p.word("false"):
		*v = false
	default:
		return p.fail("no truth value")
	}
	return nil
}

// Int reads a whole number of the given size in bits.
func (p *Parser) Int(bits int) (int64, error) {
	p.space()
	n, err := strconv.ParseInt(p.number(), 10, bits)
	if err != nil {
		return 0, p.fail("no whole number that fits")
	}
	return n, nil
}

// Uint reads a whole number of the given size in bits that is not negative.
func (p *Parser) Uint(bits int) (uint64, error) {
	p.space()
	n, err := strconv.ParseUint(p.number(), 10, bits)
	if err != nil {
		return 0, p.fail("no whole number that fits")
	}
	return n, nil
}

// Float reads a number.
func (p *Parser) Float(v *float64) error {
	p.space()
	n, err := strconv.ParseFloat(p.number(), 64)
	if err != nil {
		return p.fail("no number that fits")
	}
	*v = n
	return nil
}

// Object reads an object: member reads the value of each name, those that are
// null left out.
func (p *Parser) Object(member func(name string) error) error {
	return p.object(func(name string) error {
		if p.Null() {
			return nil
		}
		return member(name)
	})
}

// List reads a list: element reads each of its values.
func (p *Parser) List(element func() error) error { return p.list(element) }

func (p *Parser) object(member func(name string) error) error {
	if p.next() != '{' {
		return p.fail("no object")
	}
	if p.depth++; p.depth > mostDepth {
		return p.fail("values are nested too deep")
	}
	defer func() { p.depth-- }()
	p.at++
	if p.next() == '}' {
		p.at++
		return nil
	}
	for {
		name, err := p.quoted(p.next())
		if err != nil {
			return err
		}
		if p.next() != ':' {
			return p.fail("no colon after a name")
		}
		p.at++
		if err := member(name); err != nil {
			return err
		}
		if done, err := p.more('}'); done || err != nil {
			return err
		}
	}
}

func (p *Parser) list(element func() error) error {
	if p.next() != '[' {
		return p.fail("no list")
	}
	if p.depth++; p.depth > mostDepth {
		return p.fail("values are nested too deep")
	}
	defer func() { p.depth-- }()
	p.at++
	if p.next() == ']' {
		p.at++
		return nil
	}
	for {
		if err := element(); err != nil {
			return err
		}
		if done, err := p.more(']'); done || err != nil {
			return err
		}
	}
}

// more goes past the comma or the end of an object or a list.
func (p *Parser) more(end byte) (done bool, err error) {
	switch p.next() {
	case end:
		p.at++
		return true, nil
	case ',':
		p.at++
		return false, nil
	}
	return false, p.fail("neither a comma nor an end")
}

// number returns the text of the number that follows; "" where there is none.
func (p *Parser) number() string {
	from := p.at
	digits := func() bool {
		start := p.at
		for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			p.at++
		}
		return p.at > start
	}
	p.word("-")
	if !p.word("0") && !digits() {
		return ""
	}
	if p.word(".") && !digits() {
		return ""
	}
	if p.word("e") || p.word("E") {
		_ = p.word("+") || p.word("-")
		if !digits() {
			return ""
		}
	}
	return p.text[from:p.at]
}

// Skip goes past any value.
func (p *Parser) Skip() error {
	switch ch := p.next(); {
	case ch == '{':
		return p.object(func(string) error { return p.Skip() })
	case ch == '[':
		return p.list(p.Skip)
	case ch == '"':
		_, err := p.quoted(ch)
		return err
	case p.word("null"), p.word("true"), p.word("false"), p.number() != "":
		return nil
	}
	return p.fail("no value")
}

// Bytes reads a text in base64.
func (p *Parser) Bytes(v *[]byte) error {
	s, err := p.quoted(p.next())
	if err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return p.fail("no base64")
	}
	*v = b
	return nil
}

// quoted reads a text in quotation marks.
func (p *Parser) quoted(ch byte) (string, error) {
	if ch != '"' {
		return "", p.fail("no text")
	}
	p.at++
	from := p.at
	for p.at < len(p.text) && p.text[p.at] != '"' && p.text[p.at] != '\\' && p.text[p.at] >= ' ' {
		p.at++
	}
	if p.at < len(p.text) && p.text[p.at] == '"' {
		s := p.text[from:p.at]
		p.at++
		if !utf8.ValidString(s) {
			s = string([]rune(s)) // U+FFFD for each byte that is none
		}
		return s, nil
	}
	b := []byte(p.text[from:p.at])
	for p.at < len(p.text) {
		ch := p.text[p.at]
		switch {
		case ch == '"':
			p.at++
			return string(b), nil
		case ch < ' ':
			return "", p.fail("a control character in a text")
		case ch == '\\':
			var err error
			if b, err = p.escape(b); err != nil {
				return "", err
			}
		default:
			r, size := utf8.DecodeRuneInString(p.text[p.at:])
			b = utf8.AppendRune(b, r)
			p.at += size
		}
	}
	return "", p.fail("a text without an end")
}

func (p *Parser) escape(b []byte) ([]byte, error) {
	p.at++
	if p.at == len(p.text) {
		return b, p.fail("a text without an end")
	}
	ch := p.text[p.at]
	p.at++
	switch ch {
	case '"', '\\', '/':
		return append(b, ch), nil
	case 'b':
		return append(b, '\b'), nil
	case 'f':
		return append(b, '\f'), nil
	case 'n':
		return append(b, '\n'), nil
	case 'r':
		return append(b, '\r'), nil
	case 't':
		return append(b, '\t'), nil
	case 'u':
		r, ok := p.unit()
		if !ok {
			return b, p.fail("no character after \\u")
		}
		if utf16.IsSurrogate(r) {
			at := p.at
			if p.word(`\u`) {
				second, ok := p.unit()
				if pair := utf16.DecodeRune(r, second); ok && pair != utf8.RuneError {
					return utf8.AppendRune(b, pair), nil
				}
			}
			p.at, r = at, utf8.RuneError
		}
		return utf8.AppendRune(b, r), nil
	}
	return b, p.fail("an unknown escape in a text")
}

// unit reads four hexadecimal digits.
func (p *Parser) unit() (rune, bool) {
	if len(p.text)-p.at < 4 {
		return 0, false
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	if err != nil {
		return 0, false
	}
	p.at += 4
	return rune(n), true
}
