package judge

import "cairn.example/game"

// Course is how far a game has come: the shares of its beginning, of the change from placing to
// stacking, and of a board without stacks, which add up to 1. A game without placing
// begins between the phases.
type Course [3]float64

// CourseOf returns how far p has come, by the spots still to be filled or the stacks left.
func CourseOf(p game.Position) Course {
	spots, stacks := p.Game().Layout().Spots, 0.0
	var buf [64]game.Piece
	for _, s := range spots {
		if len(p.Stack(s, buf[:0])) > 0 {
			stacks++
		}
	}
	share := stacks / float64(len(spots))
	if placer, ok := p.(game.Placer); ok && placer.Next() != 0 {
		return Course{1 - share, share, 0}
	}
	return Course{0, share, 1 - share}
}

// people is the curve for people: the estimates at which a side wins e times as often as it
// loses at the three points of a course, as "cairn lab chances dvonn lyngk lyngk6" fits them to
// 1,200 games of the levels 1 to 5.
var people = Course{392, 352, 917}

// People returns the curve for games of people at a point of a game. It is flatter than
// the engine's, since people lose games that are won.
func People(c Course) Curve {
	slope := -1.0 / Steep
	for i, share := range c {
		slope += share / people[i]
	}
	return Curve{slope}
}

// PeopleAt returns the curve for games of people at p.
func PeopleAt(p game.Position) Curve { return People(CourseOf(p)) }
