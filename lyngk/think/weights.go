package think

// Weights are in sixteenths of a hundredth.

var standardWeights = hand()
var sixWeights = hand()

func hand() (w weights) {
	side := [sideInputs]int32{
		inTally: 400, inStack1: 8, inStack2: 14, inStack3: 25, inStack4: 40, inStack5: 60,
		inMoves: 2, inSpread: 3, inFives: 15, inTargets: 60, inFours: 5, inThrees: 3, inTakes: 3,
		inRights: 60, inOpenBest: 2, inOpenMove: 1, inOpenFive: 60, inOpenHigh: 5, inJoined: 2,
	}
	for ph := range w {
		for i, v := range side {
			w[ph][i] = v * 16
			w[ph][sideInputs+i] = -v * 16
		}
	}
	return w
}
