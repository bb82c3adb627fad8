//go:build !purego

package nn

// Every arm64 processor has NEON, so there is nothing to detect.

// Vectors names the vector kernels in use, "" for those in plain Go.
func Vectors() string { return "neon" }

func add(acc, row []int16) {
	row = row[:len(acc)]
	addNEON(&acc[0], &row[0], len(acc))
}

func sub(acc, row []int16) {
	row = row[:len(acc)]
	subNEON(&acc[0], &row[0], len(acc))
}

func dot(acc, weights []int16) int32 {
	weights = weights[:len(acc)]
	return dotNEON(&acc[0], &weights[0], len(acc))
}

// addNEON does what addGo does for n numbers.
//
//go:noescape
func addNEON(acc, row *int16, n int)

// subNEON does what subGo does for n numbers.
//
//go:noescape
func subNEON(acc, row *int16, n int)

// dotNEON does what dotGo does for n numbers.
//
//go:noescape
func dotNEON(acc, weights *int16, n int) int32

// hasDense tells that there are no vector kernels for dense nets.
const hasDense = false

func narrow(to []int16, from []int32)     { narrowGo(to, from) }
func dense(sums []int32, x, rows []int16) { denseGo(sums, x, rows) }
