package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A disk that fails is made of a limit: what is written beyond it is an error.

// TestServeLosesItsDisk tells in the reader's language that the store has failed while it was served.
func TestServeLosesItsDisk(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	cmd := exec.CommandContext(t.Context(), "cairn", "serve", "--addr", "127.0.0.1:0", "--data", folder, "--lang", "de", "--log", "error")
	var told bytes.Buffer
	cmd.Stderr = &told
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 100)); err != nil { // its address: it serves
		t.Fatal(err)
	}
	if err := unix.Prlimit(cmd.Process.Pid, unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 100, Max: 100}, nil); err != nil {
		t.Fatal(err)
	}
	err = cmd.Wait()
	if cmd.ProcessState.ExitCode() != exitFailure {
		t.Errorf("it ends with %v", err)
	}
	want := "cairn: " + filepath.Join(folder, "cairn.db") + ": der Datenträger konnte nicht schreiben; was bestätigt war, ist sicher; "
	if text := told.String(); !strings.Contains(text, want) || strings.Contains(text, "Hinweis") {
		t.Errorf("it tells %q", text)
	}
}

// TestRestoreLosesItsDisk names the file that was to be, not the one that stands for it until all is there.
func TestRestoreLosesItsDisk(t *testing.T) {
	t.Parallel()
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "new")
	cairn(t, exitOK, "store", "migrate", "--data", from)
	backup := filepath.Join(from, "backup")
	cairn(t, exitOK, "store", "backup", backup, "--data", from)
	for _, blocks := range []string{"0", "8", "64"} {
		cmd := exec.CommandContext(t.Context(), "bash", "-c", `ulimit -f "$0" && exec "$@"`, blocks, "cairn", "store", "restore", backup, "--data", to, "--lang", "en")
		told, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != exitFailure {
			t.Errorf("with %s blocks it ends with %v", blocks, err)
		}
		if text := string(told); !strings.Contains(text, filepath.Join(to, "cairn.db")+":") && !strings.Contains(text, filepath.Join(to, "cairn.db")+" ") || strings.Contains(text, ".cairn.db.") {
			t.Errorf("with %s blocks it tells %q", blocks, text)
		}
		if _, err := os.Stat(to); !os.IsNotExist(err) {
			t.Errorf("with %s blocks the folder is there: %v", blocks, err)
		}
	}
}
