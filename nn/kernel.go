package nn

// The kernels in plain Go. They define what the vector kernels must compute, bit
// for bit, and serve where there are none. Slices have the same length, a multiple
// of [Lanes].

// addGo adds row to acc, wrapping around at 16 bits.
func addGo(acc, row []int16) {
	row = row[:len(acc)]
	for i := range acc {
		acc[i] += row[i]
	}
}

// dotGo returns the sum of the numbers of acc, each clamped to 0 to [MaxCount] and
// times its weight, wrapping around at 32 bits.
func dotGo(acc, weights []int16) int32 {
	weights = weights[:len(acc)]
	var sum int32
	for i, v := range acc {
		sum += int32(min(max(v, 0), MaxCount)) * int32(weights[i])
	}
	return sum
}

// narrowGo writes the numbers of from, which fit 16 bits, to to.
func narrowGo(to []int16, from []int32) {
	to = to[:len(from)]
	for i, v := range from {
		to[i] = int16(v)
	}
}

// denseGo adds to sums, [DenseLanes] numbers, the counts x, each times its row of as many
// weights, wrapping around at 32 bits. The rows of two counts are interleaved: first the
// two weights of the first sum, then those of the second.
func denseGo(sums []int32, x, rows []int16) {
	sums = sums[:DenseLanes]
	for i := 0; i < len(x); i += 2 {
		row := rows[i*DenseLanes:][:2*DenseLanes]
		for j := range sums {
			sums[j] += int32(x[i])*int32(row[2*j]) + int32(x[i+1])*int32(row[2*j+1])
		}
	}
}

// interleaved returns the weights of a layer as denseGo wants them, for each DenseLanes
// outputs. rows holds one of each output for each input; place says which of the
// kernel's inputs it is; the kernel has zeros for the others.
func interleaved(rows []int16, outputs, inputs int, place func(input int) int) []int16 {
	list := make([]int16, inputs*outputs)
	for at, w := range rows {
		i, j := place(at/outputs), at%outputs
		block, lane := j/DenseLanes, j%DenseLanes
		list[block*inputs*DenseLanes+i/2*2*DenseLanes+2*lane+i%2] = w
	}
	return list
}

// padded rounds a number up to a multiple of Lanes.
func padded(n int) int { return padTo(n, Lanes) }

// padTo rounds a number up to a multiple of another.
func padTo(n, unit int) int { return (n + unit - 1) / unit * unit }

// gatherGo adds up rows of from, width numbers each, wrapping around at 16 bits: near holds
// where the rows begin, seen for each row of to.
func gatherGo(to, from []int16, near []int32, seen, width int) {
	for ; len(near) > 0; near = near[seen:] {
		row := to[:width]
		copy(row, from[near[0]:][:width])
		for _, at := range near[1:seen] {
			addGo(row, from[at:][:width])
		}
		to = to[width:]
	}
}

// convolveGo computes [DenseLanes] numbers of a layer of a convolutional net at some spots:
// x holds their inputs, spot after spot, rows the weights as in denseGo. What out holds for
// a spot, stride numbers behind those of the spot before, is added to the sum.
func convolveGo(out []int16, stride int, x, rows []int16, bias []int32) {
	inputs := len(rows) / DenseLanes
	var sums [DenseLanes]int32
	for at := 0; len(x) > 0; at += stride {
		copy(sums[:], bias)
		denseGo(sums[:], x[:inputs], rows)
		spot := out[at:][:DenseLanes]
		for j, sum := range sums {
			spot[j] = int16(min(max(sum>>convShift+int32(spot[j]), 0), ConvMost))
		}
		x = x[inputs:]
	}
}
