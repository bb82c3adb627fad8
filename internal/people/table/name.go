package table

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"cairn.example/internal/people/api"
)

// mostName is how many characters a name may have.
const mostName = 20

// CheckName returns a name as it is kept: in form NFKC, with single spaces. It
// refuses what could be taken for somebody else, for the server or for a program:
// characters that cannot be seen or turn the direction of text, letters of several
// alphabets in one name, and names such as "Admin", "Level 5" and "Stockfish", however
// they are spelled.
func CheckName(name string) (string, error) {
	tooLong := api.Refuse(api.MeNameLong, "most", strconv.Itoa(mostName))
	// Long before that it is no name, and normalizing it is work: one character becomes up to eighteen.
	if utf8.RuneCountInString(name) > 10*mostName {
		return "", tooLong
	}
	name = strings.Join(strings.Fields(norm.NFKC.String(strings.ToValidUTF8(name, "\uFFFD"))), " ")
	if utf8.RuneCountInString(name) > mostName {
		return "", tooLong
	}
	visible := false
	var script *unicode.RangeTable
	marks := 0
	for _, r := range name {
		// Letters and marks that show nothing.
		if unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) || unicode.Is(unicode.Variation_Selector, r) {
			return "", nameLetter(r)
		}
		switch {
		case unicode.IsLetter(r):
			visible, marks = true, 0
			if own := scriptOf(r); own != nil {
				if script != nil && script != own {
					return "", api.Refuse(api.MeNameScripts)
				}
				script = own
			}
		case unicode.IsDigit(r):
			visible, marks = true, 0
		case unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r):
			if marks++; marks > 2 || !visible {
				return "", nameLetter(r)
			}
		case strings.ContainsRune(" -_.'\u2019", r):
			marks = 0
		default:
			return "", nameLetter(r)
		}
	}
	if !visible {
		return "", api.Refuse(api.MeNameShort)
	}
	if isReserved(name) {
		return "", api.Refuse(api.MeNameReserved)
	}
	return name, nil
}

func nameLetter(r rune) error {
	shown := "U+" + strings.ToUpper(strconv.FormatInt(int64(r), 16))
	if unicode.IsPrint(r) && !unicode.Is(unicode.M, r) {
		shown = string(r)
	}
	return api.Refuse(api.MeNameLetter, "character", shown)
}

// scripts that may stand in one name; Japanese and Korean mix theirs.
var scriptGroups = [][]*unicode.RangeTable{
	{unicode.Latin},
	{unicode.Greek},
	{unicode.Cyrillic},
	{unicode.Armenian},
	{unicode.Georgian},
	{unicode.Hebrew},
	{unicode.Arabic},
	{unicode.Devanagari},
	{unicode.Thai},
	{unicode.Cherokee},
	{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Bopomofo, unicode.Hangul},
}

var otherScript = &unicode.RangeTable{}

// scriptOf returns what stands for the alphabet of a letter, nil for letters of no
// particular one.
func scriptOf(r rune) *unicode.RangeTable {
	for _, group := range scriptGroups {
		for _, table := range group {
			if unicode.Is(table, r) {
				return group[0]
			}
		}
	}
	if unicode.Is(unicode.Common, r) || unicode.Is(unicode.Inherited, r) {
		return nil
	}
	return otherScript
}

// alike are letters and digits that look like a Latin letter.
var alike = map[rune]rune{
	// Cyrillic
	'а': 'a', 'в': 'b', 'с': 'c', 'ԁ': 'd', 'е': 'e', 'һ': 'h', 'і': 'i', 'ј': 'j', 'к': 'k', 'ӏ': 'l', 'м': 'm', 'п': 'n', 'о': 'o',
	'р': 'p', 'г': 'r', 'ѕ': 's', 'т': 't', 'у': 'y', 'ѵ': 'v', 'ш': 'w', 'х': 'x', 'н': 'h', 'и': 'n',
	// Greek
	'α': 'a', 'β': 'b', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'μ': 'm', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x', 'γ': 'y',
	// Armenian, Cherokee and Lisu
	'ո': 'n', 'ս': 'u', 'օ': 'o', 'հ': 'h', 'ց': 'g', 'ղ': 'n', 'յ': 'j',
	'ꭺ': 'a', 'ᏼ': 'b', 'ꮯ': 'c', 'ꭰ': 'd', 'ꭼ': 'e', 'ꮐ': 'g', 'ꮋ': 'h', 'ꭵ': 'i', 'ꭻ': 'j', 'ꮶ': 'k', 'ꮮ': 'l', 'ꮇ': 'm', 'ꮑ': 'n', 'ꮎ': 'o',
	'ꮲ': 'p', 'ꮢ': 'r', 'ꮪ': 's', 'ꭲ': 't', 'ꮩ': 'v', 'ꮃ': 'w', 'ꮍ': 'y', 'ꮓ': 'z',
	'ꓮ': 'a', 'ꓐ': 'b', 'ꓚ': 'c', 'ꓓ': 'd', 'ꓰ': 'e', 'ꓝ': 'f', 'ꓖ': 'g', 'ꓧ': 'h', 'ꓲ': 'i', 'ꓙ': 'j', 'ꓗ': 'k', 'ꓡ': 'l', 'ꓟ': 'm', 'ꓠ': 'n',
	'ꓳ': 'o', 'ꓑ': 'p', 'ꓣ': 'r', 'ꓢ': 's', 'ꓔ': 't', 'ꓴ': 'u', 'ꓦ': 'v', 'ꓪ': 'w', 'ꓫ': 'x', 'ꓬ': 'y', 'ꓜ': 'z',
	// Small capitals, and Latin letters with a stroke or a hook
	'ᴀ': 'a', 'ʙ': 'b', 'ᴄ': 'c', 'ᴅ': 'd', 'ᴇ': 'e', 'ꜰ': 'f', 'ɢ': 'g', 'ʜ': 'h', 'ɪ': 'i', 'ᴊ': 'j', 'ᴋ': 'k', 'ʟ': 'l', 'ᴍ': 'm', 'ɴ': 'n',
	'ᴏ': 'o', 'ᴘ': 'p', 'ʀ': 'r', 'ꜱ': 's', 'ᴛ': 't', 'ᴜ': 'u', 'ᴠ': 'v', 'ᴡ': 'w', 'ʏ': 'y', 'ᴢ': 'z',
	'ɑ': 'a', 'ꞓ': 'c', 'ƀ': 'b', 'ɓ': 'b', 'ƈ': 'c', 'ȼ': 'c', 'ɖ': 'd', 'ɗ': 'd', 'ɇ': 'e', 'ɛ': 'e', 'ƒ': 'f', 'ɡ': 'g', 'ǥ': 'g', 'ɠ': 'g', 'ħ': 'h',
	'ɦ': 'h', 'ɨ': 'i', 'ɩ': 'i', 'ɉ': 'j', 'ƙ': 'k', 'ƚ': 'l', 'ɫ': 'l', 'ɭ': 'l', 'ǀ': 'l', 'ɱ': 'm', 'ŋ': 'n', 'ɲ': 'n', 'ɳ': 'n', 'ƞ': 'n',
	'ɵ': 'o', 'ƥ': 'p', 'ɍ': 'r', 'ɾ': 'r', 'ʂ': 's', 'ƨ': 's', 'ŧ': 't', 'ƭ': 't', 'ʈ': 't', 'ʉ': 'u', 'ʋ': 'v', 'ɏ': 'y', 'ƴ': 'y', 'ƶ': 'z',
	// Latin and digits
	'ı': 'i', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ß': 'b', 'æ': 'a', '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '|': 'l',
}

// skeleton returns what a name looks like at a glance: no accents, capitals,
// spaces and signs, nor letters that look like signs; l for i and rn for m, which are
// easily taken for each other.
// The digits of every script are those from 0 to 9.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(name)) {
		r = digitOf(r)
		if to, ok := alike[r]; ok {
			r = to
		}
		switch {
		case r == 'i' || r == 'j':
			b.WriteRune('l')
		case unicode.Is(unicode.Lm, r):
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return strings.ReplaceAll(b.String(), "rn", "m")
}

// Skeleton returns what a name looks like at a glance, as typed by somebody: two accounts have different ones.
func Skeleton(name string) string {
	if utf8.RuneCountInString(name) > 10*mostName {
		return "" // see CheckName
	}
	return skeleton(norm.NFKC.String(strings.ToValidUTF8(name, "\uFFFD")))
}

// HeldName is all that is stored of the name of somebody who left, by its skeleton.
func HeldName(skeleton string) []byte { return hashOf("held name " + skeleton) }

// digitOf returns the digit from 0 to 9 that a digit of any script stands for, and
// every other character as it is. Unicode has the ten digits of a script in a row.
func digitOf(r rune) rune {
	for _, row := range unicode.Nd.R16 {
		if lo := rune(row.Lo); r >= lo && r <= rune(row.Hi) {
			return '0' + (r-lo)%10
		}
	}
	for _, row := range unicode.Nd.R32 {
		if lo := rune(row.Lo); r >= lo && r <= rune(row.Hi) {
			return '0' + (r-lo)%10
		}
	}
	return r
}

// reserved are the names of the server, of programs, and of nobody; with a number behind them too.
var reserved = []string{
	"admin", "administrator", "cairn", "cairnteam", "moderator", "mod", "server", "system", "root", "support", "staff", "official",
	"operator", "host", "bot", "computer", "engine", "anonymous", "nobody", "deleted", "null", "undefined", "guest", "you",
	"ordinateur", "ordenador", "computadora", "komputer", "rechner", "calcolatore", "robot", "programm", "program", "programme", "programa", "programma",
	"stockfish", "lc0", "alphazero", "alphago", "katago", "komodo", "deepblue", "chatgpt",
}

// reservedStarts are beginnings that no name may have, with letters that look like digits behind
// them either: the page shows names that were made up as "Guest 4821".
var reservedStarts = []string{"admin", "moderator", "cairn", "guest", "stockfish"}

// numbered are words that a name may have, but not with a number behind them: what readers of other
// languages see in place of "Guest 4821", and what all of them see in place of "Level 5".
var numbered = []string{
	"gast", "gość", "invitado", "invité", "ospite",
	"level", "stufe", "niveau", "nivel", "livello", "poziom",
}

// numberWords are the numbers of levels in words and in Roman numerals.
var numberWords = strings.Fields(`
	one two three four five six seven eight nine ten
	eins zwei drei vier fünf sechs sieben acht neun zehn
	un deux trois quatre cinq six sept huit neuf dix
	uno dos tres cuatro cinco seis siete ocho nueve diez
	due tre quattro cinque sei sette otto nove dieci
	een één twee drie vijf zes zeven negen tien
	jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć
	ii iii iv v vi vii viii ix x`)

// skeletonOfDigits are the digits and the letters that they become in a skeleton: a reserved
// beginning with any of them behind it looks like a name with a number.
var skeletonOfDigits = "0123456789" + skeleton("0123456789")

// isReserved reports whether a name is one of those that nobody may have.
func isReserved(name string) bool {
	whole := skeleton(name)
	if slices.ContainsFunc(reserved, func(word string) bool { return whole == skeleton(word) }) || isNumbered(whole, reservedStarts) {
		return true
	}
	digits := strings.ContainsFunc(name, unicode.IsDigit)
	// "The Level 5" is taken for a level as well.
	for words := strings.Fields(name); len(words) > 0; words = words[1:] {
		rest := skeleton(strings.Join(words, ""))
		if digits && (isNumbered(rest, reserved) || isNumbered(rest, numbered)) || isNumberedInWords(rest) {
			return true
		}
	}
	return false
}

// isNumberedInWords reports whether a skeleton is that of "Level Five", in any language.
func isNumberedInWords(skeletonOf string) bool {
	for _, word := range slices.Concat(numbered, reservedStarts) {
		rest, ok := strings.CutPrefix(skeletonOf, skeleton(word))
		if ok && slices.ContainsFunc(numberWords, func(n string) bool { return rest == skeleton(n) }) {
			return true
		}
	}
	return false
}

// isNumbered reports whether a skeleton is that of one of the words, or of one with a number.
func isNumbered(skeletonOf string, words []string) bool {
	for _, word := range words {
		if rest, ok := strings.CutPrefix(skeletonOf, skeleton(word)); ok && strings.Trim(rest, skeletonOfDigits) == "" {
			return true
		}
	}
	return false
}

// NameContains reports whether a name contains another one or a part of it, as names look at a glance.
func NameContains(name, part string) bool { return strings.Contains(skeleton(name), skeleton(part)) }

// looksLike reports whether two names could be taken for each other. Names that the page makes up differ by their number.
func looksLike(a, b string) bool { return a != "" && b != "" && skeleton(a) == skeleton(b) }
