// Package recordtest holds what every record format must prove, and random
// records to prove it with. Only tests import it.
//
//	func TestRoundTrip(t *testing.T) {
//		recordtest.RoundTrip(t, mine.Format{}, recordtest.Everything)
//	}
package recordtest
