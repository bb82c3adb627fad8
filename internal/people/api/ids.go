package api

import (
	"strings"
	"unicode"
)

// What the id of a table is made of: TableIDLength characters of TableIDLetters, no pair of
// which looks alike.
const (
	TableIDLetters = "abcdefghjkmnpqrstuvwxyz23456789"
	TableIDLength  = 8

	tableIDDigits = "23456789"
)

// IsTableID reports whether a text can be the id of a table. There is a digit in every id, so
// that no id is the name of a place on the page, or of a game.
func IsTableID(id string) bool {
	return len(id) == TableIDLength && strings.Trim(id, TableIDLetters) == "" && strings.ContainsAny(id, tableIDDigits)
}

// AsTableID returns the id that a text means as people paste it: in capitals, with slashes, spaces, brackets or the marks
// of a sentence or of emphasis around it; false where that is none.
func AsTableID(text string) (id string, ok bool) {
	id = strings.ToLower(strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }))
	return id, IsTableID(id)
}

// IsPersonID reports whether a text can be the id of a person: 20 digits.
func IsPersonID(id string) bool { return len(id) == 20 && strings.Trim(id, "0123456789") == "" }
