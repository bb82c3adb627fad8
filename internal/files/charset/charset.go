//go:build !js

// Package charset decodes texts in the charsets of the web, by the names that files
// declare: natively by golang.org/x/text, in a browser by its TextDecoder, which has the
// tables already. It refuses to guess a charset.
package charset

import "golang.org/x/text/encoding/htmlindex"

// Decode returns the text of bytes in the charset of that name; false for a name that is
// not known. Bytes that are no text there become U+FFFD.
func Decode(name string, b []byte) (text string, ok bool) {
	e, err := htmlindex.Get(name)
	if err != nil {
		return "", false
	}
	decoded, err := e.NewDecoder().Bytes(b)
	return string(decoded), err == nil
}
