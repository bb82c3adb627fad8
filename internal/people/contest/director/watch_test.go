package director

import "testing"

// TestDropUnknown: who watched a contest may leave while the service tells of it, which
// forgets it twice.
func TestDropUnknown(t *testing.T) {
	var w watchers
	w.drop("abcd2345")
	w.contests = map[string]*watched{"abcd2345": {}}
	w.drop("abcd2345")
	w.drop("abcd2345")
	if len(w.contests) != 0 {
		t.Fatal("it is still there")
	}
}
