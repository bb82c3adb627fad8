package wasmtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Build builds the package in the working directory for browsers and returns the name of
// the program's file. The arguments are those of the go command: "build", or "test" and "-c".
// The flags are those that the page is built with, so that most comes from the cache.
func Build(t *testing.T, args ...string) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "program.wasm")
	build := exec.Command("go", append(args, "-trimpath", "-o", program, ".")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// Command is a run of node with a script, whose arguments are the file of Go's loader, the
// program's file and args.
func Command(t *testing.T, script, program string, args ...string) *exec.Cmd {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed; \"make test\" does that")
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	return exec.Command(node, append([]string{script, loader, program}, args...)...)
}
