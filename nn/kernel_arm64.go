//go:build !purego

package nn

// Every arm64 processor has NEON, so there is nothing to detect.

// Vectors names the vector kernels in use, "" for those in plain Go.
func Vectors() string { return "neon" }

func dot(acc, weights []int16) int32 {
	weights = weights[:len(acc)]
	return dotNEON(&acc[0], &weights[0], len(acc))
}

// dotNEON does what dotGo does for n numbers.
//
//go:noescape
func dotNEON(acc, weights *int16, n int) int32

// hasVectors reports whether there are vector kernels.
const hasVectors = true

func narrow(to []int16, from []int32) {
	to = to[:len(from)]
	narrowNEON(&to[0], &from[0], len(from))
}

func dense(sums []int32, x, rows []int16) {
	sums, rows = sums[:DenseLanes], rows[:len(x)*DenseLanes]
	denseNEON(&sums[0], &x[0], &rows[0], len(x))
}

// narrowNEON does what narrowGo does for n numbers.
//
//go:noescape
func narrowNEON(to *int16, from *int32, n int)

// denseNEON does what denseGo does for n counts.
//
//go:noescape
func denseNEON(sums *int32, x, rows *int16, n int)

func gather(to, from []int16, near []int32, seen, width int) {
	gatherNEON(&to[0], &from[0], &near[0], len(near)/seen, seen, width)
}

func convolve(out []int16, stride int, x, rows []int16, bias []int32) {
	inputs := len(rows) / DenseLanes
	convolveNEON(&out[0], stride, &x[0], &rows[0], &bias[0], len(x)/inputs, inputs)
}

// gatherNEON does what gatherGo does for n rows.
//
//go:noescape
func gatherNEON(to, from *int16, near *int32, n, seen, width int)

// convolveNEON does what convolveGo does for n spots.
//
//go:noescape
func convolveNEON(out *int16, stride int, x, rows *int16, bias *int32, n, inputs int)
