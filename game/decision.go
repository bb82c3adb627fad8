package game

// FirstCounts returns the first number of each side's standing, by which programs show a
// score in little room; false where a game is not scored.
func FirstCounts(p Position) (n [2]int, ok bool) {
	s, ok := p.(Scorer)
	if !ok {
		return n, false
	}
	for side := range n {
		if list := s.Standing(Side(side)); len(list) > 0 {
			n[side] = list[0].N
		}
	}
	return n, true
}

// Decision is the count that has decided a finished game, as messages tell it.
type Decision struct {
	// Key is the end of the message's key: that of the count, where the game
	// has no word of its own for it, or "equal" where the sides have the same of
	// everything.
	Key string

	// First and Second are the numbers of the sides.
	First, Second int

	// Equal is what both have of the count that comes first, where a later one
	// decides and its message tells that.
	Equal int

	// Height is that of the stacks counted, where its message tells that.
	Height int
}

// DecisionOf tells what has decided a finished game: what the game says itself
// (see [Decider]), else the first number of the standing in which the sides
// differ. A single number counts even if it is the same for both.
func DecisionOf(p Position) Decision {
	if d, ok := p.(Decider); ok {
		return d.Decision()
	}
	if s, ok := p.(Scorer); ok {
		first, second := s.Standing(First), s.Standing(Second)
		for i, count := range first {
			if count.N != second[i].N || len(first) == 1 {
				return Decision{Key: count.Key, First: count.N, Second: second[i].N}
			}
		}
	}
	return Decision{Key: "equal"}
}
