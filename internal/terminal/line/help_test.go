package line

import (
	"context"
	"strings"
	"testing"
)

// TestHelpForOneCommand: "help" with a word says what that command does, and refuses a
// word that is none.
func TestHelpForOneCommand(t *testing.T) {
	for text, want := range map[string]string{
		"help undo":     "  undo [2]          take back the last move",
		"help Q":        "  quit              leave the program",
		"help nosuch":   "Unknown command “nosuch”; “help” lists all of them",
		"help udno":     "Unknown command “udno”; did you mean “undo”?",
		"help a b\nend": "Unknown command “a b”",
	} {
		var out strings.Builder
		if err := Run(context.Background(), strings.NewReader(text+"\nquit\n"), &out, options(t, "dvonn", "", "en")); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), want) || strings.Contains(out.String(), "Commands") {
			t.Errorf("%q is answered\n%s", text, &out)
		}
	}
}

// TestBlanks: a move with blanks between its spots is the one with hyphens, also behind a command.
func TestBlanks(t *testing.T) {
	for text, want := range map[string]string{
		"why a1 b1": "a1-b1 isn’t allowed", "a1 b1": "a1-b1 isn’t allowed", "cut a1 b1": "a1-b1 isn’t allowed", "why a1 zz": "a1 zz isn’t allowed",
	} {
		o := options(t, "dvonn", "", "en")
		if said := run(t, text+"\n", o); !strings.Contains(said, want) {
			t.Errorf("%q is answered\n%s", text, said)
		}
	}
}
