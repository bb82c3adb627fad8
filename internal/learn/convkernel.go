package learn

// panelRows is how many rows of numbers a panel has, panelLanes the length of each.
const (
	panelRows  = 4
	panelLanes = 16
)

// panelGo adds to each of the rows of y, one every ys numbers, n products: of a number of
// x, xs apart for two rows and xn for two products, and a row of w, ws apart. It is the
// loop that the training of a convolutional net spends its time in, and defines what the
// vector kernels compute, to the bit: each product is rounded before it is added.
func panelGo(y []float32, ys int, x []float32, xs, xn int, w []float32, ws, n int) {
	for k := range panelRows {
		sums := y[k*ys:][:panelLanes]
		for i := range n {
			v := x[k*xs+i*xn]
			row := w[i*ws:][:panelLanes]
			for j := range sums {
				sums[j] += float32(v * row[j])
			}
		}
	}
}
