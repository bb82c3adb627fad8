package say

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"syscall"

	"cairn.example/game"
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
		return behind(c, c.Rule(string(turned.Code), "", turned.Args, game.Expand(turned.Text, turned.Args)), turned.Err)
	}
	var broken *record.Error
	if errors.As(err, &broken) {
		return placed(c, broken.Place, behind(c, c.Rule(broken.Code, "", broken.Args, game.Expand(broken.Text, broken.Args)), broken.Err))
	}
	var refused *game.Error
	if errors.As(err, &refused) {
		return behind(c, c.Rule(refused.Code, refused.Clause, refused.Args, game.Expand(refused.Text, refused.Args)), refused.Err)
	}
	return err.Error()
}

// behind adds to the text of an error what is behind it, if anything is.
func behind(c *i18n.Catalog, text string, err error) string {
	if err == nil {
		return text
	}
	return c.Labeled(text, Error(c, err))
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
	return Error(c, (*record.Error)(&w))
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
