package director

import (
	"slices"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
	"cairn.example/internal/people/setup"
)

// duplicate makes two duplicate rounds by matchpoints.
func duplicate(o *api.ContestOptions) {
	o.Format, o.Scoring, o.Rounds = api.FormatDuplicate, api.Matchpoints, 2
}

// TestDuplicate: all boards of a round have one layout, those of the next another; commits to both are known before anybody
// joins, and all who have joined have a share. Boards are hidden until the round is over; then they are shown with
// the layout, margins and percents, and the next round is paired by these.
func TestDuplicate(t *testing.T) {
	e := announce(t, 5, duplicate)
	before := e.view().Contest.Commits
	e.enter(5)
	e.pass(15 * time.Minute)
	var layouts []string
	for n := range 2 {
		r := e.round()
		if !r.Hidden || r.Layout != "" || len(r.Boards) != 2 {
			t.Fatalf("%+v", r)
		}
		var draw *setup.Draw
		for _, b := range r.Boards {
			g := e.games[b.Games[0].Table]
			if !g.hidden || b.Games[0].Position != "" || draw != nil && (draw.Seed() != g.Draw.Seed()) {
				t.Fatalf("%+v", b)
			}
			draw = g.Draw
		}
		if len(draw.Shares) != 5 || draw.Commit() != before[n] || !slices.Equal(before, e.view().Contest.Commits) {
			t.Errorf("%+v", draw)
		}
		layouts = append(layouts, draw.Seed())
		for i, b := range r.Boards {
			g := e.games[b.Games[0].Table]
			g.Moved, g.Margin = [2]bool{true, true}, &api.Margin{Order: []int{1, 3 - i}, Key: "fives", N: [2]int{3 - i, 0}}
			g.end(game.FirstWins)
			e.now = e.now.Add(time.Second)
			e.s.Sweep(t.Context())
			if now := e.view().Contest.Rounds[n]; i == 0 && (!now.Hidden || now.Boards[0].Result == nil || now.Boards[0].Percent != nil || now.Boards[0].Margin != nil || !g.hidden) {
				t.Errorf("while another board is played: %+v", now)
			}
		}
		e.pass(5 * time.Second)
		done := e.view().Contest.Rounds[n]
		if done.Hidden || done.Layout == "" || done.Boards[0].Margin.Key != "fives" || *done.Boards[0].Percent != [2]float64{100, 0} || *done.Boards[1].Percent != [2]float64{0, 100} {
			t.Errorf("%+v", done)
		}
		for _, b := range done.Boards {
			if e.games[b.Games[0].Table].hidden {
				t.Errorf("%+v is hidden", b)
			}
		}
	}
	v := e.view().Contest
	if v.Phase != api.ContestOver || layouts[0] == layouts[1] {
		t.Fatalf("%s", v.Phase)
	}
	for _, l := range v.Standings {
		sum := 0.0
		for _, entry := range l.Sheet {
			sum += entry.Points
		}
		if l.Points != sum/2 || l.Points > 100 {
			t.Errorf("%+v", l)
		}
	}
}

// TestDuplicateTerms: where games begin on the same board there is no layout to share; wood, two games and matchpoints
// elsewhere are refused.
func TestDuplicateTerms(t *testing.T) {
	e := announce(t, 4, duplicate)
	for field, change := range map[string]func(*api.ContestOptions){
		"games": func(o *api.ContestOptions) { o.Games = 2 }, "boards": func(o *api.ContestOptions) { o.Boards = api.BoardsWood },
		"scoring": func(o *api.ContestOptions) { o.Format = "" }, "format": func(o *api.ContestOptions) { o.Format = "ladder" },
		"minutes": func(o *api.ContestOptions) { o.Minutes = 90 },
	} {
		o := e.view().Contest.Options
		change(&o)
		_, err := e.s.Create(t.Context(), who(0), o)
		if r := api.Refusal(err); r == nil || r.Args["field"] != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	o := e.view().Contest.Options
	o.Game = "dvonn"
	_, err := e.s.Create(t.Context(), who(0), o)
	if r := api.Refusal(err); r == nil || r.Code != string(api.ContestLayout) {
		t.Errorf("%v", err)
	}
	o.Full = true
	if _, err := e.s.Create(t.Context(), who(0), o); err != nil {
		t.Error(err)
	}
}
