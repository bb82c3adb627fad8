package main

import (
	"cairn.example/game"
	"cairn.example/games"
)

type gameInfo struct {
	ID      string      `json:"id"`
	Name    string      `json:"name"`
	Highest int         `json:"highest"`
	Pieces  []pieceInfo `json:"pieces"`
	Sides   [2]string   `json:"sides"`
	Claims  bool        `json:"claims"`
	Full    bool        `json:"full"`
}

type pieceInfo struct {
	Letter string `json:"letter"`
	Color  string `json:"color"`
}

func listGames() []gameInfo {
	var list []gameInfo
	for _, g := range games.All() {
		info := gameInfo{ID: g.ID(), Name: g.Name(), Highest: g.MaxHeight()}
		for _, p := range g.Pieces() {
			info.Pieces = append(info.Pieces, pieceInfo{string(rune(p)), g.ColorName(p)})
		}
		info.Sides = [2]string{g.SideName(game.First), g.SideName(game.Second)}
		_, info.Claims = g.New().(game.Claimer)
		_, info.Full = g.(game.FullStarter)
		list = append(list, info)
	}
	return list
}

type layoutInfo struct {
	Spots   []spotInfo `json:"spots"`
	Columns [][]string `json:"columns"`
}

type spotInfo struct {
	Name string     `json:"name"`
	X    float64    `json:"x"`
	Y    float64    `json:"y"`
	Next [6]*string `json:"next"`
}

func describeLayout(l *game.Layout) layoutInfo {
	var info layoutInfo
	for _, s := range l.Spots {
		spot := spotInfo{Name: l.Names[s], X: l.Points[s].X, Y: l.Points[s].Y}
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
