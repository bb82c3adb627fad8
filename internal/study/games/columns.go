package games

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"cairn.example/game"
	"cairn.example/internal/study/games/posting"
	"cairn.example/record"
)

// A Game is a game that was read, with a number of its own among all of them.
type Game struct {
	ID int64
	record.Entry
}

// A Place is one position of a game: the one after Ply plies.
type Place struct {
	*Game
	Ply      int
	Position game.Position
}

// A Column is one value of the rows of a table: a text, an int64 or a float64, nil where it
// is unknown.
type Column[T any] struct {
	Name  string
	Type  string // TEXT, INTEGER or REAL, as SQL calls them
	Value func(T) any
}

// Columns are those of a game.
var Columns = []Column[*Game]{
	{"id", "INTEGER", func(g *Game) any { return g.ID }},
	{"file", "TEXT", func(g *Game) any { return g.File }},
	{"number", "INTEGER", func(g *Game) any { return int64(g.Number) }},
	{"game", "TEXT", func(g *Game) any { return g.Record.Game }},
	{"first", "TEXT", func(g *Game) any { return known(g.Record.First) }},
	{"second", "TEXT", func(g *Game) any { return known(g.Record.Second) }},
	{"result", "TEXT", func(g *Game) any { return Mark(g.Record.Result) }},
	{"termination", "TEXT", func(g *Game) any { return known(string(g.Record.Termination)) }},
	{"plies", "INTEGER", func(g *Game) any { return int64(len(g.Record.Moves)) }},
	{"date", "TEXT", func(g *Game) any { return known(g.date()) }},
	{"event", "TEXT", func(g *Game) any { return known(g.Record.Tag("Event")) }},
	{"control", "TEXT", func(g *Game) any { return known(g.Record.TimeControl) }},
	{"seed", "TEXT", func(g *Game) any { return known(g.Record.Seed) }},
	{"start", "TEXT", func(g *Game) any { return g.Record.Start }},
	{"moves", "TEXT", func(g *Game) any { return strings.Join(g.Record.Texts(), " ") }},
	{"tags", "TEXT", func(g *Game) any { return g.tags() }},
}

// PlaceColumns are those of a position of a game.
var PlaceColumns = []Column[*Place]{
	{"game_id", "INTEGER", func(p *Place) any { return p.ID }},
	{"ply", "INTEGER", func(p *Place) any { return int64(p.Ply) }},
	{"move", "TEXT", func(p *Place) any {
		if p.Ply == 0 {
			return nil
		}
		return p.Record.Moves[p.Ply-1].Text
	}},
	{"side", "TEXT", func(p *Place) any { return p.Position.Game().SideName(p.Position.Side()) }},
	{"position", "TEXT", func(p *Place) any { return p.Position.String() }},
	{"key", "TEXT", func(p *Place) any { return fmt.Sprintf("%016x", Key(p.Position)) }},
	{"eval", "TEXT", func(p *Place) any { return known(p.note().Eval.String()) }},
	{"glyphs", "TEXT", func(p *Place) any {
		if p.Ply == 0 {
			return nil
		}
		return known(strings.Trim(fmt.Sprint(p.Record.Moves[p.Ply-1].NAGs), "[]"))
	}},
	{"clock", "REAL", func(p *Place) any { return seconds(p.note().Clock.Known, p.note().Clock.Left.Seconds()) }},
	{"took", "REAL", func(p *Place) any { return seconds(p.note().Took.Known, p.note().Took.Time.Seconds()) }},
	{"comment", "TEXT", func(p *Place) any { return known(p.note().Comment) }},
}

// note returns what is said after the move that led to the position.
func (p *Place) note() *record.Note {
	if p.Ply == 0 {
		return &p.Record.Note
	}
	return &p.Record.Moves[p.Ply-1].Note
}

func known(text string) any {
	if text == "" {
		return nil
	}
	return text
}

func seconds(known bool, s float64) any {
	if !known {
		return nil
	}
	return s
}

// marks are the outcomes as most records of games write them.
var marks = [...]string{game.Ongoing: "*", game.FirstWins: "1-0", game.SecondWins: "0-1", game.Draw: "1/2-1/2"}

// Mark returns "1-0", "0-1", "1/2-1/2", or "*" for a game that goes on.
func Mark(o game.Outcome) string { return marks[o] }

// outcome returns the outcome of a mark.
func outcome(mark string) game.Outcome { return game.Outcome(max(0, slices.Index(marks[:], mark))) }

// date returns the day of the game with dashes, as far as it is known: "2008-06-07",
// "2008-06" or "".
func (g *Game) date() string {
	text := g.Record.Tag("UTCDate")
	if text == "" {
		text = g.Record.Tag("Date")
	}
	text, _, _ = strings.Cut(strings.NewReplacer(".", "-", "/", "-").Replace(text), "-?")
	return strings.Trim(text, "?")
}

// tags returns the further tags as one JSON object; of tags with one name the first counts.
func (g *Game) tags() string {
	all := map[string]string{}
	for _, t := range g.Record.Tags {
		if _, twice := all[t.Name]; !twice {
			all[t.Name] = t.Value
		}
	}
	text, _ := json.Marshal(all) // a map of texts has always a JSON form
	return string(text)
}

// Key returns the key of a position in an index, as [posting.Key] does.
func Key(p game.Position) uint64 { return posting.Key(p) }

// Places returns the positions of a game, the start first.
func (g *Game) Places() ([]Place, error) {
	c, err := record.NewCursor(g.Record)
	if err != nil {
		return nil, err
	}
	places := []Place{{g, 0, c.Position()}}
	for c.Next() {
		places = append(places, Place{g, c.Ply(), c.Position()})
	}
	return places, nil
}
