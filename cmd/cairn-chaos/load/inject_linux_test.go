package load

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// writesTo names the file to which this program, started by the test below, writes
// until a write fails with something else than ENOSPC.
const writesTo = "LOAD_TEST_WRITES_TO"

// otherError is how it then exits.
const otherError = 3

func TestMain(m *testing.M) {
	if file := os.Getenv(writesTo); file != "" {
		os.Exit(writeOn(file))
	}
	os.Exit(m.Run())
}

func writeOn(file string) int {
	f, err := os.Create(file)
	if err != nil {
		return 1
	}
	for {
		if _, err := f.WriteAt([]byte("x"), 0); err != nil && !errors.Is(err, syscall.ENOSPC) {
			return otherError
		}
	}
}

// TestInjectionEnds lets a program that writes without a pause go again and again: no
// write has failed with an error that was not asked for.
func TestInjectionEnds(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Fatal("strace is missing: make need installs or names it")
	}
	file := filepath.Join(t.TempDir(), "written")
	for range 12 {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), writesTo+"="+file)
		endWithParent(cmd)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		fault, err := Inject(cmd.Process.Pid, "ENOSPC", []string{"pwrite64"}, []string{file})
		if err != nil {
			_ = cmd.Process.Kill()
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond)
		fault.End()
		time.Sleep(20 * time.Millisecond) // what was let go is back from its call
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != -1 {
			t.Fatalf("the program ended by itself, with %d", code)
		}
	}
}
