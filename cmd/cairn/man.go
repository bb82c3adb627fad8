package main

import (
	"fmt"
	"strings"

	"github.com/alecthomas/kong"
)

type manCmd struct{}

func (manCmd) Help() string {
	return `This prints the manual page in the format of man(7). To read or install it:

  cairn man | man -l -
  cairn man > ~/.local/share/man/man1/cairn.1`
}

func (manCmd) Run(s *streams, ctx *kong.Context) error {
	fmt.Fprint(s.out, manPage(newGrammar(ctx.Model), programVersion()))
	return nil
}

// environment is what the program looks for in its environment, and what for.
var environment = [][2]string{
	{"CAIRN_ADDR, CAIRN_LOG, CAIRN_LOG_JSON", "Defaults of the flags --addr, --log and --log-json of serve."},
	{"CAIRN_NO_ANIMATION", "The same for --no-animation of play."},
	{"COLUMNS", "The width to draw in, if no terminal reports its own."},
	{"LC_ALL, LC_MESSAGES, LANG", "The language, if --lang isn't given."},
	{"NO_COLOR, TERM, COLORTERM", "Which colors are drawn."},
	{"XDG_STATE_HOME", "The folder in which cairn/ holds the games played in the terminal (default: ~/.local/state)."},
}

// manPage returns the manual page.
func manPage(g grammar, version string) string {
	m := &manWriter{}
	m.request(".TH", "CAIRN", "1", "", "cairn "+version, "Cairn")
	m.request(".SH", "NAME")
	about, rest, _ := strings.Cut(g.help, "\n\n")
	m.line(`cairn \- ` + escapeRoff(lower(about)))
	m.request(".SH", "SYNOPSIS")
	m.request(".B", "cairn")
	m.line(`\fICOMMAND\fR [\fIARGUMENT\fR ...] [\fIFLAG\fR ...]`)
	m.request(".SH", "DESCRIPTION")
	words, status, _ := strings.Cut(rest, "\n\nThe exit status ")
	m.prose(words)
	m.request(".SS", "Flags of every command")
	m.flags(g.flags)
	m.request(".SH", "COMMANDS")
	for _, c := range g.all() {
		m.request(".SS", "cairn "+c.name)
		m.text(c.help)
		m.request(".PP")
		m.line(`\fBcairn ` + escapeRoff(c.name) + `\fR` + synopsis(c))
		if c.detail != "" {
			m.request(".PP")
			m.prose(c.detail)
		}
		for _, a := range c.args {
			m.request(".TP")
			m.line(`\fI` + escapeRoff(a.name) + `\fR`)
			m.text(a.help)
		}
		m.flags(c.flags)
	}
	m.request(".SH", "EXIT STATUS")
	m.prose("The exit status " + status)
	m.request(".SH", "ENVIRONMENT")
	for _, e := range environment {
		m.request(".TP")
		m.line(`\fB` + escapeRoff(e[0]) + `\fR`)
		m.text(e[1])
	}
	return m.b.String()
}

// lower begins a sentence with a small letter and takes its period.
func lower(text string) string {
	return strings.ToLower(text[:1]) + strings.TrimSuffix(text[1:], ".")
}

// synopsis is what follows a command's name.
func synopsis(c commandInfo) string {
	var b strings.Builder
	for _, f := range c.flags {
		if f.required {
			fmt.Fprintf(&b, ` \fB%s\fR=\fI%s\fR`, escapeRoff("--"+f.long), escapeRoff(f.value))
		}
	}
	for _, a := range c.args {
		text := `\fI` + escapeRoff(a.name) + `\fR`
		if a.repeated {
			text += " ..."
		}
		if a.optional {
			text = "[" + text + "]"
		}
		b.WriteString(" " + text)
	}
	if len(c.steps) > 0 {
		b.WriteString(` \fISTEP\fR`)
	}
	if len(c.flags) > 0 {
		b.WriteString(` [\fIFLAG\fR ...]`)
	}
	return b.String()
}

// manWriter writes roff with the macros of man(7).
type manWriter struct{ b strings.Builder }

// request writes a macro with its arguments.
func (m *manWriter) request(name string, args ...string) {
	m.b.WriteString(name)
	for _, a := range args {
		m.b.WriteString(` "` + strings.ReplaceAll(escapeRoff(a), `"`, `\(dq`) + `"`)
	}
	m.b.WriteByte('\n')
}

// line writes a line that is roff already.
func (m *manWriter) line(text string) { m.b.WriteString(text + "\n") }

// text writes a paragraph.
func (m *manWriter) text(text string) {
	for line := range strings.Lines(text) {
		line = escapeRoff(strings.TrimSuffix(line, "\n"))
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			line = `\&` + line
		}
		m.line(line)
	}
}

// prose writes paragraphs that are parted by empty lines. An indented one is an
// example and keeps its lines.
func (m *manWriter) prose(text string) {
	for i, paragraph := range strings.Split(strings.Trim(text, "\n"), "\n\n") {
		if i > 0 {
			m.request(".PP")
		}
		if !strings.HasPrefix(paragraph, " ") {
			m.text(paragraph)
			continue
		}
		m.line(".RS 4\n.EX")
		for line := range strings.Lines(paragraph) {
			m.text(strings.TrimSpace(line))
		}
		m.line(".EE\n.RE")
	}
}

// flags writes a list of flags.
func (m *manWriter) flags(list []flagInfo) {
	for _, f := range list {
		m.request(".TP")
		text := `\fB` + escapeRoff("--"+f.long) + `\fR`
		if f.value != "" {
			text += `=\fI` + escapeRoff(f.value) + `\fR`
		}
		if f.short != 0 {
			text = `\fB` + escapeRoff("-"+string(f.short)) + `\fR, ` + text
		}
		m.line(text)
		m.text(f.help)
	}
}

// escapeRoff has roff show a text as it is: hyphens can be copied, and nothing is
// a command.
func escapeRoff(text string) string {
	return strings.NewReplacer(`\`, `\e`, `-`, `\-`, `~`, `\(ti`, `^`, `\(ha`, "`", "\\`").Replace(text)
}
