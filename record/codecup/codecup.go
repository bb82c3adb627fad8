// Package codecup reads and writes lists of DVONN moves as the CodeCup contest
// of 2011 wrote them: E3 places, E3F3 moves a stack, PASS passes.
//
//	for e := range codecup.Format.Read(file, record.Options{File: "final.txt"}) {
//		...
//	}
//
// How a file holds several games is described in package movelist. The words Start
// and Quit, with which the contest began and ended a game, are passed over with
// a warning. The package refuses every other word that is no move.
package codecup

import (
	"strings"

	"cairn.example/dvonn"
	"cairn.example/record/internal/movelist"
)

// Format is the format; it implements Format of package record.
var Format = movelist.Style{
	Format: "codecup",
	Ending: ".txt",
	Games:  []string{dvonn.Game.ID()},
	Move:   move,
	Word:   word,
	Opens:  func(word string) bool { return !strings.Contains(word, "-") },
	Ignore: []string{"start", "quit"},
}

// move turns E3F3 into e3-f3. Our own spelling is read as well.
func move(word string) (string, bool) {
	text := strings.ToLower(word)
	if text == "pass" {
		return text, true
	}
	if len(text) == 5 && text[2] == '-' {
		text = text[:2] + text[3:]
	}
	switch {
	case len(text) == 2 && isSpot(text):
		return text, true
	case len(text) == 4 && isSpot(text[:2]) && isSpot(text[2:]):
		return text[:2] + "-" + text[2:], true
	}
	return "", false
}

func isSpot(text string) bool {
	return 'a' <= text[0] && text[0] <= 'k' && '1' <= text[1] && text[1] <= '5'
}

func word(move string) string { return strings.ToUpper(strings.ReplaceAll(move, "-", "")) }
