package director

import (
	"strings"
	"testing"
	"time"

	"cairn.example/game"
	"cairn.example/internal/people/api"
)

// begin lets people open the page of an arena and join it, until it has started.
func (e *evening) begin(people int) []*page {
	e.t.Helper()
	var pages []*page
	for i := range people {
		e.do(who(i), "join", api.ContestCall{})
		pages = append(pages, e.open(who(i)))
	}
	e.pass(30*time.Minute + 5*time.Second)
	if v := e.view().Contest; v.Phase != api.ContestRunning {
		e.t.Fatalf("%s", v.Phase)
	}
	return pages
}

// boards are those under way.
func (e *evening) boards() (list []api.ContestBoard) {
	e.t.Helper()
	for _, r := range e.view().Contest.Rounds {
		for _, b := range r.Boards {
			if b.Result == nil {
				list = append(list, b)
			}
		}
	}
	return list
}

// finish ends the game of a board.
func (e *evening) finish(b api.ContestBoard, o game.Outcome) {
	e.t.Helper()
	g := e.games[b.Games[0].Table]
	g.Moved = [2]bool{true, true}
	g.end(o)
	e.pass(5 * time.Second)
}

// TestArenaAtOnce: six people have the page open, and sit at three boards within ten seconds of the start; who comes free is
// paired again within ten seconds of the next one.
func TestArenaAtOnce(t *testing.T) {
	e := announce(t, 6, arena)
	e.begin(6)
	e.pass(5 * time.Second)
	first := e.boards()
	if len(first) != 3 {
		t.Fatalf("%+v", first)
	}
	e.finish(first[0], game.FirstWins)
	e.finish(first[1], game.Draw)
	e.pass(5 * time.Second)
	now := e.boards()
	if len(now) != 3 {
		t.Fatalf("%+v", now)
	}
	for _, b := range now[1:] {
		for _, old := range first {
			if (b.First == old.First && b.Second == old.Second) || (b.First == old.Second && b.Second == old.First) {
				t.Errorf("%s meets %s at once again", b.First, b.Second)
			}
		}
	}
}

// TestArenaTwoOfThree: two of three who joined have the page open and play on; the third is paired once there.
func TestArenaTwoOfThree(t *testing.T) {
	e := announce(t, 3, arena)
	e.do(who(2), "join", api.ContestCall{})
	e.begin(2)
	for n := range 3 {
		e.pass(5 * time.Second) // these two alone take part: they meet again, and need not wait for it
		if b := e.boards(); len(b) != 1 || b[0].First == who(2) || b[0].Second == who(2) {
			t.Fatalf("game %d: %+v", n, b)
		}
		e.finish(e.boards()[0], game.Draw)
	}
	e.pass(5 * time.Second)
	e.open(who(2))
	e.do(who(2), "back", api.ContestCall{})
	e.finish(e.boards()[0], game.FirstWins)
	e.pass(5 * time.Second)
	if b := e.boards(); len(b) != 1 || b[0].First != who(2) && b[0].Second != who(2) {
		t.Fatalf("%+v", b)
	}
}

// TestArenaRematch: while others play, two who have just met wait for them, but not for more than a minute.
func TestArenaRematch(t *testing.T) {
	e := announce(t, 4, arena)
	e.begin(4)
	e.pass(5 * time.Second)
	boards := e.boards()
	e.finish(boards[0], game.FirstWins)
	e.pass(40 * time.Second)
	if n := len(e.boards()); n != 1 {
		t.Fatalf("%d boards: they meet at once again", n)
	}
	e.pass(20 * time.Second)
	if n := len(e.boards()); n != 2 {
		t.Fatalf("%d boards: they wait for more than a minute", n)
	}
}

// TestArenaPause: who pauses is not paired until back, whatever page is open; who closes the page neither, and who has left
// has the points of before when they join again, and no more.
func TestArenaPause(t *testing.T) {
	e := announce(t, 4, arena)
	pages := e.begin(4)
	e.do(who(0), "absent", api.ContestCall{})
	e.s.Unwatch(pages[1])
	e.pass(15 * time.Second)
	b := e.boards()
	if len(b) != 1 && len(b) != 2 {
		t.Fatalf("%+v", b)
	}
	for _, b := range b {
		e.finish(b, game.FirstWins)
	}
	e.pass(2 * time.Minute)
	for _, b := range e.boards() {
		for _, id := range []string{b.First, b.Second} {
			if id == who(0) || id == who(1) {
				t.Errorf("%s plays", id)
			}
		}
	}
	before := map[string]float64{}
	for _, l := range e.view().Contest.Standings {
		before[l.Person] = l.Points
	}
	e.do(who(0), "leave", api.ContestCall{})
	e.do(who(0), "join", api.ContestCall{})
	for _, l := range e.view().Contest.Standings {
		if l.Points != before[l.Person] {
			t.Errorf("%s has %v of %v points", l.Person, l.Points, before[l.Person])
		}
	}
	e.pass(10 * time.Second)
	v := e.view()
	looks := map[string]bool{}
	for _, p := range v.Contest.Entrants {
		looks[p.Person.ID] = p.Looks > 0 || p.Here && false
	}
	if v.You.Board == 0 && !looks[who(0)] {
		t.Errorf("who is back looks for nobody: %+v", v.Contest.Entrants)
	}
}

// TestArenaEnd: when the time is over nobody is paired, nobody joins, and the games under way count; then it ends. A win is
// worth 2, a draw 1; who has as many points is before others by the strength of the opponents.
func TestArenaEnd(t *testing.T) {
	e := announce(t, 5, func(o *api.ContestOptions) { arena(o); o.Minutes = 10 })
	e.begin(4)
	e.pass(5 * time.Second)
	boards := e.boards()
	if next := e.view().Contest.Next; next == nil || next.What != "end" {
		t.Fatalf("%+v", next)
	}
	from := e.now
	e.now = e.now.Add(time.Hour) // in which no server ran
	e.down = append(e.down, [2]time.Time{from, e.now})
	e.finish(boards[0], game.SecondWins)
	e.pass(10 * time.Minute)
	if len(boards) != 2 || e.view().Contest.Next != nil || e.view().Contest.CanJoin {
		t.Fatalf("%+v", e.view().Contest)
	}
	e.refused(api.ContestEnded, who(4), "join", api.ContestCall{})
	for len(e.boards()) > 0 {
		if e.view().Contest.Phase != api.ContestRunning {
			t.Fatal("it ends before its games")
		}
		e.finish(e.boards()[0], game.Draw)
	}
	v := e.view().Contest
	if v.Phase != api.ContestOver || v.Standings[0].Person != boards[0].Second || v.Standings[0].Points < 2 {
		t.Errorf("%s %+v", v.Phase, v.Standings)
	}
	text, err := e.s.Results(t.Context(), e.id)
	if err != nil || !strings.HasPrefix(string(text), "place,name,points,played,won,strength,game1") {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestArenaAllLeft: an arena that all have left ends.
func TestArenaAllLeft(t *testing.T) {
	e := announce(t, 4, arena)
	e.begin(4)
	e.pass(5 * time.Second)
	for i := range 4 {
		e.do(who(i), "leave", api.ContestCall{})
	}
	for _, b := range e.boards() {
		e.finish(b, game.FirstWins)
	}
	if v := e.view().Contest; v.Phase != api.ContestOver {
		t.Errorf("%s", v.Phase)
	}
}

// TestArenaResignedAtOnce: who resigns before a first move was there, and looks for the next opponent; who does not come to the
// board pauses.
func TestArenaResignedAtOnce(t *testing.T) {
	e := announce(t, 4, arena)
	e.begin(4)
	e.pass(5 * time.Second)
	b := e.boards()
	g := e.games[b[0].Games[0].Table]
	g.Moved[1] = true
	g.end(game.FirstWins)
	e.away[b[1].Second] = true
	e.pass(3 * time.Minute)
	for _, p := range e.view().Contest.Entrants {
		if p.Away != (p.Person.ID == b[1].Second) {
			t.Errorf("%+v", p)
		}
	}
}

// TestArenaTerms: what no arena can be played by is refused, and nobody pairs there by hand.
func TestArenaTerms(t *testing.T) {
	e := announce(t, 4, arena)
	for field, change := range map[string]func(*api.ContestOptions){
		"minutes": func(o *api.ContestOptions) { o.Minutes = 0 }, "control": func(o *api.ContestOptions) { o.Control = "-" },
		"rounds": func(o *api.ContestOptions) { o.Rounds = 3 }, "boards": func(o *api.ContestOptions) { o.Boards = api.BoardsWood },
		"byHost": func(o *api.ContestOptions) { o.ByHost = true }, "format": func(o *api.ContestOptions) { o.Games = 2 },
	} {
		o := e.view().Contest.Options
		change(&o)
		_, err := e.s.Create(t.Context(), who(0), o)
		if r := api.Refusal(err); r == nil || r.Args["field"] != field {
			t.Errorf("%s: %v", field, err)
		}
	}
	e.begin(4)
	e.refused(api.ContestArena, who(0), "pair", api.ContestCall{Seq: e.view().Contest.Seq})
	e.refused(api.ContestArena, who(0), "pair", api.ContestCall{Seq: e.view().Contest.Seq, Preview: true})
}

// TestArenaKilled kills the process at every write after the time is over, before and after it: the last game counts once, and
// the arena ends once.
func TestArenaKilled(t *testing.T) {
	for at := range 4 {
		for _, after := range []bool{false, true} {
			e := announce(t, 2, func(o *api.ContestOptions) { arena(o); o.Minutes = 5 })
			e.begin(2)
			e.pass(5 * time.Second)
			b := e.boards()[0]
			e.pass(6 * time.Minute)
			writes := 0
			e.kill = func() (bool, bool) {
				writes++
				return writes == at+1 && !after, writes == at+1 && after
			}
			e.finish(b, game.FirstWins)
			e.s = e.service()
			e.pass(time.Minute)
			v := e.view().Contest
			if v.Phase != api.ContestOver || v.Standings[0].Person != b.First || v.Standings[0].Points != 2 || len(v.Rounds[0].Boards) != 1 {
				t.Fatalf("killed at write %d: %s %+v", at+1, v.Phase, v.Standings)
			}
			e.checkLog(at)
		}
	}
}
