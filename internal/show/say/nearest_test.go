package say

import (
	"slices"
	"testing"
)

// TestNearest: a name is suggested for a typing error, and nothing where it would be a guess.
func TestNearest(t *testing.T) {
	names := []string{"play", "apply", "help", "level1", "level2", "level3", "level4", "level10", "lyngk", "dvonn", "dvonn2"}
	for _, tt := range []struct {
		typed string
		want  []string
	}{
		{"paly", []string{"play"}},
		{"PLAI", []string{"play"}},
		{"hepl", []string{"help"}},
		{"levl3", []string{"level3"}},
		{"lyngkk", []string{"lyngk"}},
		{"dvon", []string{"dvonn"}},
		{"dvonm", []string{"dvonn"}},
		{"level", nil},
		{"chess", nil},
		{"", nil},
		{"x", nil},
		{"nonsense", nil},
		{"\xff\xff", nil},
	} {
		if got := Nearest(tt.typed, names); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.typed, got, tt.want)
		}
	}
}
