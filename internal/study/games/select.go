package games

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"cairn.example/record"
)

// ErrColumn says that there is no column of a name.
var ErrColumn = errors.New("no such column")

// Sort puts games in the order of a column, "-" before its name for the other way round.
// Games with the same value stay in their order. The error is [ErrColumn].
func Sort(list []*Game, column string) error {
	name, down := strings.CutPrefix(column, "-")
	i := slices.IndexFunc(Columns, func(c Column[*Game]) bool { return c.Name == name })
	if i < 0 {
		return ErrColumn
	}
	slices.SortStableFunc(list, func(a, b *Game) int {
		order := compare(Columns[i].Value(a), Columns[i].Value(b))
		if down {
			order = -order
		}
		return order
	})
	return nil
}

// compare orders two values of a column of games, which are whole numbers or texts; what is
// unknown comes first.
func compare(a, b any) int {
	if n, ok := a.(int64); ok {
		return cmp.Compare(n, b.(int64))
	}
	return cmp.Compare(text(a), text(b))
}

// text is a text of a column, "" where it is unknown.
func text(v any) string {
	s, _ := v.(string)
	return s
}

// Distinct keeps one of the games with the same start and moves: the first, with what only
// the others know.
type Distinct map[string]*Game

// Merge puts what g knows into the same game if that came before, and reports whether it did.
func (d Distinct) Merge(g *Game) bool {
	key := g.Record.Game + "\n" + g.Record.Start + "\n" + strings.Join(g.Record.Texts(), " ")
	first := d[key]
	if first == nil {
		d[key] = g
		return false
	}
	to, from := first.Record, g.Record
	for _, text := range []struct{ to, from *string }{
		{&to.First, &from.First},
		{&to.Second, &from.Second},
		{&to.TimeControl, &from.TimeControl},
		{&to.Seed, &from.Seed},
	} {
		*text.to = cmp.Or(*text.to, *text.from)
	}
	if to.Result == 0 {
		to.Result, to.Termination = from.Result, from.Termination
	}
	for _, tag := range from.Tags {
		if !slices.ContainsFunc(to.Tags, func(t record.Tag) bool { return t.Name == tag.Name }) {
			to.Tags = append(to.Tags, tag)
		}
	}
	return true
}
