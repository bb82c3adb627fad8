package say

import (
	"testing"

	"cairn.example/internal/show/i18n"
)

// TestPlayers: computer players have names of the language, people keep theirs.
func TestPlayers(t *testing.T) {
	for _, test := range []struct{ lang, name, computer, known string }{
		{"en", "level1", "Valley (level 1)", "Valley (level 1)"},
		{"pl", "level3", "Las (poziom 3)", "Las (poziom 3)"},
		{"en", "uct", "UCT", "uct"},
		{"en", "level11", "LEVEL11", "level11"},
		{"de", "Anna", "ANNA", "Anna"},
		{"de", "", "", ""},
	} {
		c := i18n.New(test.lang)
		if got := ComputerName(c, test.name); got != test.computer {
			t.Errorf("%s: the computer %q is called %q", test.lang, test.name, got)
		}
		if got := KnownPlayer(c, test.name); got != test.known {
			t.Errorf("%s: %q is called %q", test.lang, test.name, got)
		}
	}
}

// TestKnownPlayerIsPrintable: a name of a record cannot turn the line around.
func TestKnownPlayerIsPrintable(t *testing.T) {
	if got := KnownPlayer(i18n.New("en"), "Ann\u202eneB"); got != "Ann\ufffdneB" {
		t.Errorf("shown as %q", got)
	}
}
