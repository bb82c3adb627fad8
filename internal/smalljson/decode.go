package smalljson

import (
	"encoding/base64"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A SyntaxError says at which byte a text is not the JSON that was expected.
type SyntaxError struct {
	Offset int
	Reason string
}

// Error names the offset and the reason.
func (e *SyntaxError) Error() string {
	return e.Reason + " at byte " + strconv.Itoa(e.Offset)
}

// maxDepth bounds how deep values may be nested, so that no text can exhaust
// the stack.
const maxDepth = 1000

// Read reads the JSON text into the value that dst points to. Fields that the
// text does not name stay as they are, names that the struct does not have are
// ignored; the name of a field must be written exactly as in its tag. The
// error is a *[SyntaxError], also where a value has another type than its field,
// or a *[TypeError].
func (c *Codec) Read(text string, dst any) error {
	p := &parser{codec: c, text: text}
	v := reflect.ValueOf(dst)
	if v.Kind() != reflect.Pointer || v.IsNil() {
		return &TypeError{"of a value that is no pointer"}
	}
	if err := p.value(v.Elem(), 0); err != nil {
		return err
	}
	if p.space(); p.at < len(p.text) {
		return p.fail("more text after the value")
	}
	return nil
}

type parser struct {
	codec *Codec
	text  string
	at    int
}

func (p *parser) fail(reason string) error { return &SyntaxError{p.at, reason} }

func (p *parser) space() {
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
func (p *parser) next() byte {
	p.space()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// accept goes past w if the text goes on with it.
func (p *parser) accept(w string) bool {
	if !strings.HasPrefix(p.text[p.at:], w) {
		return false
	}
	p.at += len(w)
	return true
}

func (p *parser) value(v reflect.Value, depth int) error {
	if depth > maxDepth {
		return p.fail("values are nested too deep")
	}
	ch := p.next()
	if ch == 'n' {
		if !p.accept("null") {
			return p.fail("no value")
		}
		switch v.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			v.SetZero()
		}
		return nil
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		return p.value(v.Elem(), depth)
	case reflect.Struct:
		return p.object(ch, depth, func(name string) error {
			for _, f := range p.codec.fields(v.Type()) {
				if f.name == name {
					return p.value(v.Field(f.index), depth+1)
				}
			}
			return p.skip(depth + 1)
		})
	case reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		return p.object(ch, depth, func(name string) error {
			elem := reflect.New(v.Type().Elem()).Elem()
			if err := p.value(elem, depth+1); err != nil {
				return err
			}
			key := reflect.New(v.Type().Key()).Elem()
			key.SetString(name)
			v.SetMapIndex(key, elem)
			return nil
		})
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return p.bytes(v, ch)
		}
		v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		return p.list(ch, func(i int) error {
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
			return p.value(v.Index(i), depth+1)
		})
	case reflect.Array:
		n := 0
		err := p.list(ch, func(i int) error {
			n = i + 1
			if i < v.Len() {
				return p.value(v.Index(i), depth+1)
			}
			return p.skip(depth + 1)
		})
		for i := n; i < v.Len(); i++ {
			v.Index(i).SetZero()
		}
		return err
	}
	return p.plain(v, ch)
}

// plain reads a text, a number or a truth value.
func (p *parser) plain(v reflect.Value, ch byte) error {
	switch v.Kind() {
	case reflect.String:
		s, err := p.quoted(ch)
		if err == nil {
			v.SetString(s)
		}
		return err
	case reflect.Bool:
		switch {
		case p.accept("true"):
			v.SetBool(true)
		case p.accept("false"):
			v.SetBool(false)
		default:
			return p.fail("no truth value")
		}
		return nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		n, err := strconv.ParseInt(p.number(), 10, v.Type().Bits())
		if err != nil {
			return p.fail("no whole number that fits")
		}
		v.SetInt(n)
		return nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		n, err := strconv.ParseUint(p.number(), 10, v.Type().Bits())
		if err != nil {
			return p.fail("no whole number that fits")
		}
		v.SetUint(n)
		return nil
	case reflect.Float64:
		n, err := strconv.ParseFloat(p.number(), 64)
		if err != nil {
			return p.fail("no number that fits")
		}
		v.SetFloat(n)
		return nil
	}
	return &TypeError{v.Type().String()}
}

func (p *parser) object(ch byte, depth int, member func(name string) error) error {
	if ch != '{' {
		return p.fail("no object")
	}
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

func (p *parser) list(ch byte, element func(i int) error) error {
	if ch != '[' {
		return p.fail("no list")
	}
	p.at++
	if p.next() == ']' {
		p.at++
		return nil
	}
	for i := 0; ; i++ {
		if err := element(i); err != nil {
			return err
		}
		if done, err := p.more(']'); done || err != nil {
			return err
		}
	}
}

// more goes past the comma or the end of an object or a list.
func (p *parser) more(end byte) (done bool, err error) {
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
func (p *parser) number() string {
	from := p.at
	digits := func() bool {
		start := p.at
		for p.at < len(p.text) && p.text[p.at] >= '0' && p.text[p.at] <= '9' {
			p.at++
		}
		return p.at > start
	}
	p.accept("-")
	if !p.accept("0") && !digits() {
		return ""
	}
	if p.accept(".") && !digits() {
		return ""
	}
	if p.accept("e") || p.accept("E") {
		_ = p.accept("+") || p.accept("-")
		if !digits() {
			return ""
		}
	}
	return p.text[from:p.at]
}

// skip goes past any value.
func (p *parser) skip(depth int) error {
	if depth > maxDepth {
		return p.fail("values are nested too deep")
	}
	switch ch := p.next(); {
	case ch == '{':
		return p.object(ch, depth, func(string) error { return p.skip(depth + 1) })
	case ch == '[':
		return p.list(ch, func(int) error { return p.skip(depth + 1) })
	case ch == '"':
		_, err := p.quoted(ch)
		return err
	case p.accept("null"), p.accept("true"), p.accept("false"), p.number() != "":
		return nil
	}
	return p.fail("no value")
}

func (p *parser) bytes(v reflect.Value, ch byte) error {
	s, err := p.quoted(ch)
	if err != nil {
		return err
	}
	b, err := base64.StdEncoding.DecodeString(s)
	if err != nil {
		return p.fail("no base64")
	}
	v.SetBytes(b)
	return nil
}

// quoted reads a text in quotation marks.
func (p *parser) quoted(ch byte) (string, error) {
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
		return strings.ToValidUTF8(s, "\ufffd"), nil
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

func (p *parser) escape(b []byte) ([]byte, error) {
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
			if p.accept(`\u`) {
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

// unit reads four hexadecimal digits, one UTF-16 unit.
func (p *parser) unit() (rune, bool) {
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
