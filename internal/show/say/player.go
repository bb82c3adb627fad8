package say

import (
	"strings"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/internal/show/i18n"
	"cairn.example/record"
)

// ComputerName is what the computer player of a name is called, such as "Forest (level
// 3)" for level3.
func ComputerName(c *i18n.Catalog, name string) string {
	if level, ok := strings.CutPrefix(name, "level"); ok && c.Has("level."+level+".name") {
		return c.T("level.named", i18n.Args{"level": level, "name": c.T("level." + level + ".name")})
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
// person's stays but for marks that would turn the line around or command a terminal.
func KnownPlayer(c *i18n.Catalog, name string) string {
	switch {
	case strings.HasPrefix(name, "level") && c.Has("level."+name[len("level"):]+".name"), name == "random", name == "greedy", name == "engine":
		return ComputerName(c, name)
	}
	return game.Printable(name)
}

// Record describes a recorded game of that number of plies in a line: its rule set, players,
// length and result.
func Record(c *i18n.Catalog, r *record.Record, plies int) string {
	text := c.T("game." + r.Game)
	if g, err := games.Lookup(r.Game); err == nil {
		names := [2]string{r.First, r.Second}
		for side, name := range names {
			names[side] = KnownPlayer(c, name)
			if name == "" {
				names[side] = c.T("side." + g.SideName(game.Side(side)))
			}
		}
		text += ", " + names[0] + " – " + names[1]
	}
	text += ", " + c.T("unit.moves", i18n.Args{"n": plies})
	if r.Result != game.Ongoing {
		text += ", " + [...]string{game.FirstWins: "1–0", game.SecondWins: "0–1", game.Draw: "½–½"}[r.Result]
	}
	return text
}

// Entry describes a game of a file in a line, or says why it cannot be read.
func Entry(c *i18n.Catalog, e record.Entry) string {
	if e.Err != nil {
		return FileError(c, e.Err)
	}
	text := Record(c, e.Record, len(e.Record.Moves))
	if date := e.Record.Tag("Date"); date != "" {
		text += ", " + game.Printable(date)
	}
	return text
}
