package games

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"cairn.example/game"
	"cairn.example/games"
	"cairn.example/record"
)

// TestStats holds the rows of statistics against slow counts of their own.
func TestStats(t *testing.T) {
	entries := randomGames(t, 150)
	var s Stats
	for i, e := range entries {
		if err := s.Add(&Game{ID: int64(i + 1), Entry: e}); err != nil {
			t.Fatal(err)
		}
	}
	rows := s.Rows()
	for _, section := range Sections {
		if !slices.ContainsFunc(rows, func(r Stat) bool { return r.Section == section }) {
			t.Errorf("no row of %s", section)
		}
	}
	games := 0
	for _, row := range rows {
		want := Stat{Section: row.Section, Game: row.Game, Name: row.Name, Other: row.Other}
		for _, e := range entries {
			if e.Record.Game == row.Game {
				countRow(t, &want, e.Record)
			}
		}
		want.Plies /= float64(want.Games)
		if math.Abs(want.Plies-row.Plies) > 1e-9 {
			t.Errorf("%+v: %f plies", row, want.Plies)
		}
		if want.Plies = row.Plies; want != row {
			t.Errorf("row %+v, want %+v", row, want)
		}
		if row.Section == Openings {
			games += row.Games
		}
	}
	want := 0
	for _, e := range entries {
		if e.Record.Game == "dvonn" && len(e.Record.Moves) > 0 {
			want++
		}
	}
	if games != want {
		t.Errorf("first moves of %d games, want %d", games, want)
	}
}

// countRow adds a game to the row that it belongs to.
func countRow(t *testing.T, row *Stat, r *record.Record) {
	t.Helper()
	n := len(r.Moves)
	count := func(for1 bool, plies int) {
		row.Games++
		row.Plies += float64(plies)
		switch {
		case r.Result == game.Draw:
			row.Drawn++
		case r.Result == game.Ongoing:
		case (r.Result == game.FirstWins) == for1:
			row.Won++
		default:
			row.Lost++
		}
	}
	var is bool
	switch row.Section {
	case Results:
		is = true
	case Ends:
		is = string(r.Termination) == row.Name
	case Lengths:
		is = fmt.Sprintf("%d-%d", n-n%10, n-n%10+9) == row.Name
	case Players:
		if r.First == row.Name || r.Second == row.Name {
			count(r.First == row.Name, n)
		}
	case Pairs:
		if r.First == row.Name && r.Second == row.Other || r.Second == row.Name && r.First == row.Other {
			count(r.First == row.Name, n)
		}
	case Openings:
		is = n > 0 && alike(t, r.Start, row.Name, r.Moves[0].Text)
	case Claims:
		letter := map[string]string{"ivory": "I", "blue": "B", "red": "R", "green": "G", "black": "K"}[row.Name]
		for i, m := range r.Moves {
			if strings.HasPrefix(m.Text, letter+",") && []string{"1", "2"}[i%2] == row.Other {
				count(i%2 == 0, i+1)
			}
		}
	}
	if is {
		count(true, n)
	}
}

// alike reports whether two first moves lead to boards that look alike.
func alike(t *testing.T, start, a, b string) bool {
	t.Helper()
	rules, err := games.Lookup("dvonn")
	if err != nil {
		t.Fatal(err)
	}
	var keys []uint64
	for _, text := range []string{a, b} {
		p, err := rules.Parse(start)
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		p.PlayUnchecked(m)
		keys = append(keys, Key(p))
	}
	return keys[0] == keys[1] && a <= b
}
