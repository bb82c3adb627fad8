package games

import (
	"errors"
	"testing"

	"cairn.example/game"
	"cairn.example/record"
)

// TestCondition holds what conditions choose, and where they are wrong.
func TestCondition(t *testing.T) {
	r := &record.Record{Game: "dvonn", First: "Anna", Second: "Bob", Result: game.FirstWins, Termination: record.Resignation}
	r.SetTag("Date", "2008.06.07")
	r.SetTag("Event", "Club")
	for _, text := range []string{"d3", "h3", "d3-d4"} {
		r.Moves = append(r.Moves, record.Move{Text: text})
	}
	g := &Game{7, record.Entry{Record: r, File: "a.sgf", Number: 3}}
	for text, want := range map[string]bool{
		`player("ann") and result == "1-0" and plies > 2 and date >= "2008-06" and termination == "resignation" and played("d3-d4")`: true,
		`first == "Anna" and second startsWith "B"`:                                          true,
		`tag("Event") == "Club" and event matches "^C.*b$" and tags contains "Club"`:         true,
		`number == 3 and id in [6, 7] and file endsWith ".sgf" and moves startsWith "d3 h3"`: true,
		`date < "2008"`:                        false,
		`played("D3-D4") and not player("cy")`: true,
		`played("d4")`:                         false,
		`event matches first + "("`:            false,
	} {
		c, err := ParseCondition(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := c.Matches(g); got != want {
			t.Errorf("%s is %v", text, got)
		}
	}
	for text, want := range map[string]ConditionError{
		`plies > 3 and foo == 1`: {Offset: 14, Code: UnknownName, Name: "foo"},
		`plies > "3"`:            {Offset: 6, Code: WrongKind},
		`é == plies`:             {Offset: 0, Code: UnknownName, Name: "é"},
		`"é" == plies`:           {Offset: 5, Code: WrongKind},
		`result = "1-0"`:         {Offset: 7, Code: BadSyntax},
		`plies +`:                {Offset: 6, Code: BadSyntax},
		`plies`:                  {Code: WrongKind},
		``:                       {Code: BadSyntax},
		`player(3)`:              {Offset: 7, Code: WrongKind},
	} {
		want.Text = text
		var bad *ConditionError
		if _, err := ParseCondition(text); !errors.As(err, &bad) || *bad != want {
			t.Errorf("%q: %+v, want %+v", text, bad, want)
		}
	}
}
