//go:build !purego

package learn

import "cairn.example/nn"

var hasAVX2 = nn.Vectors() == "avx2"

func panel(y []float32, ys int, x []float32, xs, xn int, w []float32, ws, n int) {
	if !hasAVX2 || n == 0 {
		panelGo(y, ys, x, xs, xn, w, ws, n)
		return
	}
	// The kernel checks no bounds.
	_ = y[(panelRows-1)*ys+panelLanes-1]
	_ = x[(panelRows-1)*xs+(n-1)*xn]
	_ = w[(n-1)*ws+panelLanes-1]
	panelAVX2(&y[0], ys, &x[0], xs, xn, &w[0], ws, n)
}
