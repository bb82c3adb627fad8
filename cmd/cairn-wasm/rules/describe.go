package rules

import (
	"cairn.example/cmd/cairn-wasm/message"
	"cairn.example/game"
	"cairn.example/games"
)

func listGames() []message.GameInfo {
	var list []message.GameInfo
	for _, g := range games.All() {
		info := message.GameInfo{ID: g.ID(), Name: g.Name(), Highest: g.MaxHeight()}
		for _, p := range g.Pieces() {
			info.Pieces = append(info.Pieces, message.Piece{Letter: p.Letter(), Color: g.ColorName(p)})
		}
		info.Sides = [2]string{g.SideName(game.First), g.SideName(game.Second)}
		_, info.Claims = g.New().(game.Claimer)
		_, info.Placing = g.New().(game.Placer)
		_, info.Full = g.(game.FullStarter)
		if t, ok := g.(game.Tallier); ok {
			key, most := t.Tally()
			info.Tally = &message.Tally{Key: key, Most: most}
		}
		list = append(list, info)
	}
	return list
}

func describeLayout(l *game.Layout) *message.Layout {
	info := &message.Layout{}
	for _, s := range l.Spots {
		spot := message.Spot{Name: l.Names[s], X: l.Points[s].X, Y: l.Points[s].Y}
		for d, n := range l.Neighbors[s] {
			if n != game.NoSpot {
				spot.Next[d] = &l.Names[n]
			}
		}
		info.Spots = append(info.Spots, spot)
	}
	for _, column := range l.Columns {
		info.Columns = append(info.Columns, names(l, column))
	}
	return info
}

func names(l *game.Layout, spots []game.Spot) []string {
	list := make([]string, len(spots))
	for i, s := range spots {
		list[i] = l.Names[s]
	}
	return list
}

func namesOf(l *game.Layout, set uint64) []string {
	var list []string
	for _, s := range l.Spots {
		if set&s.Bit() != 0 {
			list = append(list, l.Names[s])
		}
	}
	return list
}

func name(l *game.Layout, s game.Spot) string {
	if s >= game.NoSpot {
		return ""
	}
	return l.Names[s]
}

func stacks(p game.Position) map[string]string {
	l := p.Game().Layout()
	m := map[string]string{}
	var buf []game.Piece
	for _, s := range l.Spots {
		if buf = p.Stack(s, buf[:0]); len(buf) > 0 {
			m[l.Names[s]] = word(buf)
		}
	}
	return m
}

func word(pieces []game.Piece) string {
	b := make([]byte, len(pieces))
	for i, p := range pieces {
		b[i] = byte(p)
	}
	return string(b)
}

func letters(pieces []game.Piece) []string {
	list := make([]string, len(pieces))
	for i, p := range pieces {
		list[i] = p.Letter()
	}
	return list
}
