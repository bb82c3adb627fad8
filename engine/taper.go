package engine

// What a linear [Evaluator] with weights that change over a game needs: they are given
// for the beginning and for the end, and interpolated by how far a game has come.

// Taper fills w with the weights of a moment of a game, multiplied by last: t of last
// steps are still to go, so those of the beginning count t times and those of the end
// last-t times. t is 0 to last; the three slices are equally long.
func Taper(w, beginning, end []int32, t, last int32) {
	for i := range w {
		w[i] = beginning[i]*t + end[i]*(last-t)
	}
}
