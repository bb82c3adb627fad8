package account

import (
	"io"
	"strings"
)

// A sign-in code is 20 letters and digits of 5 bits each. Nobody guesses 100 bits, so a plain hash of it is stored: it
// needs no hash that is slow on purpose.
const (
	codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ" // Crockford's, without I, L, O and U
	codeLength  = 20
	codeGroup   = 5
)

// newCode draws a code and writes it in groups.
func newCode(rand io.Reader) string {
	random := make([]byte, codeLength)
	if _, err := io.ReadFull(rand, random); err != nil {
		panic("account: no random numbers: " + err.Error()) // something that can be guessed must not take its place
	}
	var b strings.Builder
	for i, r := range random {
		if i > 0 && i%codeGroup == 0 {
			b.WriteByte('-')
		}
		b.WriteByte(codeLetters[r&31])
	}
	return b.String()
}

// canonical returns a code as it was drawn, however somebody has typed it: case, spaces and hyphens do not count,
// and O is 0, I and L are 1. What cannot be a code is "".
func canonical(typed string) string {
	if len(typed) > 100 {
		return ""
	}
	var letters []byte
	for _, r := range strings.ToUpper(typed) {
		switch {
		case strings.ContainsRune(" \t\r\n-\u00a0\u2010\u2011\u2012\u2013\u2014", r):
			continue
		case r == 'O':
			r = '0'
		case r == 'I' || r == 'L':
			r = '1'
		}
		if !strings.ContainsRune(codeLetters, r) || len(letters) == codeLength {
			return ""
		}
		letters = append(letters, byte(r))
	}
	if len(letters) != codeLength {
		return ""
	}
	var groups []string
	for i := 0; i < codeLength; i += codeGroup {
		groups = append(groups, string(letters[i:i+codeGroup]))
	}
	return strings.Join(groups, "-")
}
