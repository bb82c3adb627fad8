package line

import (
	"strings"
	"unicode/utf8"
)

// Wrap breaks the lines of a text at spaces, so that none is longer than columns
// characters where its words allow it; 0 columns leave the text as it is. What goes on
// in the next line stands below what it belongs to: at the indentation of the line, or
// in the last column of a list, whose columns two or more spaces set apart.
func Wrap(text string, columns int) string {
	if columns <= 0 {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if utf8.RuneCountInString(l) > columns {
			lines[i] = wrapLine(l, columns)
		}
	}
	return strings.Join(lines, "\n")
}

// wrapLine is Wrap for one line that is too long.
func wrapLine(text string, columns int) string {
	head, rest := splitIndent(text, columns/2)
	indent := utf8.RuneCountInString(head)
	var out strings.Builder
	out.WriteString(head)
	used := indent
	for i, word := range strings.Fields(rest) {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case used+1+n > columns:
			out.WriteString("\n" + strings.Repeat(" ", indent))
			used = indent
		default:
			out.WriteByte(' ')
			used++
		}
		out.WriteString(word)
		used += n
	}
	return out.String()
}

// splitIndent splits a line where its text begins: behind the last two spaces in a row
// among the first most characters, else behind the spaces in front.
func splitIndent(text string, most int) (head, rest string) {
	at := len(text) - len(strings.TrimLeft(text, " "))
	seen := 0
	for i := range text {
		if seen > most {
			break
		}
		if strings.HasSuffix(text[:i], "  ") && text[i] != ' ' {
			at = i
		}
		seen++
	}
	return text[:at], text[at:]
}
