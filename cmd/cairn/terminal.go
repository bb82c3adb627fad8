package main

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"

	"cairn.example/internal/show/draw"
	"cairn.example/internal/show/i18n"
)

// langFlag chooses the language of what the program says.
type langFlag struct {
	Lang string `help:"Language: ${languages} (default: that of the locale)." placeholder:"CODE"`
}

// catalog returns the texts of that language. The error is in the language of
// the locale.
func (f langFlag) catalog() (*i18n.Catalog, error) {
	local := i18n.New(i18n.FromEnv(os.Getenv))
	if f.Lang == "" {
		return local, nil
	}
	// The pseudo-language shows which texts do not come from the catalog.
	for _, code := range append(languages(), i18n.Pseudo) {
		if strings.EqualFold(code, f.Lang) {
			return i18n.New(code), nil
		}
	}
	return local, usageError(errors.New(local.T("cli.unknown.language", i18n.Args{"language": shown(f.Lang), "known": strings.Join(languages(), ", ")})), "")
}

// languages returns the codes of the languages the program speaks.
func languages() []string {
	var codes []string
	for _, l := range i18n.Languages() {
		codes = append(codes, l.Code)
	}
	return codes
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// columns returns the width of the terminal that stream is; for anything else
// what COLUMNS says, or 80.
func columns(stream any) int {
	if f, ok := stream.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return width
		}
	}
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return width
	}
	return 80
}

// terminalColumns returns what asks standard output how wide it is, nil where it is no
// terminal.
func terminalColumns(s *streams) func() int {
	if !isTerminal(s.rawOut) {
		return nil
	}
	return func() int { return columns(s.rawOut) }
}

// helpWidth returns where the lines of a help text end: at the edge of the terminal
// that stream is, or at 80 columns, because longer lines are hard to read. It is never
// so little that no text is left beside the names of the flags.
func helpWidth(stream any) int { return min(max(columns(stream), 40), 80) }

// terminalOptions says how boards are drawn on standard output. The color is
// one of the values of "cairn show --color"; auto asks the terminal and the
// environment, NO_COLOR among it.
func terminalOptions(s *streams, catalog *i18n.Catalog, color string) draw.Terminal {
	o := draw.Terminal{Width: columns(s.rawOut), Words: words(catalog)}
	switch color {
	case "never":
		o.Depth = draw.NoColor
	case "16":
		o.Depth = draw.Colors16
	case "256":
		o.Depth = draw.Colors256
	case "true":
		o.Depth = draw.TrueColor
	default:
		o.Depth = depth(s.rawOut)
	}
	return o
}

// depth asks the terminal and the environment for the colors there are.
func depth(out io.Writer) draw.Depth {
	switch colorprofile.Detect(out, os.Environ()) {
	case colorprofile.TrueColor:
		return draw.TrueColor
	case colorprofile.ANSI256:
		return draw.Colors256
	case colorprofile.ANSI:
		return draw.Colors16
	}
	return draw.NoColor
}

// words has drawings speak the language of the catalog.
func words(catalog *i18n.Catalog) draw.Words {
	return func(key string, args map[string]string) string {
		if color, ok := strings.CutPrefix(key, "color."); ok {
			return catalog.T("color." + color + ".layer")
		}
		named := i18n.Args{}
		for name, value := range args {
			named[name] = value
		}
		return catalog.T("draw."+key, named)
	}
}
