//go:build !js

package nn

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestKernelsWritten holds that the vector kernels of browsers are those that their
// generator writes.
func TestKernelsWritten(t *testing.T) {
	if testing.Short() {
		return // it builds a program
	}
	write := exec.Command("go", "run", "./simd")
	write.Dir = filepath.Join("..", "tools", "kernels")
	want, err := write.Output()
	if err != nil {
		t.Fatal(err)
	}
	is, err := os.ReadFile("simd.wasm")
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(is, want) {
		t.Error("simd.wasm is not what tools/kernels/simd writes")
	}
}

// TestInBrowser runs the tests of the kernels and of dense nets as browsers run the
// package, with the vector kernels there and without.
func TestInBrowser(t *testing.T) {
	if testing.Short() {
		return // it builds a program
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal("node is not installed; \"make test\" does that")
	}
	program := filepath.Join(t.TempDir(), "nn.test.wasm")
	build := exec.Command("go", "test", "-trimpath", "-c", "-o", program, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	loader := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	for vectors, says := range map[string]string{"simd": `vector kernels: "simd"`, "plain": `vector kernels: ""`} {
		out, err := exec.Command(node, "testdata/run.mjs", loader, program, vectors, "-test.v", "-test.run", "^(TestKernels|TestDense|TestDenseKernels)$").CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", vectors, err, out)
		}
		for _, part := range []string{says, "--- PASS: TestKernels", "--- PASS: TestDense ", "--- PASS: TestDenseKernels"} {
			if !strings.Contains(string(out), part) {
				t.Errorf("%s: no %s in\n%s", vectors, part, out)
			}
		}
	}
}
