//go:build (!amd64 && !arm64 && !js) || purego

package nn

// Vectors names the vector kernels in use, "" for those in plain Go.
func Vectors() string { return "" }

func dot(acc, weights []int16) int32 { return dotGo(acc, weights) }

// hasVectors reports whether there are vector kernels.
const hasVectors = false

func narrow(to []int16, from []int32)     { narrowGo(to, from) }
func dense(sums []int32, x, rows []int16) { denseGo(sums, x, rows) }

func gather(to, from []int16, near []int32, seen, width int) { gatherGo(to, from, near, seen, width) }

func convolve(out []int16, stride int, x, rows []int16, bias []int32) {
	convolveGo(out, stride, x, rows, bias)
}
