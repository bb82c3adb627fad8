package report

import (
	"fmt"
	"strings"

	"cairn.example/internal/i18n"
	"cairn.example/internal/judge"
	"cairn.example/match"
)

// marks counts the moves of a contestant that were mistakes by its own scores: its
// score at a move is compared with its score at its next move.
type marks struct {
	judged int
	count  [judge.Blunder + 1]int
}

// markMoves judges the moves of both contestants by their own scores. A contestant
// that reports no scores has no judged moves.
func markMoves(m *match.Match, results []match.Result) [2]*marks {
	all := [2]*marks{{}, {}}
	for i := range results {
		var last [2]*judge.Value
		results[i].Each(m.Game, func(contestant, _ int, p match.Ply) {
			score, proved, ok := p.ParsedScore()
			if !ok {
				last[contestant] = nil
				return
			}
			now := judge.Of(int(score), score.Won(), score.Lost(), proved)
			if before := last[contestant]; before != nil {
				_, mark := judge.Move(*before, now)
				all[contestant].judged++
				all[contestant].count[mark]++
			}
			last[contestant] = &now
		})
	}
	return all
}

// text counts the marks, the lightest first; "" where nothing could be judged.
func (m *marks) text(c *i18n.Catalog) string {
	if m.judged == 0 {
		return ""
	}
	var parts []string
	for mark := judge.Inaccuracy; mark <= judge.Blunder; mark++ {
		parts = append(parts, fmt.Sprintf("%s %s", c.Number(m.count[mark]), mark.Sign()))
	}
	return strings.Join(parts, ", ")
}
