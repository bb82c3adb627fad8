package say

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"cairn.example/game"
	"cairn.example/internal/people/setup"
	"cairn.example/internal/play"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// Error says an error in the language of the catalog: what the rules refuse, what
// cannot happen in a game as it stands, what is wrong with a record, with its place,
// and with the draw of a layout. Any other error speaks for itself.
func Error(c *i18n.Catalog, err error) string {
	var turned *play.Error
	if errors.As(err, &turned) {
		text := c.Rule(string(turned.Code), "", turned.Args, game.Expand(turned.Text, turned.Args))
		if turned.Err != nil {
			text = c.Labeled(text, Error(c, turned.Err))
		}
		return text
	}
	var broken *record.Error
	if errors.As(err, &broken) {
		text := c.Rule(broken.Code, "", broken.Args, game.Expand(broken.Text, broken.Args))
		if broken.Err != nil {
			text = c.Labeled(text, Error(c, broken.Err))
		}
		return placed(c, broken.Place, text)
	}
	var drawn *setup.Error
	if errors.As(err, &drawn) {
		return c.Rule(string(drawn.Code), "", drawn.Args, drawn.Error())
	}
	var refused *game.Error
	if errors.As(err, &refused) {
		return c.Rule(refused.Code, refused.Clause, refused.Args, game.Expand(refused.Text, refused.Args))
	}
	return err.Error()
}

// Unreadable says why a file cannot be read: no capital, no full stop.
func Unreadable(c *i18n.Catalog, name string, err error) string {
	return c.T("cli.file.unreadable", i18n.Args{"file": game.Printable(name), "reason": FileError(c, err)})
}

// Unwritable says why a file cannot be written.
func Unwritable(c *i18n.Catalog, name string, err error) string {
	reason := FileError(c, err)
	if errors.Is(err, fs.ErrNotExist) {
		reason = c.T("file.no_directory")
	}
	return c.T("cli.file.unwritable", i18n.Args{"file": game.Printable(name), "reason": reason})
}

// FileError says an error of the file system without the name of the file; errors of
// other kinds as [Error] does.
func FileError(c *i18n.Catalog, err error) string {
	var broken *record.Error
	if errors.As(err, &broken) {
		return Error(c, err)
	}
	for _, known := range []struct {
		err error
		key string
	}{
		{fs.ErrNotExist, "file.missing"},
		{fs.ErrExist, "file.exists"},
		{fs.ErrPermission, "file.permission"},
		{syscall.EISDIR, "file.directory"},
		{syscall.ENODEV, "file.device"},
		{syscall.ENOTDIR, "file.no_directory"},
		{syscall.EROFS, "file.read_only"},
		{syscall.ENOSPC, "file.full"},
		{syscall.EDQUOT, "file.full"},
		{syscall.EFBIG, "file.too_large"},
	} {
		if errors.Is(err, known.err) {
			return c.T(known.key)
		}
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return Error(c, err)
}

// Warning says a warning about a record, with its place.
func Warning(c *i18n.Catalog, w record.Warning) string {
	text := c.Rule(w.Code, "", w.Args, game.Expand(w.Text, w.Args))
	if w.Err != nil {
		text = c.T("place.text", i18n.Args{"place": text, "text": Error(c, w.Err)})
	}
	return placed(c, w.Place, text)
}

// Warnings says several, one of each kind, with how many there are of it.
func Warnings(c *i18n.Catalog, list []record.Warning) []string {
	var counts record.WarningCounts
	for _, w := range list {
		counts.Add(w)
	}
	return Counted(c, counts.List())
}

// Counted says the first warning of each kind and, in parentheses, how many
// there are of it where there are several.
func Counted(c *i18n.Catalog, list []record.CountedWarning) []string {
	var parts []string
	for _, w := range list {
		text := Warning(c, w.Warning)
		if w.Count > 1 {
			text = c.T("warning.times", i18n.Args{"text": text, "times": w.Count})
		}
		parts = append(parts, text)
	}
	return parts
}

// placed puts a place in front of a text: "games.cairn:12: game 3, ply 7: ...".
func placed(c *i18n.Catalog, p record.Place, text string) string {
	var within []string
	add := func(key string, n int) {
		if n > 0 {
			within = append(within, c.T(key, i18n.Args{"n": strconv.Itoa(n)}))
		}
	}
	if p.File == "" {
		add("place.line", p.Line)
	}
	add("place.game", p.Game)
	add("place.ply", p.Ply)
	if p.Variation {
		within = append(within, c.T("place.variation"))
	}
	if len(within) > 0 {
		text = c.Labeled(strings.Join(within, ", "), text)
	}
	switch {
	case p.File == "":
		return text
	case p.Line > 0 && p.Column > 0:
		return fmt.Sprintf("%s:%d:%d: %s", p.File, p.Line, p.Column, text) // as compilers say it
	case p.Line > 0:
		return fmt.Sprintf("%s:%d: %s", p.File, p.Line, text)
	}
	return p.File + ": " + text
}
