package report

import (
	"fmt"
	"strings"

	"cairn.example/internal/judge"
	"cairn.example/internal/show/i18n"
	"cairn.example/match"
)

// marks counts the moves of a contestant that were mistakes by its own scores: its
// score at a move is compared with its score at its next move.
type marks struct {
	judged   int
	count    [judge.Blunder + 1]int
	accuracy judge.Mean
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
				loss, mark := judge.Move(*before, now)
				all[contestant].judged++
				all[contestant].count[mark]++
				all[contestant].accuracy.Add(loss)
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

// percent is the accuracy of the moves judged; "" where they were too few.
func (m *marks) percent(c *i18n.Catalog) string {
	accuracy := m.accuracy.Accuracy()
	if accuracy == judge.NoAccuracy {
		return ""
	}
	return c.Percent(float64(accuracy) / 100)
}
