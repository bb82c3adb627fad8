package say

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
	"cairn.example/record/formats"
)

// TestBrokenRecords reads the broken sample files and says all that is wrong
// with them in every language: English as the errors themselves say it, no other
// language in English.
func TestBrokenRecords(t *testing.T) {
	names, err := filepath.Glob("../../../record/*/testdata/broken.*")
	more, err2 := filepath.Glob("../../../record/testdata/broken.*")
	names = append(names, more...)
	if err != nil || err2 != nil || len(names) < 6 {
		t.Fatalf("%d broken files, %v, %v", len(names), err, err2)
	}
	typographic := strings.NewReplacer("’", "'", "“", `"`, "”", `"`)
	clause := regexp.MustCompile(`(rule [0-9.]+[0-9]): (.*)`)
	codes := map[string]bool{}
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		check := func(code, parts, english string) {
			codes[code] = true
			// Errors put the rule in front, people read it behind.
			english = clause.ReplaceAllString(english, "$2 ($1)")
			switch same := typographic.Replace(parts) == english; {
			case parts == "" || same != (l.Code == i18n.Fallback):
				t.Errorf("%s: %s is said as %q, in English %q", l.Code, code, parts, english)
			}
		}
		for _, name := range names {
			if strings.HasSuffix(name, ".golden") {
				continue
			}
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			for e := range formats.Read(file, nil, record.Options{File: "f"}) {
				var bad *record.Error
				if errors.As(e.Err, &bad) {
					check(bad.Code, Error(c, bad), bad.Error())
				}
				for _, w := range e.Warnings {
					check(w.Code, Warning(c, w), w.String())
				}
			}
			file.Close()
		}
	}
	if len(codes) < 30 {
		t.Errorf("only %d kinds of errors and warnings were said: %v", len(codes), codes)
	}
}

// TestWarningsOfAKind says several warnings of a kind once, with their number.
func TestWarningsOfAKind(t *testing.T) {
	var list []record.Warning
	for game := range 67_811 {
		list = append(list, record.Warning{Place: record.Place{Game: game + 1}, Code: "record.encoding"})
	}
	list = append(list, record.Warning{Place: record.Place{Game: 2}, Code: "record.no_mark"})
	for lang, want := range map[string]string{
		"en": "game 1: the text is not UTF-8 and was read as Latin-1 (67,811 times)",
		"de": "Partie 1: der Text ist nicht UTF-8 und wurde als Latin-1 gelesen (67.811-mal)",
	} {
		parts := Warnings(i18n.New(lang), list)
		if len(parts) != 2 || parts[0] != want || strings.Contains(parts[1], "(") {
			t.Errorf("%s: %q, want %q", lang, parts, want)
		}
	}
}

// TestError: where an error says a place, it is said; whatever is wrapped is
// found; and what nobody knows speaks for itself.
func TestError(t *testing.T) {
	g, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	_, refused := g.Start("").ParseMove("e3-f3")
	r := &record.Record{Game: "dvonn"}
	r.Moves = []record.Move{{Text: "e3"}, {Text: "e3", Variations: []record.Line{{}}}}
	_, illegal := r.Check()
	deep := &record.Error{Place: record.Place{Line: 3, Game: 2, Ply: 7, Variation: true}, Code: "record.comment"}
	for _, test := range []struct {
		lang string
		err  error
		want string
	}{
		{"de", refused, "kein Stapel zieht, bevor alle 49 Spielsteine gesetzt sind; noch zu setzen: 49 (Regel 2.1)"},
		{"de", fmt.Errorf("wrapped: %w", illegal), "Zug 2: e3 ist nicht erlaubt: e3 ist besetzt; ein Spielstein wird auf ein freies Feld gesetzt (Regel 2.1)"},
		{"fr", deep, "ligne 3, partie 2, coup 7, dans une ligne secondaire\u202f: le commentaire qui commence ici ne se termine pas"},
		{"pl", errors.New("no such thing"), "no such thing"},
	} {
		c := i18n.New(test.lang).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		if got := Error(c, test.err); got != test.want {
			t.Errorf("%s: %q, want %q", test.lang, got, test.want)
		}
	}
}

// TestFile: errors of the file system lose the name of the file, and those that
// people meet are said in every language.
func TestFile(t *testing.T) {
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		for _, err := range []error{fs.ErrNotExist, fs.ErrPermission, syscall.EISDIR, syscall.ENOTDIR, syscall.EROFS, syscall.ENOSPC, syscall.EFBIG, syscall.EDQUOT, syscall.EACCES, syscall.ENOENT} {
			path := &fs.PathError{Op: "open", Path: "game.cairn", Err: err}
			if parts := FileError(c, path); parts == "" || strings.Contains(parts, "game.cairn") || parts == err.Error() {
				t.Errorf("%s: %v is said as %q", l.Code, path, parts)
			}
		}
		if parts := FileError(c, &fs.PathError{Op: "read", Path: "x", Err: errors.New("hum")}); parts != "hum" {
			t.Errorf("%s: an unknown error is said as %q", l.Code, parts)
		}
		if parts := FileError(c, &record.Error{Place: record.Place{File: "x"}, Code: "record.empty"}); parts != "x: "+c.T("record.empty") {
			t.Errorf("%s: a broken record is said as %q", l.Code, parts)
		}
	}
	c := i18n.New("en")
	missing := &fs.PathError{Op: "open", Path: "a/b", Err: fs.ErrNotExist}
	if r, w := Unreadable(c, "a/b", missing), Unwritable(c, "a/b", missing); r != "can’t read a/b: it doesn’t exist" || w != "can’t write a/b: the directory doesn’t exist" {
		t.Errorf("%s; %s", r, w)
	}
}
