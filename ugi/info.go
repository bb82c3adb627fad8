package ugi

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn.example/engine"
	"cairn.example/game"
)

// InfoLine returns the info line of i, found in a position of g.
func InfoLine(g game.Game, i engine.Info) string {
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d seldepth %d score %s", i.Depth, max(i.SelDepth, i.Depth), ScoreText(i.Score, i.Proved))
	switch i.Bound {
	case engine.Lower:
		b.WriteString(" lowerbound")
	case engine.Upper:
		b.WriteString(" upperbound")
	}
	fmt.Fprintf(&b, " nodes %d nps %d hashfull %d time %d multipv %d", i.Nodes, i.NPS, i.Hashfull, i.Time.Milliseconds(), max(i.MultiPV, 1))
	if len(i.PV) > 0 {
		b.WriteString(" pv")
		for _, m := range i.PV {
			b.WriteByte(' ')
			b.WriteString(g.MoveText(m))
		}
	}
	return b.String()
}

// ScoreText returns a score as the protocol writes it: "cp 35", "win 12", "loss
// 12" or "draw".
func ScoreText(s engine.Score, proved bool) string {
	if proved && s == engine.DrawScore {
		return "draw"
	}
	return s.String()
}

// ParseInfo reads an info line, "info" included, about p. What it does not know
// it skips; a line of moves ends before the first that is not legal. It returns
// false for a line without a score, such as "info string".
func ParseInfo(line string, p game.Position) (engine.Info, bool) {
	fields := strings.Fields(line)
	i := engine.Info{Bound: engine.Exact, MultiPV: 1}
	scored := false
	number := func(n int) uint64 {
		if n >= len(fields) {
			return 0
		}
		v, err := strconv.ParseInt(fields[n], 10, 64)
		if err != nil || v < 0 {
			return 0
		}
		return uint64(v)
	}
	for n := 1; n < len(fields); n++ {
		switch fields[n] {
		case "string":
			return i, scored
		case "depth":
			i.Depth = int(min(number(n+1), 1000))
		case "seldepth":
			i.SelDepth = int(min(number(n+1), 1000))
		case "nodes":
			i.Nodes = number(n + 1)
		case "nps":
			i.NPS = number(n + 1)
		case "hashfull":
			i.Hashfull = int(min(number(n+1), 1000))
		case "multipv":
			i.MultiPV = int(min(max(number(n+1), 1), 1000))
		case "time":
			i.Time = time.Duration(min(number(n+1), 1<<40)) * time.Millisecond
		case "lowerbound":
			i.Bound = engine.Lower
		case "upperbound":
			i.Bound = engine.Upper
		case "score":
			if n+1 < len(fields) {
				i.Score, i.Proved, scored = parseScore(fields[n+1:])
			}
		case "pv":
			i.PV = parseLine(fields[n+1:], p)
			return i, scored
		}
	}
	return i, scored
}

// parseScore reads the words after "score".
func parseScore(words []string) (s engine.Score, proved, ok bool) {
	if words[0] == "draw" {
		return engine.DrawScore, true, true
	}
	if len(words) < 2 {
		return 0, false, false
	}
	n, err := strconv.Atoi(words[1])
	if err != nil {
		return 0, false, false
	}
	switch words[0] {
	case "cp":
		return engine.Estimate(n), false, true
	case "win":
		return engine.Win(n), true, true
	case "loss":
		return engine.Loss(n), true, true
	}
	return 0, false, false
}

// parseLine reads moves played one after the other from p, as far as they are
// legal.
func parseLine(texts []string, p game.Position) []game.Move {
	if p == nil {
		return nil
	}
	p = p.Copy()
	var line []game.Move
	for _, text := range texts {
		m, err := p.ParseMove(text)
		if err != nil {
			break
		}
		line = append(line, m)
		p.PlayUnchecked(m)
	}
	return line
}
