// Package pbm reads and writes lists of LYNGK moves as they are sent in play by
// mail: R,b1-b2 claims red and moves, b1-b2 moves, pass passes.
//
//	for e := range pbm.Format.Read(file, record.Options{Start: layout}) {
//		...
//	}
//
// How a file holds several games, names a game other than "lyngk" and gives its
// start position is described in package movelist; the start position may come from
// record.Options instead. The package refuses every word that is no move.
package pbm

import (
	"strings"

	"cairn.example/lyngk"
	"cairn.example/record/internal/movelist"
)

// Format is the format; it implements Format of package record.
var Format = movelist.Style{
	Format: "pbm",
	Ending: ".pbm",
	Games:  []string{lyngk.Standard.ID(), lyngk.Captured.ID(), lyngk.Six.ID()},
	Move:   move,
	Word:   func(move string) string { return move },
}

// move reports whether a word looks like a move; the rules say whether it is one.
func move(word string) (string, bool) {
	text := strings.ToLower(word)
	if text == "pass" {
		return text, true
	}
	if len(text) > 2 && text[1] == ',' && strings.IndexByte("ibrgk", text[0]) >= 0 {
		text = text[2:]
	}
	spots := strings.Split(text, "-")
	for _, spot := range spots {
		if len(spot) != 2 || spot[0] < 'a' || spot[0] > 'i' || spot[1] < '1' || spot[1] > '7' {
			return "", false
		}
	}
	return word, len(spots) > 1
}
