package online

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
			p.print(fmt.Sprintf("%d. %s", i+1, p.describeContest(c)))
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

// describeContest describes a contest in a line.
func (p *visitor) describeContest(c api.ContestBrief) string {
	parts := []string{c.Options.Title, p.Catalog.T("game." + c.Options.Game), tables.ControlOf(p.Catalog, c.Options.Control)}
	switch {
	case c.Phase == api.ContestRunning && c.Options.Format == api.FormatArena:
		parts = append(parts, p.Catalog.T("ui.contest.format.arena"), p.Catalog.T("ui.contest.running"))
	case c.Phase == api.ContestRunning && c.Round > 0:
		parts = append(parts, p.Catalog.T("ui.contest.round", i18n.Args{"n": c.Round}))
	default:
		parts = append(parts, time.UnixMilli(c.Options.Starts).Format("2006-01-02 15:04"))
	}
	parts = append(parts, p.Catalog.T("ui.contest.people", i18n.Args{"n": c.People}))
	if c.Entered {
		parts = append(parts, p.Catalog.T("ui.contest.in"))
	}
	return strings.Join(parts, ", ")
}
