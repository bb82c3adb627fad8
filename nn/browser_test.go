//go:build !js

package nn

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn.example/cmd/cairn-wasm/wasmtest"
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

// TestInBrowser runs the tests of the kernels, of dense and of convolutional nets as browsers run the
// package, with the vector kernels there and without.
func TestInBrowser(t *testing.T) {
	if testing.Short() {
		return // it builds a program
	}
	program := wasmtest.Build(t, "test", "-c")
	for vectors, says := range map[string]string{"simd": `vector kernels: "simd"`, "plain": `vector kernels: ""`} {
		out, err := wasmtest.Command(t, "testdata/run.mjs", program,
			vectors, "-test.v", "-test.run", "^(TestKernels|TestDense|TestDenseKernels|TestConv|TestConvKernels)$").CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", vectors, err, out)
		}
		for _, part := range []string{says, "--- PASS: TestKernels", "--- PASS: TestDense ", "--- PASS: TestDenseKernels", "--- PASS: TestConv ", "--- PASS: TestConvKernels"} {
			if !strings.Contains(string(out), part) {
				t.Errorf("%s: no %s in\n%s", vectors, part, out)
			}
		}
	}
}
