package smalljson

import (
	"encoding/base64"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"
)

// A Writer appends JSON to B. Commas come by themselves before [Writer.Key] and
// [Writer.Name]; before an element of a list [Writer.Comma] asks for one.
type Writer struct{ B []byte }

// Open begins an object or a list, Close ends it.
func (w *Writer) Open(ch byte)  { w.B = append(w.B, ch) }
func (w *Writer) Close(ch byte) { w.B = append(w.B, ch) }

// Comma writes a comma, except where an object or a list has just begun.
func (w *Writer) Comma() {
	if last := w.B[len(w.B)-1]; last != '{' && last != '[' {
		w.B = append(w.B, ',')
	}
}

// Key writes a name that needs no escapes, with its colon.
func (w *Writer) Key(name string) {
	w.Comma()
	w.B = append(w.B, '"')
	w.B = append(w.B, name...)
	w.B = append(w.B, '"', ':')
}

// Name writes any name, with its colon.
func (w *Writer) Name(name string) {
	w.Comma()
	w.B = append(AppendText(w.B, name), ':')
}

// Null writes null, Text a text, Bool a truth value, Int a whole number, Float
// any number.
func (w *Writer) Null()           { w.B = append(w.B, "null"...) }
func (w *Writer) Text(s string)   { w.B = AppendText(w.B, s) }
func (w *Writer) Bool(v bool)     { w.B = strconv.AppendBool(w.B, v) }
func (w *Writer) Int(n int64)     { w.B = strconv.AppendInt(w.B, n, 10) }
func (w *Writer) Float(f float64) { w.B = AppendFloat(w.B, f) }

// Bytes appends a text in base64.
func (w *Writer) Bytes(b []byte) {
	if b == nil {
		w.Null()
		return
	}
	w.B = append(base64.StdEncoding.AppendEncode(append(w.B, '"'), b), '"')
}

// Texts writes a list of texts; null for nil.
func (w *Writer) Texts(list []string) {
	if list == nil {
		w.Null()
		return
	}
	w.Open('[')
	for _, s := range list {
		w.Comma()
		w.Text(s)
	}
	w.Close(']')
}

// Keys returns the keys of a map in the order in which they are written.
func Keys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// AppendFloat appends the JSON of f to b; what JSON has no form for is null.
func AppendFloat(b []byte, f float64) []byte {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return append(b, "null"...)
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
	return b
}

const hex = "0123456789abcdef"

// AppendText appends the JSON of a text to b.
func AppendText(b []byte, s string) []byte {
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
