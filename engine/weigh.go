package engine

// Weigh returns the sum of the features x, each times its weight. There are as
// many weights as features, and their products' sum must fit 32 bits. Every
// linear [Evaluator] ends in it; four sums side by side, because each addition
// waits for the one before.
func Weigh(x, weights []int32) int32 {
	weights = weights[:len(x)]
	var a, b, c, d int32
	i := 0
	for ; i+3 < len(x); i += 4 {
		a += x[i] * weights[i]
		b += x[i+1] * weights[i+1]
		c += x[i+2] * weights[i+2]
		d += x[i+3] * weights[i+3]
	}
	for ; i < len(x); i++ {
		a += x[i] * weights[i]
	}
	return a + b + c + d
}
