//go:build !purego

package nn

// hasAVX2 reports whether processor and system support the vector kernels.
var hasAVX2 = detectAVX2()

// hasVectors reports whether there are vector kernels.
var hasVectors = hasAVX2

// Vectors names the vector kernels in use, "" for those in plain Go.
func Vectors() string {
	if hasAVX2 {
		return "avx2"
	}
	return ""
}

// detectAVX2 asks the processor for AVX2, and the system whether it saves the
// registers that AVX2 uses.
func detectAVX2() bool {
	const (
		osxsave = 1 << 27 // CPUID 1, ECX
		avx     = 1 << 28
		avx2    = 1 << 5 // CPUID 7, EBX
		saved   = 1<<1 | 1<<2
	)
	most, _, _, _ := cpuid(0, 0)
	if most < 7 {
		return false
	}
	if _, _, c, _ := cpuid(1, 0); c&osxsave == 0 || c&avx == 0 {
		return false
	}
	if xgetbv()&saved != saved {
		return false
	}
	_, b, _, _ := cpuid(7, 0)
	return b&avx2 != 0
}

func dot(acc, weights []int16) int32 {
	if hasAVX2 {
		weights = weights[:len(acc)]
		return dotAVX2(&acc[0], &weights[0], len(acc))
	}
	return dotGo(acc, weights)
}

func narrow(to []int16, from []int32) {
	if hasAVX2 {
		to = to[:len(from)]
		narrowAVX2(&to[0], &from[0], len(from))
		return
	}
	narrowGo(to, from)
}

func dense(sums []int32, x, rows []int16) {
	if hasAVX2 {
		sums, rows = sums[:DenseLanes], rows[:len(x)*DenseLanes]
		denseAVX2(&sums[0], &x[0], &rows[0], len(x))
		return
	}
	denseGo(sums, x, rows)
}

func gather(to, from []int16, near []int32, seen, width int) {
	if hasAVX2 {
		gatherAVX2(&to[0], &from[0], &near[0], len(near)/seen, seen, width)
		return
	}
	gatherGo(to, from, near, seen, width)
}

func convolve(out []int16, stride int, x, rows []int16, bias []int32) {
	if hasAVX2 {
		inputs := len(rows) / DenseLanes
		convolveAVX2(&out[0], stride, &x[0], &rows[0], &bias[0], len(x)/inputs, inputs)
		return
	}
	convolveGo(out, stride, x, rows, bias)
}
