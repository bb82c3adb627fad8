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
	'α': 'a', 'β': 'b', 'ε': 'e', 'η': 'n', 'ι': 'i', 'κ': 'k', 'μ': 'm', 'ν': 'v', 'ο': 'o', 'ρ': 'p', 'τ': 't', 'υ': 'u', 'χ': 'x', 'γ': 'y', 'ζ': 'z', 'ω': 'w',
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
	'ɦ': 'h', 'ɨ': 'i', 'ɩ': 'i', 'ɉ': 'j', 'ȷ': 'j', 'ʝ': 'j', 'ƙ': 'k', 'ĸ': 'k', 'ƚ': 'l', 'ɫ': 'l', 'ɭ': 'l', 'ǀ': 'l', 'ɱ': 'm', 'ŋ': 'n', 'ɲ': 'n', 'ɳ': 'n', 'ƞ': 'n',
	'ɵ': 'o', 'ƥ': 'p', 'ɍ': 'r', 'ɾ': 'r', 'ʂ': 's', 'ƨ': 's', 'ŧ': 't', 'ƭ': 't', 'ʈ': 't', 'ʉ': 'u', 'ʋ': 'v', 'ɏ': 'y', 'ƴ': 'y', 'ƶ': 'z',
	// Latin and digits
	'ı': 'i', 'ł': 'l', 'ø': 'o', 'đ': 'd', 'ß': 'b', 'æ': 'a', '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '|': 'l',
}

// alikeCapitals are capitals that look like another letter than their small ones do.
var alikeCapitals = map[rune]rune{'Η': 'h', 'Ν': 'n', 'Υ': 'y'}

// alikeTogether are letters that look like a number of others.
var alikeTogether = strings.NewReplacer("rn", "m", "vv", "w", "ǁ", "ll")

// skeleton returns what a name looks like at a glance: no accents, capitals,
// spaces and signs, nor letters that look like signs; l for i, m for rn and w for vv, which are
// easily taken for each other.
// The digits of every script are those from 0 to 9.
func skeleton(name string) string {
	var b strings.Builder
	capitals := func(r rune) rune {
		if to, ok := alikeCapitals[r]; ok {
			return to
		}
		return r
	}
	for _, r := range norm.NFD.String(strings.ToLower(strings.Map(capitals, norm.NFD.String(name)))) {
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
	return alikeTogether.Replace(b.String())
}

// Skeleton returns what a name looks like at a glance, as typed by somebody: two accounts have different ones.
func Skeleton(name string) string {
	if utf8.RuneCountInString(name) > 10*mostName {
		return "" // see CheckName
	}
	return skeleton(norm.NFKC.String(strings.ToValidUTF8(name, "\uFFFD")))
}

// HeldName is all that is stored of the name of somebody who left, by its skeleton.
func HeldName(skeleton string) []byte { return HashOf("held name " + skeleton) }

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

// titles are those of them that no name may have as one of its words, or with letters that look like digits behind them.
var titles = []string{"admin", "administrator", "moderator", "cairn", "stockfish"}

// numbered are words that a name may have, but not with a number behind them: what readers of other
// languages see in place of "Guest 4821", and what all of them see in place of "Level 5".
var numbered = []string{
	"guest", "gast", "gość", "invitado", "invité", "ospite",
	"level", "lvl", "stufe", "niveau", "nivel", "livello", "poziom",
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

// isReserved reports whether a name is one of those that nobody may have. Words are looked at as they stand, and as they
// read without the signs and spaces between them.
func isReserved(name string) bool {
	words := slices.DeleteFunc(strings.FieldsFunc(name, isSign), func(word string) bool { return skeleton(word) == "" })
	if isOneOf(strings.Join(words, ""), reserved) {
		return true
	}
	for i, word := range words {
		if isOneOf(word, titles) {
			return true
		}
		for j := i; j < len(words); j++ {
			joined := strings.Join(words[i:j], "")
			// "The Level 5" and "Level 5 LYNGK" are taken for a level as well.
			if isNumbered(joined+words[j]) || isOneOf(joined, numbered) && isNumberWord(words[j]) {
				return true
			}
		}
	}
	return false
}

// isSign reports whether a character of a name separates words.
func isSign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// isOneOf reports whether a name looks like one of some words. The word calm looks like cairn and is one all the same.
func isOneOf(name string, words []string) bool {
	looks := skeleton(name)
	return slices.ContainsFunc(words, func(word string) bool {
		return looks == skeleton(word) && (!strings.HasPrefix(word, "cairn") || !strings.HasPrefix(strings.ToLower(name), "calm"))
	})
}

// isNumbered reports whether a name is a reserved word with a number.
func isNumbered(name string) bool {
	for at := range name {
		base, number := name[:at], name[at:]
		if !isLikeNumber(number) {
			continue
		}
		if isOneOf(base, titles) || isOneOf(base, []string{"guest"}) ||
			strings.ContainsFunc(number, unicode.IsDigit) && (isOneOf(base, reserved) || isOneOf(base, numbered)) {
			return true
		}
	}
	return false
}

// isLikeNumber reports whether a text has only digits and the letters that one takes for 0 and 1.
func isLikeNumber(text string) bool {
	for _, r := range text {
		if looks := skeleton(string(r)); !unicode.IsDigit(r) && looks != "l" && looks != "o" && looks != "" {
			return false
		}
	}
	return text != ""
}

// isNumberWord reports whether a word is a number in any language, or looks like one.
func isNumberWord(word string) bool { return isLikeNumber(word) || isOneOf(word, numberWords) }

// NameContains reports whether a name contains another one or a part of it, as names look at a glance.
func NameContains(name, part string) bool { return strings.Contains(skeleton(name), skeleton(part)) }

// looksLike reports whether two names could be taken for each other. Names that the page makes up differ by their number.
func looksLike(a, b string) bool { return a != "" && b != "" && skeleton(a) == skeleton(b) }
