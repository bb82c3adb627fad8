package files

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
)

var errLater = errors.New("of a later version")

// numbers is a file with a number in it; "later" is what a later version writes.
func numbers(path string) *State[*int] {
	return &State[*int]{
		Path:  path,
		Fresh: func() *int { return new(int) },
		Parse: func(text []byte) (*int, error) {
			if string(text) == "later" {
				return nil, errLater
			}
			n, err := strconv.Atoi(string(text))
			return &n, err
		},
		Text:  func(n *int) []byte { return []byte(strconv.Itoa(*n)) },
		Newer: errLater,
	}
}

// TestState changes a file by many at once: none undoes what another has done.
func TestState(t *testing.T) {
	file := numbers(filepath.Join(t.TempDir(), "deep", "number"))
	if n, err := file.Read(); err != nil || *n != 0 {
		t.Fatalf("a file that is not there is read as %v, %v", n, err)
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if err := file.Change(func(n *int) { *n++ }); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if n, err := file.Read(); err != nil || *n != 8 {
		t.Errorf("eight changes make %v, %v", n, err)
	}
}

// TestStateKept: what is damaged is moved aside once, what is of a later version stays.
func TestStateKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "number")
	file := numbers(path)
	write := func(text string) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	add := func(n *int) { *n++ }
	for name, do := range map[string]func() error{
		"Read":   func() error { _, err := file.Read(); return err },
		"Change": func() error { return file.Change(add) },
	} {
		write("damaged")
		var damaged *Damaged
		if err := do(); !errors.As(err, &damaged) {
			t.Errorf("%s of a damaged file: %v", name, err)
		}
		if err := do(); err != nil {
			t.Errorf("%s after that: %v", name, err)
		}
		write("later")
		if err := do(); !errors.Is(err, errLater) {
			t.Errorf("%s of a file of a later version: %v", name, err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "later" {
			t.Errorf("%s has made %q of it, %v", name, text, err)
		}
	}
}
