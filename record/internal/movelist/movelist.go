package movelist

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Style is what tells one format of move lists from another. It is most of a
// [record.Format].
type Style struct {
	// Format is the name of the format, Ending its usual end of file names.
	Format, Ending string

	// Games are the ids of the games that the format is for. The first one is
	// meant where neither file nor options name one.
	Games []string

	// Move turns a word of the file into a move in the contract's text; false
	// where the word is no move at all.
	Move func(word string) (string, bool)

	// Word turns a move in the contract's text into a word of the file.
	Word func(move string) string

	// Opens reports whether a game can begin with a word that Move takes; nil
	// means any. It helps to tell formats apart.
	Opens func(word string) bool

	// Ignore names words in lower case that mean nothing for the game.
	Ignore []string
}

// Name returns the name of the format.
func (s Style) Name() string { return s.Format }

// Extension returns the usual end of file names.
func (s Style) Extension() string { return s.Ending }

// Detect reports whether the first line that is no remark holds moves alone.
func (s Style) Detect(head []byte) bool {
	for line := range bytes.Lines(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))) {
		words := strings.Fields(string(line))
		if len(words) == 0 || words[0][0] == '#' {
			if len(words) == 3 && words[0] == "#" && words[1] == "game" && !s.Holds(words[2]) {
				return false
			}
			continue
		}
		if !bytes.HasSuffix(line, []byte("\n")) && len(words) > 1 {
			words = words[:len(words)-1] // the head may end within a word
		}
		return s.areMoves(words)
	}
	return false
}

// Holds reports whether the format is for the game of that id.
func (s Style) Holds(id string) bool { return slices.Contains(s.Games, strings.ToLower(id)) }

func (s Style) areMoves(words []string) bool {
	first := true
	for _, word := range words {
		if _, isNumber := number(word); isNumber || s.ignored(word) || word == none {
			continue
		}
		if _, ok := s.Move(word); !ok || first && s.Opens != nil && !s.Opens(word) {
			return false
		}
		first = false
	}
	return true
}

func (s Style) ignored(word string) bool {
	for _, w := range s.Ignore {
		if strings.EqualFold(w, word) {
			return true
		}
	}
	return false
}

// none stands for the moves of a game without any.
const none = "-"

// number reads a move number such as "12." or "12...".
func number(word string) (int, bool) {
	digits := strings.TrimRight(word, ".")
	if len(digits) == len(word) || len(digits) > 6 {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil && n >= 0
}
