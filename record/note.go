package record

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Eval is a value of a position, always as First sees it, so that it
// can be read along a game. The zero value says that there is none.
type Eval struct {
	Kind EvalKind

	// Score is the value of a Scored position, a finite number: positive is
	// good for First. Its unit is that of the program that wrote it.
	Score float64

	// Plies is the distance to the end of a proved position, 0 where unknown.
	Plies int
}

// EvalKind says what is known of a position's value.
type EvalKind uint8

// The kinds of values. A proved win is one of First, a proved loss one of
// Second.
const (
	NoEval EvalKind = iota
	Scored
	ProvedWin
	ProvedDraw
	ProvedLoss
)

var provedWords = map[EvalKind]string{ProvedWin: "win", ProvedDraw: "draw", ProvedLoss: "loss"}

// String returns the text form: a decimal number, or "win", "draw" or "loss",
// with the number of plies where it is known.
func (e Eval) String() string {
	if e.Kind == Scored {
		return strconv.FormatFloat(e.Score, 'f', -1, 64)
	}
	text := provedWords[e.Kind]
	if text != "" && e.Plies > 0 {
		text += " " + strconv.Itoa(e.Plies)
	}
	return text
}

// Hundredths returns the score of a [Scored] Eval in whole hundredths, as estimates
// are counted; 0 for any other. Beyond a million, which no estimate reaches, it stays
// there.
func (e Eval) Hundredths() int {
	const most = 1_000_000
	return int(math.Round(min(most, max(-most, 100*e.Score))))
}

// ParseEval reads the text form of an Eval; false for any other text.
func ParseEval(text string) (Eval, bool) {
	word, plies, proved := strings.Cut(text, " ")
	for kind, name := range provedWords {
		if word != name {
			continue
		}
		e := Eval{Kind: kind}
		if proved {
			n, ok := parseNumber(plies, 1_000_000)
			if !ok || n == 0 {
				return Eval{}, false
			}
			e.Plies = n
		}
		return e, true
	}
	// What ParseFloat accepts besides decimals (hexadecimal, inf, 1e9) is none
	// of ours.
	if strings.Trim(text, "+-.0123456789") != "" || len(text) > 40 {
		return Eval{}, false
	}
	score, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(score, 0) {
		return Eval{}, false
	}
	if score == 0 {
		score = 0 // no negative zero
	}
	return Eval{Kind: Scored, Score: score}, true
}

// The longest times that have a text form lie below mostMillis.
const (
	mostHours  = 99_999
	mostMillis = (mostHours + 1) * 3_600_000
)

// String returns the text form h:mm:ss, with thousandths where there are any;
// "" where the time is unknown.
func (c Clock) String() string {
	if !c.Known {
		return ""
	}
	ms := c.Left.Milliseconds()
	// The leading 1 of each number keeps its zeros.
	digits := func(n, one int64) string { return strconv.FormatInt(one+n, 10)[1:] }
	text := strconv.FormatInt(ms/3_600_000, 10) + ":" + digits(ms/60_000%60, 100) + ":" + digits(ms/1000%60, 100)
	if ms %= 1000; ms > 0 {
		text += "." + strings.TrimRight(digits(ms, 1000), "0")
	}
	return text
}

// String returns the text form, which is that of a [Clock].
func (e Elapsed) String() string { return Clock{Known: e.Known, Left: e.Time}.String() }

// ParseElapsed reads h:mm:ss with at most three decimals; false for any other
// text.
func ParseElapsed(text string) (Elapsed, bool) {
	c, ok := ParseClock(text)
	return Elapsed{Known: c.Known, Time: c.Left}, ok
}

// ParseClock reads h:mm:ss with at most three decimals; false for any other
// text.
func ParseClock(text string) (Clock, bool) {
	whole, fraction, fractional := strings.Cut(text, ".")
	ms := 0
	if fractional {
		if len(fraction) < 1 || len(fraction) > 3 {
			return Clock{}, false
		}
		n, ok := parseNumber((fraction + "00")[:3], 999)
		if !ok {
			return Clock{}, false
		}
		ms = n
	}
	parts := strings.Split(whole, ":")
	if len(parts) != 3 || len(parts[1]) != 2 || len(parts[2]) != 2 {
		return Clock{}, false
	}
	h, ok1 := parseNumber(parts[0], mostHours)
	m, ok2 := parseNumber(parts[1], 59)
	s, ok3 := parseNumber(parts[2], 59)
	if !ok1 || !ok2 || !ok3 {
		return Clock{}, false
	}
	left := time.Duration(h)*time.Hour + time.Duration(m)*time.Minute +
		time.Duration(s)*time.Second + time.Duration(ms)*time.Millisecond
	return Clock{Known: true, Left: left}, true
}

// parseNumber reads a number of digits alone, at most most.
func parseNumber(text string, most int) (int, bool) {
	if text == "" || len(text) > 9 || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n <= most
}

// AllCommands returns all commands of the note as they are written: those of
// the times and the value first, under the names "clk", "emt" and "eval".
func (n Note) AllCommands() []Command {
	var all []Command
	if n.Clock.Known {
		all = append(all, Command{"clk", n.Clock.String()})
	}
	if n.Took.Known {
		all = append(all, Command{"emt", n.Took.String()})
	}
	if n.Eval.Kind != NoEval {
		all = append(all, Command{"eval", n.Eval.String()})
	}
	return append(all, n.Commands...)
}

// Readable reports whether a time or a value can be read from the argument of a
// command that is named for one; commands of other names say what they like.
func (c Command) Readable() bool {
	ok := true
	switch arg := words(c.Arg); c.Name {
	case "clk":
		_, ok = ParseClock(arg)
	case "emt":
		_, ok = ParseElapsed(arg)
	case "eval":
		_, ok = ParseEval(arg)
	}
	return ok
}

// AddCommand adds what a command of that name says: a time or a value where
// it is the first sound one, else one more of Commands.
func (n *Note) AddCommand(name, arg string) {
	arg = lines(arg)
	switch name {
	case "clk":
		if c, ok := ParseClock(arg); ok && !n.Clock.Known {
			n.Clock = c
			return
		}
	case "emt":
		if e, ok := ParseElapsed(arg); ok && !n.Took.Known {
			n.Took = e
			return
		}
	case "eval":
		if e, ok := ParseEval(arg); ok && n.Eval.Kind == NoEval {
			n.Eval = e
			return
		}
	}
	n.Commands = append(n.Commands, Command{name, arg})
}

// AddComment adds text to the comment, with a space between.
func (n *Note) AddComment(text string) {
	text = lines(text)
	if n.Comment != "" && text != "" {
		n.Comment += " "
	}
	n.Comment += text
}

// lines returns text with one space between its words, and its line ends. In comments and
// commands the amount of other white space means nothing.
func lines(text string) string {
	list := strings.Split(text, "\n")
	for i := range list {
		list[i] = words(list[i])
	}
	return strings.Join(slices.DeleteFunc(list, func(line string) bool { return line == "" }), "\n")
}

// words returns the words of text with one space between them.
func words(text string) string {
	return strings.Join(strings.FieldsFunc(text, isSpaceRune), " ")
}

func isSpaceRune(r rune) bool { return r < 0x80 && isSpace(byte(r)) }

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// IsName reports whether text can name a tag or a command: a letter followed by
// letters, digits and underscores.
func IsName(text string) bool {
	for i := 0; i < len(text); i++ {
		c := text[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return text != ""
}
