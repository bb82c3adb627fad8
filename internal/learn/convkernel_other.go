//go:build !amd64 || purego

package learn

func panel(y []float32, ys int, x []float32, xs, xn int, w []float32, ws, n int) {
	panelGo(y, ys, x, xs, xn, w, ws, n)
}
