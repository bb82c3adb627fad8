package contest

import (
	"fmt"
	"reflect"
	"testing"

	"cairn.example/internal/people/api"
)

// TestMatchpoints: each board counts how many others were won by less, in what the rules count first, a game that was given
// up more than any; a no-show is compared with nothing; nothing counts before the round is over.
func TestMatchpoints(t *testing.T) {
	var s State
	apply := func(e Event) {
		t.Helper()
		if err := s.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	apply(Event{Kind: Announced, Options: &Options{Rounds: 2, Games: 1, Matchpoints: true}})
	for i := range 11 {
		apply(Event{Kind: Joined, Person: fmt.Sprint(i)})
	}
	apply(Event{Kind: Started})
	var boards []Board
	for i := range 5 {
		boards = append(boards, Board{First: fmt.Sprint(2 * i), Second: fmt.Sprint(2*i + 1)})
	}
	apply(Event{Kind: Paired, Round: 1, Boards: boards, Byes: []string{"10"}})
	result := func(board int, p Points, how string, order ...int) {
		apply(Event{Kind: Scored, Round: 1, Board: board, Points: p, How: how, Margin: &api.Margin{Order: order}})
	}
	result(1, Points{2, 0}, "", 2)
	result(2, Points{2, 0}, "", 1, 0, 3)
	result(3, Points{2, 0}, "", 1, 0, 3)
	result(4, Points{0, 2}, "", -1, -2)
	if got := s.Standings()[0]; got.Person != "10" || got.Points != unmet {
		t.Errorf("before the round is over: %+v", got)
	}
	result(5, Points{0, 2}, HowAbsent)
	var got []Points
	for i := range 5 {
		p, _ := s.Rounds[0].Matchpoints(i)
		got = append(got, p)
	}
	if want := []Points{{1000, 0}, {500, 500}, {500, 500}, {0, 1000}, {}}; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	points := map[string]int{}
	for _, l := range s.Standings() {
		points[l.Person] = l.Points
		sum := 0
		for _, e := range s.Sheet(l.Person) {
			sum += e.Points
		}
		if sum != l.Points {
			t.Errorf("%s: %d in the sheet, %d in the table", l.Person, sum, l.Points)
		}
	}
	if points["0"] != 1000 || points["7"] != 1000 || points["8"] != 0 || points["9"] != unmet || points["2"] != 500 {
		t.Errorf("%v", points)
	}
	if e := s.Pairing(); len(e.Boards) != 5 || len(e.Byes) != 1 || e.Byes[0] == "10" {
		t.Errorf("%+v", e)
	}
	// A host says that another one has won: that is compared, and not the margin of before.
	result(1, Points{0, 2}, "host")
	if p, _ := s.Rounds[0].Matchpoints(0); p != (Points{333, 667}) {
		t.Errorf("%v", p)
	}
}
