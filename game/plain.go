package game

import (
	"errors"
	"strings"
	"unicode/utf8"
)

// Plain returns a text that was copied from a page or a letter as it looks: dashes and
// blanks of every kind as "-" and " ", curly quotes straight, wide letters narrow, and
// what cannot be seen left out.
func Plain(text string) string { return strings.Map(plainRune, text) }

func plainRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return r
	case r == 0xa0, 0x2000 <= r && r <= 0x200a, r == 0x202f, r == 0x205f, r == 0x3000:
		return ' '
	case 0x2010 <= r && r <= 0x2015, r == 0x2212, r == 0xfe58, r == 0xfe63:
		return '-'
	case 0x2018 <= r && r <= 0x201b, r == 0x2032:
		return '\''
	case 0x201c <= r && r <= 0x201f, r == 0x2033:
		return '"'
	case 0xff01 <= r && r <= 0xff5e:
		return r - 0xff01 + '!'
	case r == 0xad, 0x200b <= r && r <= 0x200f, 0x202a <= r && r <= 0x202e, 0x2060 <= r && r <= 0x2069, r == 0xfeff:
		return -1
	}
	return r
}

// ReadPlain reads a text as it looks; the offset of an [Error] is that in the text as it is.
func ReadPlain[T any](text string, read func(string) (T, error)) (T, error) {
	plain := Plain(text)
	v, err := read(plain)
	var refused *Error
	if plain == text || !errors.As(err, &refused) {
		return v, err
	}
	seen := 0
	for at, r := range text {
		if seen >= refused.Offset {
			refused.Offset = at
			return v, err
		}
		if r = plainRune(r); r >= 0 {
			seen += utf8.RuneLen(r)
		}
	}
	refused.Offset = min(refused.Offset, len(text))
	return v, err
}
