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

// subGo subtracts row from acc, wrapping around at 16 bits.
func subGo(acc, row []int16) {
	row = row[:len(acc)]
	for i := range acc {
		acc[i] -= row[i]
	}
}

// dotGo returns the sum of the numbers of acc, each clamped to 0 to 255 and times
// its weight, wrapping around at 32 bits.
func dotGo(acc, weights []int16) int32 {
	weights = weights[:len(acc)]
	var sum int32
	for i, v := range acc {
		sum += int32(min(max(v, 0), clamp)) * int32(weights[i])
	}
	return sum
}
