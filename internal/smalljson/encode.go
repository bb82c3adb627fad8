package smalljson

import (
	"encoding/base64"
	"errors"
	"math"
	"reflect"
	"slices"
	"strconv"
	"unicode/utf8"
)

// A Codec writes and reads values. It caches the fields of struct types. The zero value is not usable, see [New]. It is not safe for concurrent
// use.
type Codec struct {
	structs map[reflect.Type][]field
}

// New returns a codec with an empty cache.
func New() *Codec { return &Codec{structs: map[reflect.Type][]field{}} }

// A field is a field of a struct that is written to JSON.
type field struct {
	index     int
	name      string
	key       string // the name in quotation marks, with its colon
	omitEmpty bool
}

func (c *Codec) fields(t reflect.Type) []field {
	if had, ok := c.structs[t]; ok {
		return had
	}
	list := make([]field, 0, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		name, option := cutTag(f.Tag.Get("json"))
		if !f.IsExported() || name == "-" {
			continue
		}
		if name == "" {
			name = f.Name
		}
		list = append(list, field{i, name, string(appendText(nil, name)) + ":", option == "omitempty"})
	}
	c.structs[t] = list
	return list
}

// cutTag splits a json tag into the name and its option.
func cutTag(tag string) (name, option string) {
	for i := range len(tag) {
		if tag[i] == ',' {
			return tag[:i], tag[i+1:]
		}
	}
	return tag, ""
}

// Append appends the JSON of v to b. The error says that v holds a number that
// JSON has no form for, or a type this package refuses; b is then returned as it
// was.
func (c *Codec) Append(b []byte, v any) ([]byte, error) {
	out, err := c.append(b, reflect.ValueOf(v))
	if err != nil {
		return b, err
	}
	return out, nil
}

var errNumber = errors.New("a number that JSON has no form for")

func (c *Codec) append(b []byte, v reflect.Value) ([]byte, error) {
	switch v.Kind() {
	case reflect.Invalid:
		return append(b, "null"...), nil
	case reflect.Bool:
		return strconv.AppendBool(b, v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(b, v.Int(), 10), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(b, v.Uint(), 10), nil
	case reflect.Float64:
		return appendFloat(b, v.Float())
	case reflect.String:
		return appendText(b, v.String()), nil
	case reflect.Pointer:
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		return c.append(b, v.Elem())
	case reflect.Slice:
		if v.IsNil() {
			return append(b, "null"...), nil
		}
		if v.Type().Elem().Kind() == reflect.Uint8 {
			b = append(b, '"')
			b = base64.StdEncoding.AppendEncode(b, v.Bytes())
			return append(b, '"'), nil
		}
		return c.appendList(b, v)
	case reflect.Array:
		return c.appendList(b, v)
	case reflect.Map:
		return c.appendMap(b, v)
	case reflect.Struct:
		return c.appendStruct(b, v)
	}
	return b, &TypeError{v.Type().String()}
}

func (c *Codec) appendList(b []byte, v reflect.Value) (_ []byte, err error) {
	b = append(b, '[')
	for i := range v.Len() {
		if i > 0 {
			b = append(b, ',')
		}
		if b, err = c.append(b, v.Index(i)); err != nil {
			return b, err
		}
	}
	return append(b, ']'), nil
}

func (c *Codec) appendMap(b []byte, v reflect.Value) (_ []byte, err error) {
	if v.IsNil() {
		return append(b, "null"...), nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(x, y reflect.Value) int {
		switch a, b := x.String(), y.String(); {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	b = append(b, '{')
	for i, k := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(appendText(b, k.String()), ':')
		if b, err = c.append(b, v.MapIndex(k)); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

func (c *Codec) appendStruct(b []byte, v reflect.Value) (_ []byte, err error) {
	b = append(b, '{')
	begun := false
	for _, f := range c.fields(v.Type()) {
		value := v.Field(f.index)
		if f.omitEmpty && empty(value) {
			continue
		}
		if begun {
			b = append(b, ',')
		}
		begun = true
		b = append(b, f.key...)
		if b, err = c.append(b, value); err != nil {
			return b, err
		}
	}
	return append(b, '}'), nil
}

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Array, reflect.Map, reflect.Slice, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func appendFloat(b []byte, f float64) ([]byte, error) {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return b, errNumber
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	b = strconv.AppendFloat(b, f, format, -1, 64)
	if n := len(b); format == 'e' && n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1] // e-09 is written e-9
		b = b[:n-1]
	}
	return b, nil
}

const hex = "0123456789abcdef"

func appendText(b []byte, s string) []byte {
	b = append(b, '"')
	from := 0
	for i := 0; i < len(s); {
		ch := s[i]
		if ch < utf8.RuneSelf {
			if ch >= ' ' && ch != '"' && ch != '\\' && ch != '<' && ch != '>' && ch != '&' {
				i++
				continue
			}
			b = append(b, s[from:i]...)
			switch ch {
			case '"', '\\':
				b = append(b, '\\', ch)
			case '\b':
				b = append(b, '\\', 'b')
			case '\f':
				b = append(b, '\\', 'f')
			case '\n':
				b = append(b, '\\', 'n')
			case '\r':
				b = append(b, '\\', 'r')
			case '\t':
				b = append(b, '\\', 't')
			default:
				b = append(b, '\\', 'u', '0', '0', hex[ch>>4], hex[ch&15])
			}
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			b = append(append(b, s[from:i]...), `\ufffd`...)
			from = i + size
		case r == '\u2028' || r == '\u2029':
			b = append(append(b, s[from:i]...), `\u202`...)
			b = append(b, hex[r&15])
			from = i + size
		}
		i += size
	}
	b = append(b, s[from:]...)
	return append(b, '"')
}

// A TypeError says that a type cannot be written or read by this package.
type TypeError struct{ Type string }

// Error names the type.
func (e *TypeError) Error() string { return "smalljson: no JSON of the type " + e.Type }

// Check returns an error where a value of that type may hold what this package
// refuses.
func Check(t reflect.Type) error { return check(t, map[reflect.Type]bool{}) }

func check(t reflect.Type, seen map[reflect.Type]bool) error {
	if seen[t] {
		return nil
	}
	seen[t] = true
	for _, name := range []string{"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText"} {
		if _, has := reflect.PointerTo(t).MethodByName(name); has {
			return &TypeError{t.String()}
		}
	}
	switch t.Kind() {
	case reflect.Bool, reflect.String, reflect.Float64,
		reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return nil
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return check(t.Elem(), seen)
	case reflect.Map:
		if t.Key().Kind() != reflect.String {
			return &TypeError{t.String()}
		}
		return check(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if _, option := cutTag(f.Tag.Get("json")); f.Anonymous || option != "" && option != "omitempty" {
				return &TypeError{t.String() + "." + f.Name}
			}
			if !f.IsExported() {
				continue
			}
			if err := check(f.Type, seen); err != nil {
				return err
			}
		}
		return nil
	}
	return &TypeError{t.String()}
}
