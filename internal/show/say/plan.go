package say

import (
	"strings"

	"cairn.example/internal/show/i18n"
)

// Plan says a line of moves that is played by itself: a move of the opponent and the rest.
func Plan(c *i18n.Catalog, line []string) string {
	return c.T("ui.table.plan.line", i18n.Args{"move": line[0], "rest": strings.Join(line[1:], " ")})
}
