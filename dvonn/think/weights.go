package think

var stackingWeights = hand()

func hand() (w weights) {
	side := [sideInputs]int32{
		inPieces: 10, inStack1: 5, inStack2: 5, inStack3: 3, inMoves: 5, inMobile: 8, inStrong: 3,
		inTakes: 2, inOnDvonn: 5, inHolds: 25, inLayer1: 4, inLayer2: 2, inLayer3: 0, inLayer4: -3, inLayerFar: -5,
		inAttacked: -2, inHit: -2, inHanging: -3, inLoose: -4, inCarry: 10,
	}
	for ph := range w {
		for i, v := range side {
			w[ph][i] = v * 16
			w[ph][sideInputs+i] = -v * 16
		}
	}
	return w
}
