package online

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
	"cairn.example/internal/show/say/tables"
)

// contestActions are what words typed in the lobby do in a contest.
var contestActions = map[string]string{"join": "join", "here": "check", "leave": "leave"}

// contests lists the contests that run or are to come, or does in one of them what a word means. One's own boards are
// in the lobby, with the other tables of one's own.
func (p *visitor) contests(ctx context.Context, word string, rest []string) error {
	list, err := p.Session.Contests(ctx)
	if err != nil {
		return err
	}
	all := slices.Concat(list.Running, list.Coming)
	action, acts := contestActions[word]
	if !acts || len(rest) == 0 {
		for i, c := range all {
			text := tables.Contest(p.Catalog, c)
			if c.Entered {
				text += ", " + p.Catalog.T("ui.contest.in")
			}
			p.print(fmt.Sprintf("%d. %s", i+1, text))
		}
		if len(all) == 0 {
			p.say("ui.contest.none", nil)
		}
		p.say("cli.contest.hint", nil)
		return nil
	}
	n, err := strconv.Atoi(rest[0])
	if err != nil || n < 1 || n > len(all) {
		p.print(i18n.Sentence(p.Catalog.T("cli.contest.number", i18n.Args{"n": rest[0]})))
		return nil
	}
	if _, err := p.Session.InContest(ctx, all[n-1].ID, action, api.ContestCall{}); err != nil {
		return err
	}
	return p.contests(ctx, "", nil)
}
