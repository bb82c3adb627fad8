package main

import (
	"fmt"
	"slices"
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
	fmt.Fprint(s.out, manPage(ctx.Model, programVersion()))
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
func manPage(app *kong.Application, version string) string {
	m := &manWriter{}
	m.request(".TH", "CAIRN", "1", "", "cairn "+version, "Cairn")
	m.request(".SH", "NAME")
	about, rest, _ := strings.Cut(app.Help, "\n\n")
	m.line(`cairn \- ` + escapeRoff(lower(about)))
	m.request(".SH", "SYNOPSIS")
	m.request(".B", "cairn")
	m.line(`\fICOMMAND\fR [\fIARGUMENT\fR ...] [\fIFLAG\fR ...]`)
	m.request(".SH", "DESCRIPTION")
	words, status, _ := strings.Cut(rest, "\n\nThe exit status ")
	m.prose("This page is in English only; answers and errors are in your language.\n\n" + words)
	m.request(".SS", "Flags of every command")
	m.flags(app.Flags)
	group := ""
	for _, n := range app.Children {
		if g := n.Group.Key; g != group {
			group = g
			m.request(".SH", "COMMANDS: "+strings.ToUpper(strings.TrimSuffix(g, ":")))
		}
		m.command(n, nil)
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

// command writes a command and those below it, which have its flags too.
func (m *manWriter) command(n *kong.Node, flags []*kong.Flag) {
	flags = slices.DeleteFunc(append(slices.Clone(flags), n.Flags...), func(f *kong.Flag) bool { return f.Hidden })
	m.request(".SS", n.FullPath())
	m.text(n.Help)
	m.request(".PP")
	m.line(`\fB` + escapeRoff(n.FullPath()) + `\fR` + synopsis(n, flags))
	if n.Detail != "" {
		m.request(".PP")
		m.prose(n.Detail)
	}
	for _, p := range n.Positional {
		m.request(".TP")
		m.line(`\fI` + escapeRoff(p.Name) + `\fR`)
		m.text(helpWithDefault(p))
	}
	m.flags(flags)
	for _, step := range n.Children {
		m.command(step, flags)
	}
}

// lower begins a sentence with a small letter and takes its period.
func lower(text string) string {
	return strings.ToLower(text[:1]) + strings.TrimSuffix(text[1:], ".")
}

// synopsis is what follows a command's name.
func synopsis(n *kong.Node, flags []*kong.Flag) string {
	var b strings.Builder
	for _, f := range flags {
		if f.Required {
			fmt.Fprintf(&b, ` \fB%s\fR=\fI%s\fR`, escapeRoff("--"+f.Name), escapeRoff(f.FormatPlaceHolder()))
		}
	}
	for _, p := range n.Positional {
		text := `\fI` + escapeRoff(p.Name) + `\fR`
		if p.IsCumulative() {
			text += " ..."
		}
		if !p.Required {
			text = "[" + text + "]"
		}
		b.WriteString(" " + text)
	}
	if len(n.Children) > 0 {
		b.WriteString(` \fISTEP\fR`)
	}
	if len(flags) > 0 {
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
func (m *manWriter) flags(list []*kong.Flag) {
	for _, f := range list {
		m.request(".TP")
		text := `\fB` + escapeRoff("--"+f.Name) + `\fR`
		if !f.IsBool() {
			text += `=\fI` + escapeRoff(f.FormatPlaceHolder()) + `\fR`
		}
		if f.Short != 0 {
			text = `\fB` + escapeRoff("-"+string(f.Short)) + `\fR, ` + text
		}
		m.line(text)
		m.text(helpWithDefault(f.Value))
	}
}

// escapeRoff has roff show a text as it is: hyphens can be copied, and nothing is
// a command.
func escapeRoff(text string) string {
	return strings.NewReplacer(`\`, `\e`, `-`, `\-`, `~`, `\(ti`, `^`, `\(ha`, "`", "\\`").Replace(text)
}
