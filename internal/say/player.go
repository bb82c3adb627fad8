package say

import (
	"strings"

	"cairn.example/internal/i18n"
)

// ComputerName is what the computer player of a name is called, such as "Level 3: Forest"
// for level3.
func ComputerName(c *i18n.Catalog, name string) string {
	if level, ok := strings.CutPrefix(name, "level"); ok && c.Has("level."+level+".name") {
		return c.T("level.full", i18n.Args{"level": level, "name": c.T("level." + level + ".name")})
	}
	switch name {
	case "random":
		return c.T("player.random")
	case "greedy":
		return c.T("player.greedy")
	case "engine":
		return c.T("ui.analysis.engine")
	}
	return strings.ToUpper(name)
}

// KnownPlayer is what a player of a record is called: a computer's name is translated, a
// person's stays.
func KnownPlayer(c *i18n.Catalog, name string) string {
	switch {
	case strings.HasPrefix(name, "level") && c.Has("level."+name[len("level"):]+".name"), name == "random", name == "greedy", name == "engine":
		return ComputerName(c, name)
	}
	return name
}
