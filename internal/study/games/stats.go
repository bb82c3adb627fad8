package games

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"cairn.example/game"
	"cairn.example/record"
)

// A Section says what a row of statistics is about.
type Section string

// The sections, in their order.
const (
	Results  Section = "result"  // all games of a rule set
	Ends     Section = "end"     // those that ended in one way
	Lengths  Section = "length"  // those of about the same length
	Players  Section = "player"  // those of one player
	Pairs    Section = "pair"    // those of two players
	Openings Section = "opening" // those with the same first move, where all begin alike
	Claims   Section = "claim"   // claims of a color by one side
)

// Sections are all of them.
var Sections = []Section{Results, Ends, Lengths, Players, Pairs, Openings, Claims}

// A Stat is a row of statistics: how some games ended. Won are those that the player named
// has won, or who claimed the color; where nobody is named, who moves first.
type Stat struct {
	Section Section `json:"section"`
	Game    string  `json:"game"` // the rule set
	Name    string  `json:"name,omitempty"`
	Other   string  `json:"other,omitempty"` // the other player, or the side that claimed
	Games   int     `json:"games"`
	Won     int     `json:"won"`
	Lost    int     `json:"lost"`
	Drawn   int     `json:"drawn"`
	Plies   float64 `json:"plies"` // the mean number of moves, or of the ply of a claim
}

// Stats counts games. The zero value has counted none.
type Stats struct {
	rows map[Stat]*statSum // by section, game, name and other
}

type statSum struct {
	Tally
	plies int
	move  string // the least of the first moves to boards that look alike
}

// add counts a game in a row. The outcome is as the first player would see it who is named.
func (s *Stats) add(row Stat, o game.Outcome, plies int) *statSum {
	if s.rows == nil {
		s.rows = map[Stat]*statSum{}
	}
	sum := s.rows[row]
	if sum == nil {
		sum = new(statSum)
		s.rows[row] = sum
	}
	sum.Add(o, 0)
	sum.plies += plies
	return sum
}

// reversed is an outcome as the other side sees it.
func reversed(o game.Outcome) game.Outcome {
	if side, won := o.Winner(); won {
		return game.Win(side.Other())
	}
	return o
}

// Add counts a game.
func (s *Stats) Add(g *Game) error {
	r, n := g.Record, len(g.Record.Moves)
	s.add(Stat{Section: Results, Game: r.Game}, r.Result, n)
	s.add(Stat{Section: Ends, Game: r.Game, Name: string(r.Termination)}, r.Result, n)
	s.add(Stat{Section: Lengths, Game: r.Game, Name: fmt.Sprintf("%d-%d", n/10*10, n/10*10+9)}, r.Result, n)
	if r.First != "" {
		s.add(Stat{Section: Players, Game: r.Game, Name: r.First}, r.Result, n)
	}
	if r.Second != "" && r.Second != r.First {
		s.add(Stat{Section: Players, Game: r.Game, Name: r.Second}, reversed(r.Result), n)
	}
	switch {
	case r.First == "" || r.Second == "" || r.First == r.Second:
	case r.First < r.Second:
		s.add(Stat{Section: Pairs, Game: r.Game, Name: r.First, Other: r.Second}, r.Result, n)
	default:
		s.add(Stat{Section: Pairs, Game: r.Game, Name: r.Second, Other: r.First}, reversed(r.Result), n)
	}
	return s.addMoves(g)
}

// addMoves counts the first move and the claims of a game.
func (s *Stats) addMoves(g *Game) error {
	c, err := record.NewCursor(g.Record)
	if err != nil {
		return err
	}
	p := c.Position()
	rules, side := p.Game(), p.Side()
	_, claims := p.(game.Claimer)
	fixed := p.Key() == rules.Start("0").Key() && p.Key() == rules.Start("1").Key()
	for (claims || fixed && c.Ply() == 0) && c.Next() {
		if c.Ply() == 1 && fixed {
			text := c.Move().Text
			sum := s.add(Stat{Section: Openings, Game: g.Record.Game, Name: fmt.Sprint(Key(c.Position()))}, g.Record.Result, len(g.Record.Moves))
			if sum.move == "" || text < sum.move {
				sum.move = text
			}
		}
		if color := rules.Parts(c.Played()).Claim; color != 0 {
			o := g.Record.Result
			if side == game.Second {
				o = reversed(o)
			}
			s.add(Stat{Section: Claims, Game: g.Record.Game, Name: rules.ColorName(color), Other: rules.SideName(side)}, o, c.Ply())
		}
		side = c.Position().Side()
	}
	return nil
}

// Rows returns what was counted: by section and rule set, lengths in their order, all else
// by the number of games.
func (s *Stats) Rows() []Stat {
	rows := slices.Collect(maps.Keys(s.rows))
	for i := range rows {
		row := &rows[i]
		sum := s.rows[*row]
		if row.Section == Openings {
			row.Name = sum.move
		}
		row.Games, row.Won, row.Lost, row.Drawn = sum.Games, sum.First, sum.Second, sum.Draws
		row.Plies = float64(sum.plies) / float64(sum.Games)
	}
	slices.SortFunc(rows, func(a, b Stat) int {
		order := cmp.Or(cmp.Compare(slices.Index(Sections, a.Section), slices.Index(Sections, b.Section)), cmp.Compare(a.Game, b.Game))
		if a.Section == Lengths {
			order = cmp.Or(order, cmp.Compare(len(a.Name), len(b.Name)))
		} else {
			order = cmp.Or(order, cmp.Compare(b.Games, a.Games))
		}
		return cmp.Or(order, cmp.Compare(a.Name, b.Name), cmp.Compare(a.Other, b.Other))
	})
	return rows
}
