package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"cairn.example/dvonn"
	"cairn.example/game"
	"cairn.example/internal/learn"
	"cairn.example/internal/people/store"
	"cairn.example/internal/people/table"
	"cairn.example/internal/show/i18n"
	"cairn.example/match"
	"cairn.example/nn"
	"cairn.example/players"
)

// TestErrorsOfPackages holds the English of match and learn and the catalog against each
// other, and reads some errors of matches in every language.
func TestErrorsOfPackages(t *testing.T) {
	english := i18n.New("en").Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
	placeholder := regexp.MustCompile(`\{(\w+)\}`)
	own := match.Texts()
	maps.Copy(own, learn.Texts())
	for code, text := range own {
		args := i18n.Args{}
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			args[m[1]] = "{" + m[1] + "}"
		}
		if said := english.T(code, args); said != text {
			t.Errorf("%s: the catalog says %q, the package %q", code, said, text)
		}
	}
	specs := []string{"", "ugi:", "engine?hash", "engine?nodes=x", "engine?movetime=x", "engine?movetime=1us", "codecup:x?hash=1", "engine?x=1", "engine?without=luck", `ugi:"x`, "engine?time=x"}
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		for _, spec := range specs {
			_, err := match.ParseSpec(spec)
			if err == nil {
				t.Errorf("%q is a contestant", spec)
				continue
			}
			if said := errorText(c, err); strings.ContainsAny(said, "{}[]") || l.Code != "en" && said == err.Error() {
				t.Errorf("%s: %q is refused in English: %q", l.Code, spec, said)
			}
		}
	}
}

// TestErrorsOfTheStore tells where there is no room and what helps, in every language.
func TestErrorsOfTheStore(t *testing.T) {
	full := fmt.Errorf("open the store: %w: %w", table.ErrFull, &fs.PathError{Op: "write", Path: "data/cairn.db", Err: syscall.ENOSPC})
	lost := fmt.Errorf("%w: %w", store.ErrFailed, &fs.PathError{Op: "use", Path: "data/cairn.db", Err: errors.New("disk I/O error (1034)")})
	garbage := fmt.Errorf("open the store: %w", &fs.PathError{Op: "open", Path: "data/cairn.db", Err: errors.New("file is not a database (26)")})
	readOnly := fmt.Errorf("open the store: %w", &fs.PathError{Op: "open", Path: "data/cairn.db", Err: syscall.EROFS})
	noFolder := &fs.PathError{Op: "mkdir", Path: "data", Err: syscall.EACCES}
	gone := fmt.Errorf("open the store: %w", &store.UnreachableError{Err: errors.New("dial tcp:\n\t[::1]:5432: connection refused")})
	for err, want := range map[error]string{
		gone:     "the database can’t be reached: dial tcp: [::1]:5432: connection refused",
		full:     "can’t write data/cairn.db: no space is left",
		lost:     "data/cairn.db: the disk couldn’t write; what was acknowledged is safe; try again when the disk works",
		garbage:  "can’t read data/cairn.db: file is not a database (26)",
		readOnly: "can’t write data/cairn.db: the file system is read-only",
		noFolder: "can’t write data: permission is missing",
	} {
		if text := storeError(i18n.New("en"), err).Error(); text != want {
			t.Errorf("%v is told as %q, want %q", err, text, want)
		}
	}
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		if hint := storeHint(c, full); !strings.Contains(hint, "--data DIR") {
			t.Errorf("%s: the hint is %q", l.Code, hint)
		}
		if hint := storeHint(c, lost); hint != "" {
			t.Errorf("%s: the hint is %q", l.Code, hint)
		}
	}
}

// TestErrorsOfLearn reads the errors of files of a run in every language: none comes in
// English elsewhere, what is behind them included, and all name their place.
func TestErrorsOfLearn(t *testing.T) {
	withoutRaceDetector(t)
	_, rule := dvonn.Game.Parse("nowhere")
	placeholder := regexp.MustCompile(`\{(\w+)\}`)
	for code, text := range learn.Texts() {
		e := &game.Error{Code: code, Args: map[string]string{}}
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			e.Args[m[1]] = "<" + m[1] + ">"
		}
		if code == "learn.position" || code == "learn.truth_position" {
			e.Err = rule
		}
		english := errorText(i18n.New("en"), e)
		for _, l := range i18n.Languages() {
			c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
			said := errorText(c, e)
			for _, value := range e.Args {
				if !strings.Contains(said, value) {
					t.Errorf("%s: %s does not name %s: %s", l.Code, code, value, said)
				}
			}
			if e.Err != nil && !strings.HasSuffix(said, errorText(c, rule)) {
				t.Errorf("%s: %s does not say what is behind it: %s", l.Code, code, said)
			}
			if l.Code != i18n.Fallback && said == english {
				t.Errorf("%s: %s is told in English: %s", l.Code, code, said)
			}
		}
	}
}

// TestErrorsOfNets tells in every language what is wrong with the file of a net, and of a
// net for another game also what package nn says of it.
func TestErrorsOfNets(t *testing.T) {
	for _, l := range i18n.Languages() {
		c := i18n.New(l.Code).Report(func(lang, key, problem string) { t.Errorf("%s: %s: %s", lang, key, problem) })
		for _, trouble := range []error{nn.ErrNoNet, nn.ErrVersion, nn.ErrTruncate, nn.ErrDamaged} {
			said := errorText(c, &players.NetError{File: "a.net", Game: dvonn.Game, Err: fmt.Errorf("%w: 7 bytes", trouble)})
			if !strings.Contains(said, "a.net") || strings.Contains(said, "nn:") || strings.Contains(said, "7 bytes") {
				t.Errorf("%s: %v is told as %q", l.Code, trouble, said)
			}
		}
		said := errorText(c, &players.NetError{File: "a.net", Game: dvonn.Game, Err: errors.New("for other counts")})
		if !strings.Contains(said, "a.net") || !strings.Contains(said, "DVONN") || !strings.HasSuffix(said, "for other counts") {
			t.Errorf("%s: a net for another game is told as %q", l.Code, said)
		}
	}
}
