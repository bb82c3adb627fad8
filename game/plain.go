package game

import (
	"errors"
	"strconv"
	"strings"
	"unicode"
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

// numbered names a character by its number in Unicode, such as U+202E.
func numbered(r rune) string {
	digits := strings.ToUpper(strconv.FormatInt(int64(r), 16))
	return "U+" + strings.Repeat("0", max(0, 4-len(digits))) + digits
}

// Strange finds the first character of a text that is none of ASCII and does not look like
// one of those that [Plain] knows, such as a Cyrillic letter: the character as messages show
// it, its number, counted from 1, and its byte offset, which is -1 where there is none.
func Strange(text string) (character string, number, at int) {
	for at, r := range text {
		if plainRune(r) < utf8.RuneSelf || r == utf8.RuneError {
			continue
		}
		character = numbered(r)
		if unicode.IsPrint(r) && !unicode.Is(unicode.M, r) {
			character = string(r) + " (" + character + ")"
		}
		return character, utf8.RuneCountInString(text[:at]) + 1, at
	}
	return "", 0, -1
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
