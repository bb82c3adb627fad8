package line

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"cairn.example/game"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say"
)

// printer writes what people read.
type printer struct {
	out     *bufio.Writer
	catalog *i18n.Catalog
	columns func() int // of the terminal, nil for output that is none
	failed  error      // the first error of the output
}

// t is a message of the catalog.
func (p *printer) t(key string, args ...i18n.Args) string { return p.catalog.T(key, args...) }

// print prints a text, broken to the width of the terminal.
func (p *printer) print(text string) {
	if p.columns != nil {
		text = Wrap(text, p.columns())
	}
	fmt.Fprintln(p.out, text)
}

// sentence prints a message that may be part of a sentence as one of its own.
func (p *printer) sentence(key string, args ...i18n.Args) { p.print(i18n.Sentence(p.t(key, args...))) }

// report prints an error, if there is one. That the game is left is said where it ends.
func (p *printer) report(err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		p.print(i18n.Sentence(say.Error(p.catalog, err)))
	}
}

// printAbout prints a sentence about a file. In some languages it begins with the file's
// name, which keeps its first letter.
func (p *printer) printAbout(file, text string) {
	file = game.Printable(file)
	sentence := i18n.Sentence(text)
	if strings.HasPrefix(text, file) {
		sentence = file + sentence[len(file):]
	}
	p.print(sentence)
}

func (p *printer) warn(warnings []string) {
	for _, w := range warnings {
		p.print(w)
	}
}

func (p *printer) flush() error {
	if err := p.out.Flush(); err != nil && p.failed == nil {
		p.failed = err
	}
	return p.failed
}

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
