//go:build js && !purego

package nn

import "unsafe"

// In a browser the vector kernels are a WebAssembly module of their own, simd.wasm, that
// works in the memory of the Go program: whatever starts a program that uses this package
// gives it the functions of the import "kernel" (web/src/engine/kernel.ts).

// hasVectors reports whether there are vector kernels.
var hasVectors = vectorsSIMD() != 0

// Vectors names the vector kernels in use, "" for those in plain Go.
func Vectors() string {
	if hasVectors {
		return "simd"
	}
	return ""
}

func dot(acc, weights []int16) int32 {
	if hasVectors {
		weights = weights[:len(acc)]
		return dotSIMD(unsafe.Pointer(&acc[0]), unsafe.Pointer(&weights[0]), int32(len(acc)))
	}
	return dotGo(acc, weights)
}

func narrow(to []int16, from []int32) {
	if hasVectors {
		to = to[:len(from)]
		narrowSIMD(unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), int32(len(from)))
		return
	}
	narrowGo(to, from)
}

func dense(sums []int32, x, rows []int16) {
	if hasVectors {
		sums, rows = sums[:DenseLanes], rows[:len(x)*DenseLanes]
		denseSIMD(unsafe.Pointer(&sums[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&rows[0]), int32(len(x)))
		return
	}
	denseGo(sums, x, rows)
}

func gather(to, from []int16, near []int32, seen, width int) {
	if hasVectors {
		gatherSIMD(unsafe.Pointer(&to[0]), unsafe.Pointer(&from[0]), unsafe.Pointer(&near[0]), int32(len(near)/seen), int32(seen), int32(width))
		return
	}
	gatherGo(to, from, near, seen, width)
}

func convolve(out []int16, stride int, x, rows []int16, bias []int32) {
	if hasVectors {
		inputs := len(rows) / DenseLanes
		convolveSIMD(unsafe.Pointer(&out[0]), int32(stride), unsafe.Pointer(&x[0]), unsafe.Pointer(&rows[0]), unsafe.Pointer(&bias[0]), int32(len(x)/inputs), int32(inputs))
		return
	}
	convolveGo(out, stride, x, rows, bias)
}

// vectorsSIMD returns 1 where the browser knows vector instructions, else 0.
//
//go:wasmimport kernel vectors
func vectorsSIMD() int32

// narrowSIMD does what narrowGo does for n numbers.
//
//go:wasmimport kernel narrow
//go:noescape
func narrowSIMD(to, from unsafe.Pointer, n int32)

// dotSIMD does what dotGo does for n numbers.
//
//go:wasmimport kernel dot
//go:noescape
func dotSIMD(acc, weights unsafe.Pointer, n int32) int32

// denseSIMD does what denseGo does for n counts.
//
//go:wasmimport kernel dense
//go:noescape
func denseSIMD(sums, x, rows unsafe.Pointer, n int32)

// gatherSIMD does what gatherGo does for n rows.
//
//go:wasmimport kernel gather
//go:noescape
func gatherSIMD(to, from, near unsafe.Pointer, n, seen, width int32)

// convolveSIMD does what convolveGo does for n spots.
//
//go:wasmimport kernel convolve
//go:noescape
func convolveSIMD(out unsafe.Pointer, stride int32, x, rows, bias unsafe.Pointer, n, inputs int32)
