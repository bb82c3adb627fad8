package say

import "strings"

// mostSuggested is how many names can be equally near; where there are more, a typing
// error is unlikely to be meant for one of them.
const mostSuggested = 3

// Nearest returns the names with the fewest typing errors between them and what was
// typed, whatever the case: at most one in a short word, two in a longer one.
func Nearest(typed string, names []string) []string {
	word := []rune(strings.ToLower(typed))
	if len(word) > 40 { // no name is that long
		return nil
	}
	least := 1
	if len(word) > 4 {
		least = 2
	}
	var near []string
	for _, name := range names {
		switch n := typingErrors(word, []rune(strings.ToLower(name))); {
		case n < least:
			least, near = n, []string{name}
		case n == least:
			near = append(near, name)
		}
	}
	if len(near) > mostSuggested {
		return nil
	}
	return near
}

// typingErrors returns how many letters have to be left out, added, replaced or swapped
// with the next one to make one word of another (the optimal string alignment distance).
func typingErrors(a, b []rune) int {
	before, last := make([]int, len(b)+1), make([]int, len(b)+1) // the rows for a[:i-2] and a[:i-1]
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := last[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
