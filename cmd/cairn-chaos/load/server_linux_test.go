package load

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A server that cannot start says why, and the error of its starter says it too.
func TestStartServerTellsWhatTheServerSaid(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(binary, []byte("#!/bin/sh\necho the port is taken >&2\nexit 3\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	_, err := StartServer(t.Context(), ServerOptions{Binary: binary})
	if err == nil || !strings.HasSuffix(err.Error(), "exit status 3: the port is taken") {
		t.Errorf("StartServer: %v", err)
	}
}
