package vectors

import (
	"strconv"
	"strings"

	"cairn.example/game"
)

// remark reads a line with #. The first one names the game.
func (c *checker) remark(text string) {
	words := strings.Fields(text)
	if len(words) == 3 && words[1] == "game" {
		c.game = c.lookup(words[2])
	}
}

// counts checks one position with its numbers of turn sequences.
func (c *checker) counts(text string) {
	g := c.game
	if g == nil {
		if g = c.lookup(""); g == nil {
			return
		}
	}
	before, after, ok := strings.Cut(text, "\t")
	numbers := strings.Fields(after)
	if !ok || len(numbers) == 0 {
		c.find("no numbers after a tab")
		return
	}
	p := c.position(g, before)
	if p == nil {
		return
	}
	c.summary.Positions++
	for i, word := range numbers {
		want, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			c.find("%.40q is no number", word)
			return
		}
		if c.opt.MaxLeaves > 0 && want > c.opt.MaxLeaves {
			c.summary.LeftOut++
			continue
		}
		got := game.Perft(p, i+1, true)
		c.summary.Counts++
		c.summary.Leaves += got
		if got != want {
			// A number costs about as much as it is large. Where one is wrong
			// nobody knows what the next would cost.
			c.find("perft(%d) is %d, the file says %d", i+1, got, want)
			return
		}
	}
}
