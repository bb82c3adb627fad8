package gamefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn.example/record"
)

// TestRead reads all games of a file, and the one that its name asks for.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"two.cairn", "my games#1", "my games"} {
		text := "[Game \"dvonn\"]\ne3 *\n\n[Game \"dvonn\"]\nf3 *\n"
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"two.cairn": "e3 f3", "two.cairn#1": "e3", "two.cairn#2": "f3", "two.cairn 2": "f3", "two.cairn#3": "record.number",
		"my games#1": "e3 f3", "my games#2": "f3", "my games 1": "e3",
		"two.cairn#0": "missing", "none.cairn#1": "missing", "two.cairn#": "missing",
	} {
		var got []string
		for e := range Read(filepath.Join(dir, name)) {
			var bad *record.Error
			switch {
			case errors.As(e.Err, &bad):
				got = append(got, bad.Code)
			case errors.Is(e.Err, fs.ErrNotExist):
				got = append(got, "missing")
			case e.Err != nil:
				t.Errorf("%s: %v", name, e.Err)
			default:
				got = append(got, e.Record.Texts()...)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
