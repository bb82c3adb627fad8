package tables

import (
	"strings"
	"time"

	"cairn.example/internal/people/api"
	"cairn.example/internal/show/i18n"
)

// Contest describes a contest in a line.
func Contest(c *i18n.Catalog, b api.ContestBrief) string {
	parts := []string{b.Options.Title, c.T("game." + b.Options.Game), ControlOf(c, b.Options.Control)}
	if b.Options.Format != "" {
		parts = append(parts, c.T("ui.contest.format."+b.Options.Format))
	}
	switch {
	case b.Phase == api.ContestRunning && b.Round > 0 && b.Options.Format != api.FormatArena:
		parts = append(parts, c.T("ui.contest.round", i18n.Args{"n": b.Round}))
	case b.Phase == api.ContestRunning:
		parts = append(parts, c.T("ui.contest.running"))
	default:
		parts = append(parts, time.UnixMilli(b.Options.Starts).Format("2006-01-02 15:04"))
	}
	return strings.Join(append(parts, c.T("ui.contest.people", i18n.Args{"n": b.People})), ", ")
}
