package engine

import "testing"

// TestMargin: what a decided score is packed of comes out again, for both sides, and orders
// the scores: a count that is more important first, then by how much.
func TestMargin(t *testing.T) {
	last := DrawScore
	for count := range 5 {
		for _, by := range []int{1, 2, 62, 63} {
			won, lost := Decided(count, by), Decided(count, -by)
			if won <= last || lost != -won || !won.Won() || won.Lost() || !lost.Lost() || lost.Won() || !won.Decided() || !lost.Decided() {
				t.Errorf("count %d by %d: %v and %v, after %v", count, by, won, lost, last)
			}
			last = won
			if c, n := won.Margin(); c != count || n != by {
				t.Errorf("won in count %d by %d is taken apart as %d by %d", count, by, c, n)
			}
			if c, n := lost.Margin(); c != count || n != -by {
				t.Errorf("lost in count %d by %d is taken apart as %d by %d", count, by, c, n)
			}
		}
	}
	if Decided(3, 0) != DrawScore {
		t.Errorf("no difference is %v", Decided(3, 0))
	}
	for _, s := range []Score{DrawScore, MaxEstimate, -MaxEstimate, Estimate(1 << 30), Estimate(-1 << 30)} {
		if c, n := s.Margin(); c != 0 || n != 0 || s.Decided() {
			t.Errorf("%v, an estimate, is decided by %d in count %d", s, n, c)
		}
	}
	if Win(0) != Win(1) || Win(MaxMargin+1) != Win(MaxMargin) || Win(MaxMargin) >= Infinity {
		t.Errorf("the ends of the scale: %v, %v", Win(0), Win(MaxMargin+1))
	}
}
