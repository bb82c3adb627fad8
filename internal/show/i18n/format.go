package i18n

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/feature/plural"
	xmessage "golang.org/x/text/message"
	"golang.org/x/text/number"
)

// Number writes an int, int64 or float64 as the language does, with at most
// three decimals.
func (c *Catalog) Number(n any) string {
	// Italian, Polish and Spanish group from five digits on only.
	var options []number.Option
	if i, ok := integer(n); ok && i > -10000 && i < 10000 && slices.Contains([]string{"es", "it", "pl"}, c.lang) {
		options = append(options, number.NoSeparator())
	}
	return xmessage.NewPrinter(c.tag).Sprint(number.Decimal(n, options...))
}

// Figure replaces the decimal point in text by the language's; the rest of text
// stays.
func (c *Catalog) Figure(text string) string {
	return strings.Replace(text, ".", strings.Trim(c.Number(0.5), "05"), 1)
}

// Percent writes a share between 0 and 1 in whole percent. It rounds a half up
// and as the share is written in decimals, as browsers do; the formatter alone
// would round it to even.
func (c *Catalog) Percent(share float64) string {
	share = math.Round(math.Round(share*1e10)/1e8) / 100
	return xmessage.NewPrinter(c.tag).Sprint(number.Percent(share, number.MaxFractionDigits(0)))
}

func integer(n any) (int64, bool) {
	switch v := n.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	}
	return 0, false
}

// category returns the CLDR plural category of a number.
func (c *Catalog) category(n any) string {
	whole, decimals := "", ""
	switch v := n.(type) {
	case int:
		whole = strconv.Itoa(v)
	case int64:
		whole = strconv.FormatInt(v, 10)
	case float64:
		whole, decimals, _ = strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	default:
		return "other"
	}
	// The operands of CLDR: i the whole part, v and f the count and value of
	// the decimals; without trailing zeros w and t are the same.
	i, _ := strconv.Atoi(strings.TrimPrefix(whole, "-"))
	f, _ := strconv.Atoi(decimals)
	v := len(decimals)
	switch plural.Cardinal.MatchPlural(c.tag, i%10_000_000, v, v, f, f) {
	case plural.Zero:
		return "zero"
	case plural.One:
		return "one"
	case plural.Two:
		return "two"
	case plural.Few:
		return "few"
	case plural.Many:
		return "many"
	}
	return "other"
}

// Date writes a day in words, such as "14 March 2026" in the order and case of
// the language.
func (c *Catalog) Date(t time.Time) string {
	year, month, number := t.Date()
	day := strconv.Itoa(number)
	if number == 1 {
		day = c.T("date.first")
	}
	return c.T("date.long", Args{
		"day":   day,
		"month": c.T("date.month." + strconv.Itoa(int(month))),
		"year":  strconv.Itoa(year),
	})
}

// Labeled puts what a text is about in front of it: "e4: stack of 3".
func (c *Catalog) Labeled(what, text string) string {
	return c.T("place.text", Args{"place": what, "text": text})
}

// List joins items as a sentence does, by the message "list.and" or "list.or":
// "e4, f4 and g5". Nothing gives "".
func (c *Catalog) List(key string, items []string) string {
	switch len(items) {
	case 0:
		return ""
	case 1:
		return items[0]
	}
	last := len(items) - 1
	return c.T(key, Args{"list": strings.Join(items[:last], ", "), "last": items[last]})
}

// Capital begins a text with a capital letter.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// Sentence makes a sentence of a message that is written without a capital and
// a full stop. A text that begins with a spot or move ("e4 ...") keeps its
// first letter, and one that ends in a mark keeps its end.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	_, size := utf8.DecodeRuneInString(text)
	if len(text) == size || !unicode.IsDigit(rune(text[size])) {
		text = Capital(text)
	}
	if last, _ := utf8.DecodeLastRuneInString(text); unicode.IsLetter(last) || unicode.IsDigit(last) || strings.ContainsRune(")»”“’", last) {
		text += "."
	}
	return text
}
