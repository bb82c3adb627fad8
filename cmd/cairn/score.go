package main

import (
	"fmt"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
	"cairn.example/internal/show/i18n"
)

// count writes a large number in few characters, the same as [short] in the
// language of the catalog.
func count(c *i18n.Catalog, n uint64) string { return c.Figure(shortNumber(n)) }

// hundredths writes a number with two decimals.
func hundredths(c *i18n.Catalog, f float64) string { return c.Figure(fmt.Sprintf("%.2f", f)) }

func seconds(c *i18n.Catalog, d time.Duration) string { return hundredths(c, d.Seconds()) }

// scoreWords writes a score of p for people, from the side to move: "+0.35",
// "win (pieces +7)", "draw".
func scoreWords(c *i18n.Catalog, p game.Position, s engine.Score, proved bool) string {
	if proved && s == engine.DrawScore {
		return c.T("cli.score.draw")
	}
	if !s.Decided() {
		return c.Figure(fmt.Sprintf("%+.2f", float64(s)/100))
	}
	word := c.T("cli.score.win")
	if s.Lost() {
		word = c.T("cli.score.loss")
	}
	_, by := s.Margin()
	return word + margin(c, p, s, by)
}

// margin names the count that decides, and by how much, in parentheses.
func margin(c *i18n.Catalog, p game.Position, s engine.Score, by int) string {
	sc, ok := p.(game.Scorer)
	if !ok {
		return ""
	}
	standing := sc.Standing(p.Side())
	n, _ := s.Margin()
	if n >= len(standing) {
		return ""
	}
	return fmt.Sprintf(" (%s %+d)", c.T("cli.count."+standing[len(standing)-1-n].Key), by)
}

// bounded says how a score is meant: itself, or that or better or worse.
func bounded(c *i18n.Catalog, score string, b engine.Bound) string {
	switch b {
	case engine.Lower:
		return c.T("cli.score.lower", i18n.Args{"score": score})
	case engine.Upper:
		return c.T("cli.score.upper", i18n.Args{"score": score})
	}
	return score
}

// infoLine writes what a search has learned for people.
func infoLine(c *i18n.Catalog, p game.Position, i engine.Info, several bool) string {
	line := c.T("cli.analyze.line", i18n.Args{
		"depth": fmt.Sprintf("%2d/%-2d", i.Depth, max(i.SelDepth, i.Depth)),
		"score": bounded(c, fmt.Sprintf("%7s", scoreWords(c, p, i.Score, i.Proved)), i.Bound),
		"nodes": count(c, i.Nodes), "speed": count(c, i.NPS), "time": seconds(c, i.Time),
		"line": strings.Join(moveTexts(p.Game(), i.PV), " "),
	})
	if several {
		line = fmt.Sprintf("%2d. ", i.MultiPV) + line
	}
	return strings.TrimRight(line, " :\u202f")
}
