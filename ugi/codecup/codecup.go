package codecup

import (
	"strings"

	"cairn.example/dvonn"
	"cairn.example/game"
)

// The words that are no moves.
const (
	startWord = "Start"
	quitWord  = "Quit"
)

// MoveText returns a move as the contest writes it: "E3", "E3F3" or "PASS".
func MoveText(m game.Move) string {
	return strings.ToUpper(strings.ReplaceAll(dvonn.Game.MoveText(m), "-", ""))
}

// is reports whether a line is that word.
func is(line, word string) bool { return strings.EqualFold(strings.TrimSpace(line), word) }

// Game returns the one game of the contest.
func Game() game.Game { return dvonn.Game }
