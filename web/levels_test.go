package web

import (
	"os"
	"regexp"
	"strconv"
	"testing"

	"cairn.example/players"
)

// The page offers as many levels as there are players for.
func TestLevels(t *testing.T) {
	source, err := os.ReadFile("src/game/levels.ts")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^export const STRONGEST = (\d+);$`).FindSubmatch(source)
	if found == nil || string(found[1]) != strconv.Itoa(players.Levels) {
		t.Errorf("src/game/levels.ts says %q, there are %d levels", found, players.Levels)
	}
}
