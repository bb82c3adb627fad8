package ugi

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cairn.example/game"
)

// ParsePosition reads what follows "position": a start and the moves played from
// it, in g.
func ParsePosition(g game.Game, fields []string) (game.Position, error) {
	if len(fields) == 0 {
		return nil, errors.New("position needs startpos, full or fen")
	}
	kind, rest := fields[0], fields[1:]
	var moves []string
	if i := slices.Index(rest, "moves"); i >= 0 {
		rest, moves = rest[:i], rest[i+1:]
	}
	p, err := parseStart(g, kind, rest)
	if err != nil {
		return nil, err
	}
	for n, text := range moves {
		m, err := p.ParseMove(text)
		if err != nil {
			return nil, fmt.Errorf("move %d, %s: %w", n+1, quoted(text), err)
		}
		p.PlayUnchecked(m)
	}
	return p, nil
}

func parseStart(g game.Game, kind string, rest []string) (game.Position, error) {
	switch kind {
	case "fen":
		return g.Parse(strings.Join(rest, " "))
	case "startpos", "full":
		seed := ""
		if len(rest) > 0 {
			if rest[0] != "seed" {
				return nil, fmt.Errorf("after %s comes seed or moves, not %s", kind, quoted(rest[0]))
			}
			seed = strings.Join(rest[1:], " ")
		}
		p, ok := game.StartOf(g, seed, kind == "full")
		if !ok {
			return nil, fmt.Errorf("%s has no full board to begin with", g.ID())
		}
		return p, nil
	}
	return nil, fmt.Errorf("position does not know %s; it knows startpos, full and fen", quoted(kind))
}

// positionLine returns the line that tells of the moves from start.
func positionLine(start game.Position, moves []game.Move) string {
	var b strings.Builder
	b.WriteString("position fen ")
	b.WriteString(start.String())
	if len(moves) > 0 {
		b.WriteString(" moves")
		for _, m := range moves {
			b.WriteByte(' ')
			b.WriteString(start.Game().MoveText(m))
		}
	}
	return b.String()
}
