package rules

import (
	"strings"

	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
)

// mostWords bounds the moves of a text that is taken for a list of moves.
const mostWords = 1000

// recognize says what a text is: a position of a game, first being tried before
// the others, or a list of moves. Nothing is set where it is neither.
func recognize(text, first string) *message.Recognized {
	text = strings.TrimSpace(text)
	if looksLikePosition(text) {
		return recognizePosition(plain(text), first)
	}
	return &message.Recognized{Moves: bareMoves(text)}
}

// looksLikePosition reports whether a text begins as boards do: letters, dots and
// a slash before anything that begins a record.
func looksLikePosition(text string) bool {
	if strings.Contains(text, "\n") {
		return false
	}
	i := strings.IndexAny(text, "/ \t[{(;")
	return i >= 0 && text[i] == '/'
}

func recognizePosition(text, first string) *message.Recognized {
	var refusal, shaped error
	for _, g := range order(first) {
		p, err := g.Parse(text)
		if err == nil {
			return &message.Recognized{Game: g.ID(), Position: p.String()}
		}
		if refusal == nil {
			refusal = err
		}
		// The number of columns tells which board a position is of.
		if shaped == nil && strings.Count(strings.SplitN(text, " ", 2)[0], "/")+1 == len(g.Layout().Columns) {
			shaped = err
		}
	}
	if shaped != nil {
		refusal = shaped
	}
	return &message.Recognized{Refusal: message.RefusalOf(refusal)}
}

// order returns all games, the one with that id in front.
func order(first string) []game.Game {
	var list []game.Game
	for _, g := range games.All() {
		if g.ID() == first {
			list = append([]game.Game{g}, list...)
		} else {
			list = append(list, g)
		}
	}
	return list
}

// bareMoves returns the moves of a text that holds nothing else but numbers of
// moves; nil for any other text. Whether they are legal is not asked.
func bareMoves(text string) []string {
	words := strings.Fields(text)
	if len(words) >= mostWords {
		return nil
	}
	var moves []string
	for _, word := range words {
		if word = unnumbered(word); word == "" {
			continue
		}
		if !isMove(word) {
			return nil
		}
		moves = append(moves, word)
	}
	return moves
}

// unnumbered returns a word without the number of a move in front: "3.", "3...",
// "3.e4-e5".
func unnumbered(word string) string {
	rest := strings.TrimLeft(word, "0123456789")
	if rest == word || !strings.HasPrefix(rest, ".") {
		return word
	}
	if after, ok := strings.CutPrefix(rest, "..."); ok {
		return after
	}
	return rest[1:]
}

// isMove reports whether a word is written as moves are: a claim, then spots with
// or without hyphens, or "pass". The spots need not exist: the game that the
// moves are played in says so better.
func isMove(word string) bool {
	word = strings.ToLower(word)
	if word == game.PassText {
		return true
	}
	if claim, way, claims := game.CutClaim(word); claims {
		if len(claim) != 1 || claim[0] < 'a' || claim[0] > 'z' || way == "" {
			return false
		}
		word = way
	}
	for word != "" {
		if len(word) < 2 || word[0] < 'a' || word[0] > 'k' || word[1] < '0' || word[1] > '9' {
			return false
		}
		word = word[2:]
		if len(word) > 2 {
			word = strings.TrimPrefix(word, "-")
		}
	}
	return true
}
