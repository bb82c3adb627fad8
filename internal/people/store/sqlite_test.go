package store

import (
	"path/filepath"
	"testing"

	"cairn.example/internal/people/store/storetest"
	"cairn.example/internal/people/table"
)

// openTest opens a store of SQLite in a folder of the test's.
func openTest(t *testing.T, path string, o Options) *Store {
	t.Helper()
	s, err := Open(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

func TestSQLite(t *testing.T) {
	storetest.Run(t, func(t *testing.T) table.Store {
		t.Parallel()
		return openTest(t, filepath.Join(t.TempDir(), "cairn.db"), Options{})
	})
}
